import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { canRecall } from '#client/features/room/chat-lines.ts'
import { MemberCare } from '#client/features/room/member-care.tsx'
import { useChat } from '#client/features/room/room-context.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { CustomMessage } from '#shared/contract/enums.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import css from './room-dialog.module.css'

interface MessageDialogProps {
  message: ImMessage
  /** What gets the focus when the message's own button is gone. */
  returnTo: () => HTMLElement | null | undefined
  onClose: () => void
}

/** What can be done with one message and who wrote it. */
export function MessageDialog({ message, returnTo, onClose }: MessageDialogProps): ReactNode {
  const { api } = useApp()
  const me = useChat((chat) => chat.me)
  const groupId = useChat((chat) => chat.groupId) ?? ''
  const [busy, act] = useRoomAction('没有撤回，请再试一次')
  const { from } = message
  const recall = async (): Promise<void> => {
    if (await act(() => api.call('POST /api/im/recall-msg', { groupId, msgSeq: message.seq }), '已撤回')) onClose()
  }
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(message.text?.text ?? '')
      toast('已复制')
      onClose()
    } catch {
      toast('这个浏览器不让复制', 'warn')
    }
  }
  if (!from || !me) return null
  const isOther = from.userId !== me.userId
  return (
    <Dialog title={from.nickname} size="s" returnTo={returnTo} onClose={onClose}>
      {message.text ? <p className={css.quote}>{message.text.text}</p> : null}
      <div className={css.ways}>
        {canRecall(message, me, Date.now()) ? (
          <Button tone="secondary" size="s" busy={busy} onClick={() => void recall()}>
            撤回
          </Button>
        ) : null}
        {message.text ? (
          <Button tone="quiet" size="s" onClick={() => void copy()}>
            复制
          </Button>
        ) : null}
      </div>
      {me.isStaff && isOther && message.customType !== CustomMessage.fake ? <MemberCare userId={from.userId} onDone={onClose} /> : null}
    </Dialog>
  )
}
