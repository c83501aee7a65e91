import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import { recallMessage } from '#client/features/room/chat-queries.ts'
import css from './room-dialog.module.css'

export interface RecallDialogProps {
  message: ImMessage
  groupId: string
  mayRecall: boolean
  /** What gets the focus when the message's own button is gone. */
  returnTo: () => HTMLElement | null | undefined
  /** It has been taken back; what comes of it is shown by whoever asks. */
  onRecalled: () => void
  onClose: () => void
  /** What else can be done. */
  children?: ReactNode
}

/** One message: what it says, taken back or copied. */
export function RecallDialog({
  message,
  groupId,
  mayRecall,
  returnTo,
  onRecalled,
  onClose,
  children,
}: RecallDialogProps): ReactNode {
  const { api } = useApp()
  const [busy, act] = useRoomAction('没有撤回，请再试一次')
  const recall = async (): Promise<void> => {
    if (!(await act(() => recallMessage(api, { groupId, msgSeq: message.seq }), '已撤回'))) return
    onRecalled()
    onClose()
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
  return (
    <Dialog title={message.from?.nickname ?? ''} size="s" returnTo={returnTo} onClose={onClose}>
      {message.text ? <p className={css.quote}>{message.text.text}</p> : null}
      <div className={css.ways}>
        {mayRecall ? (
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
      {children}
    </Dialog>
  )
}
