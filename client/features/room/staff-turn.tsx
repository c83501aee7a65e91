import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { Button } from '#client/ui/button.tsx'
import type { Hangings } from '#shared/contract/live.ts'
import { reopenRoom, startRoom } from '#client/features/room/room-queries.ts'
import css from './room-dialog.module.css'

export interface ConfirmTexts {
  heading: string
  ask: string
  note: string
  confirm: string
  cancel: string
}

/** A deed for the whole room, which asks once more. */
export function ConfirmPart({
  texts,
  busy,
  onConfirm,
}: {
  texts: ConfirmTexts
  busy: boolean
  onConfirm: () => Promise<void>
}): ReactNode {
  const [asks, setAsks] = useState(false)
  const asking = useRef<HTMLButtonElement>(null)
  const safe = useRef<HTMLButtonElement>(null)
  const hasAsked = useRef(false)
  useEffect(() => {
    if (!asks && !hasAsked.current) return
    hasAsked.current = true
    // The button that was pressed is gone.
    const next = asks ? safe : asking
    next.current?.focus()
  }, [asks])
  return (
    <section className={css.part}>
      <h3>{texts.heading}</h3>
      {asks ? (
        <>
          <p className="s13">{texts.note}</p>
          <p className={css.ways}>
            <Button tone="primary" size="s" busy={busy} onClick={() => void onConfirm()}>
              {texts.confirm}
            </Button>
            <Button ref={safe} tone="quiet" size="s" onClick={() => setAsks(false)}>
              {texts.cancel}
            </Button>
          </p>
        </>
      ) : (
        <Button ref={asking} tone="quiet" size="s" onClick={() => setAsks(true)}>
          {texts.ask}
        </Button>
      )}
    </section>
  )
}

export type StaffTurn = NonNullable<Hangings['staffTurn']>

const turnTexts: Readonly<Record<StaffTurn, ConfirmTexts & { done: string }>> = {
  start: {
    heading: '提前上课',
    ask: '现在开始',
    note: '大家会马上进入课堂',
    confirm: '确定开始',
    cancel: '到时间再说',
    done: '已开始上课',
  },
  reopen: {
    heading: '继续上课',
    ask: '撤销下课',
    note: '大家会回到课堂，可以接着发言',
    confirm: '确定继续',
    cancel: '不用了',
    done: '已继续上课',
  },
}

/** Begins a class before its time, or takes its end back. */
export function TurnPart({
  turn,
  groupId,
  onDone,
}: {
  turn: StaffTurn
  groupId: string
  onDone: () => void
}): ReactNode {
  const { api } = useApp()
  const [busy, act] = useRoomAction()
  const { done, ...texts } = turnTexts[turn]
  const confirm = async (): Promise<void> => {
    if (await act(() => (turn === 'start' ? startRoom(api, { groupId }) : reopenRoom(api, { groupId })), done)) onDone()
  }
  return <ConfirmPart texts={texts} busy={busy} onConfirm={confirm} />
}
