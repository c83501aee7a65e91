import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { copyText } from '#client/features/common/copy-text.ts'
import type { Pendant } from '#client/features/room/room-bar.tsx'
import { useChat, useRoom } from '#client/features/room/room-context.ts'
import { StaffPendants, StaffPushes } from '#client/features/room/staff-offers.tsx'
import { StreamKey } from '#client/features/room/stream-key.tsx'
import { useNotify } from '#client/features/room/use-notify.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { SystemMessage } from '#shared/contract/enums.ts'
import css from './room-dialog.module.css'

function NoticeForm({ notice }: { notice: string | null }): ReactNode {
  const [text, setText] = useState(notice ?? '')
  const [busy, notify] = useNotify()
  const save = (): void => {
    const next = text.trim() || null
    if (next === (notice || null)) toast('公告没有改动', 'warn')
    else void notify(SystemMessage.notice, { notice: next }, next ? '公告已更新' : '公告已撤下')
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextArea label="公告" rows={2} maxLength={500} value={text} onChange={setText} />
      <Button tone="secondary" size="s" type="submit" busy={busy}>
        更新公告
      </Button>
    </form>
  )
}

/** An address at which others see the room before it opens. */
function PreviewPart({ url }: { url: string }): ReactNode {
  return (
    <section className={css.part}>
      <h3>预览</h3>
      <p className={css.hanging}>
        <span className="s13 muted grow">不用登录，一小时内有效</span>
        <Button tone="quiet" size="s" onClick={() => void copyText(url, { done: '预览链接已复制' })}>
          复制预览链接
        </Button>
      </p>
    </section>
  )
}

const stopTexts = {
  lesson: { heading: '下课', ask: '结束这节课', confirm: '确定下课', done: '已下课', cancel: '再上一会儿' },
  answers: { heading: '结束答疑', ask: '结束这场答疑', confirm: '确定结束', done: '答疑已结束', cancel: '再等一会儿' },
} as const

function StopPart({ type, of, onDone }: { type: SystemMessage; of: keyof typeof stopTexts; onDone: () => void }): ReactNode {
  const [asks, setAsks] = useState(false)
  const [busy, notify] = useNotify()
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
  const texts = stopTexts[of]
  const stop = async (): Promise<void> => {
    if (await notify(type, {}, texts.done)) onDone()
  }
  return (
    <section className={css.part}>
      <h3>{texts.heading}</h3>
      {asks ? (
        <>
          <p className="s13">结束后学员不能再发言，也不能再开始</p>
          <p className={css.ways}>
            <Button tone="primary" size="s" busy={busy} onClick={() => void stop()}>
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

interface StaffDialogProps {
  notice: string | null
  pendants: readonly Pendant[]
  /** liveStop of a live class, aiLive of a film on the clock; undefined: it isn't on. */
  stopType: SystemMessage | undefined
  /** What gets the focus when it closes: with the class its button goes, too. */
  returnTo: () => HTMLElement | null | undefined
  onClose: () => void
}

/** What teachers and assistants do with the whole room. */
export function StaffDialog({ notice, pendants, stopType, returnTo, onClose }: StaffDialogProps): ReactNode {
  const { api } = useApp()
  const { periodId, scheduleId } = useRoom()
  const groupId = useChat((chat) => chat.groupId)
  const roomId = Number(/\d+$/.exec(groupId ?? '')?.[0]) || undefined
  const where = periodId === undefined ? { roomId } : { periodId, scheduleId }
  const { data: config, isError, refetch } = useQuery({ ...callQuery(api, 'GET /api/live-info/manage-config', where), staleTime: 0 })
  return (
    <Dialog title="管理课堂" returnTo={returnTo} onClose={onClose}>
      {config ? (
        <>
          <NoticeForm notice={notice} />
          {config.canPush ? <StaffPushes offers={config.pushes} /> : null}
          {config.canPush ? <StaffPendants pendants={pendants} /> : null}
          {config.stream ? <StreamKey stream={config.stream} /> : null}
          {config.previewUrl ? <PreviewPart url={config.previewUrl} /> : null}
          {stopType === undefined ? null : <StopPart type={stopType} of={periodId === undefined ? 'answers' : 'lesson'} onDone={onClose} />}
        </>
      ) : isError ? (
        <ErrorBlock onRetry={() => void refetch()} />
      ) : (
        <Skeleton kind="lines" count={6} />
      )}
    </Dialog>
  )
}
