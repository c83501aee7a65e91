import type { ReactNode } from 'react'
import { MemberCare } from '#client/features/room/member-care.tsx'
import { RecallDialog } from '#client/features/room/recall-dialog.tsx'
import { useChat, useRoom } from '#client/features/room/room-context.ts'
import { useCanRecall } from '#client/features/room/use-can-recall.ts'
import { CustomMessage } from '#shared/contract/enums.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'

interface MessageDialogProps {
  message: ImMessage
  /** What gets the focus when the message's own button is gone. */
  returnTo: () => HTMLElement | null | undefined
  onClose: () => void
}

/** What can be done with one message and who wrote it; after the class nobody needs to be kept quiet. */
export function MessageDialog({ message, returnTo, onClose }: MessageDialogProps): ReactNode {
  const { store } = useRoom()
  const me = useChat((chat) => chat.me)
  const groupId = useChat((chat) => chat.groupId) ?? ''
  const isOver = useChat((chat) => chat.phase === 'ended')
  const mayRecall = useCanRecall(message, me)
  const { from } = message
  if (!from || !me) return null
  const cares = me.isStaff && !isOver && from.userId !== me.userId && message.customType !== CustomMessage.fake
  return (
    <RecallDialog
      message={message}
      groupId={groupId}
      mayRecall={mayRecall}
      returnTo={returnTo}
      onRecalled={store.readOn}
      onClose={onClose}
    >
      {cares ? <MemberCare userId={from.userId} onDone={onClose} /> : null}
    </RecallDialog>
  )
}
