import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { ClashNote } from '#client/features/order/clash-note.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ScheduleStatus } from '#shared/contract/enums.ts'
import { seatsQuery } from '#client/features/order/sign-up-queries.ts'
import css from './schedule-dialog.module.css'

type Seats = CallOutput<'GET /api/course/schedule-seats'>[number]

/** '还剩 12 个名额', from twenty on nothing that presses. */
function seatsText({ left, status }: Seats): { text: string; full: boolean } {
  if (status !== ScheduleStatus.open) return { text: '已停止报名', full: true }
  if (left === null) return { text: '可以报名', full: false }
  if (left <= 0) return { text: '名额已满', full: true }
  return { text: left < 20 ? `还剩 ${left} 个名额` : '名额充足', full: false }
}

interface ScheduleDialogProps {
  courseId: number
  /** Words of its button. */
  action: string
  onChoose: (scheduleId: number) => void
  onClose: () => void
}

/** Which class: its days, its weekly times and the seats that are left now. */
export function ScheduleDialog({ courseId, action, onChoose, onClose }: ScheduleDialogProps): ReactNode {
  const { api } = useApp()
  const group = useId()
  const { data, isError, refetch } = useQuery({
    ...seatsQuery(api, { courseId }),
    staleTime: 0,
  })
  const [chosen, setChosen] = useState<number>()
  const open = data?.filter((seats) => !seatsText(seats).full) ?? []
  const current = chosen ?? open[0]?.id
  return (
    <Dialog title="选择班期" {...(data?.length === 1 ? {} : { note: '上课时间不同，内容一样' })} onClose={onClose}>
      {isError ? <ErrorBlock onRetry={() => void refetch()} /> : null}
      {data === undefined && !isError ? <Skeleton kind="lines" count={4} /> : null}
      {data ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (current !== undefined) onChoose(current)
          }}
        >
          <fieldset className={css.list}>
            <legend className="visually-hidden">班期</legend>
            {data.map((seats) => {
              const { text, full } = seatsText(seats)
              return (
                <label key={seats.id} className={`${css.item} ${full ? css.full : ''}`}>
                  <input
                    type="radio"
                    name={group}
                    checked={seats.id === current}
                    disabled={full}
                    onChange={() => setChosen(seats.id)}
                  />
                  <span className={css.what}>
                    <b className="serif">{seats.name}</b>
                    <span>
                      {seats.beginDate} 至 {seats.endDate}
                    </span>
                    {seats.timeText ? <span className="muted">{seats.timeText}</span> : null}
                  </span>
                  <span className={full ? 'faint' : css.seats}>{text}</span>
                </label>
              )
            })}
          </fieldset>
          {open.length === 0 ? <p className={css.none}>眼下没有可以报名的班期，开新班时会在这里出现。</p> : null}
          {current === undefined ? null : <ClashNote scheduleId={current} />}
          <Button type="submit" tone="primary" full disabled={current === undefined}>
            {action}
          </Button>
        </form>
      ) : null}
    </Dialog>
  )
}
