import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { copyText } from '#client/features/common/copy-text.ts'
import type { Pendant } from '#client/features/room/room-bar.tsx'
import { useChat, useRoom } from '#client/features/room/room-context.ts'
import { StaffPendants, StaffPushes } from '#client/features/room/staff-offers.tsx'
import { ConfirmPart, type StaffTurn, TurnPart } from '#client/features/room/staff-turn.tsx'
import { StreamKey } from '#client/features/room/stream-key.tsx'
import { useNotify } from '#client/features/room/use-notify.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { SystemMessage } from '#shared/contract/enums.ts'
import { manageConfigQuery } from '#client/features/room/room-queries.ts'
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
  lesson: {
    heading: '下课',
    ask: '结束这节课',
    note: '结束后学员不能再发言，半小时内可以撤销',
    confirm: '确定下课',
    done: '已下课',
    cancel: '再上一会儿',
  },
  answers: {
    heading: '结束答疑',
    ask: '结束这场答疑',
    note: '结束后大家会离开，半小时内可以撤销',
    confirm: '确定结束',
    done: '答疑已结束',
    cancel: '再等一会儿',
  },
} as const

function StopPart({
  type,
  of,
  onDone,
}: {
  type: SystemMessage
  of: keyof typeof stopTexts
  onDone: () => void
}): ReactNode {
  const [busy, notify] = useNotify()
  const { done, ...texts } = stopTexts[of]
  const stop = async (): Promise<void> => {
    if (await notify(type, {}, done)) onDone()
  }
  return <ConfirmPart texts={texts} busy={busy} onConfirm={stop} />
}

interface StaffDialogProps {
  notice: string | null
  pendants: readonly Pendant[]
  /** liveStop of a live class, aiLive of a film on the clock; undefined: it isn't on. */
  stopType: SystemMessage | undefined
  /** What may be done against the clock. */
  turn: StaffTurn | null
  /** The room's state isn't what it was. */
  onTurned: () => void
  /** What gets the focus when it closes: with the class its button goes, too. */
  returnTo: () => HTMLElement | null | undefined
  onClose: () => void
}

/** What teachers and assistants do with the whole room. */
export function StaffDialog({
  notice,
  pendants,
  stopType,
  turn,
  onTurned,
  returnTo,
  onClose,
}: StaffDialogProps): ReactNode {
  const { api } = useApp()
  const { periodId, scheduleId } = useRoom()
  const groupId = useChat((chat) => chat.groupId)
  const roomId = Number(/\d{1,15}$/.exec(groupId ?? '')?.[0]) || undefined
  const where = periodId === undefined ? { roomId } : { periodId, scheduleId }
  const {
    data: config,
    isError,
    refetch,
  } = useQuery({
    ...manageConfigQuery(api, where),
    staleTime: 0,
    enabled: turn !== 'reopen',
  })
  return (
    <Dialog title="管理课堂" beside returnTo={returnTo} onClose={onClose}>
      {turn && groupId ? (
        <TurnPart
          turn={turn}
          groupId={groupId}
          onDone={() => {
            onTurned()
            onClose()
          }}
        />
      ) : null}
      {turn === 'reopen' ? null : config ? (
        <>
          <NoticeForm notice={notice} />
          {config.canPush ? <StaffPushes offers={config.pushes} /> : null}
          {config.canPush ? <StaffPendants pendants={pendants} /> : null}
          {config.stream ? <StreamKey stream={config.stream} where={where} /> : null}
          {config.previewUrl ? <PreviewPart url={config.previewUrl} /> : null}
          {stopType === undefined ? null : (
            <StopPart type={stopType} of={periodId === undefined ? 'answers' : 'lesson'} onDone={onClose} />
          )}
        </>
      ) : isError ? (
        <ErrorBlock onRetry={() => void refetch()} />
      ) : (
        <Skeleton kind="lines" count={6} />
      )}
    </Dialog>
  )
}
