import type { Database } from '#server/backend/db/database.ts'
import { notify } from '#server/backend/message/notify.ts'
import { TicketKind } from '#shared/contract/enums.ts'

/** What a ticket is called where people read of it. */
export const ticketNames: Readonly<Record<TicketKind, string>> = {
  [TicketKind.feedback]: '意见反馈',
  [TicketKind.complaint]: '校长信箱',
  [TicketKind.conversation]: '客服留言',
  [TicketKind.refundAppeal]: '退款申诉',
}

interface Told {
  readonly id: number
  readonly no: string
  readonly userId: number | null
}

/** Tells who asked; a visitor has no inbox. `ref` makes it happen once. */
export async function tellAsker(
  trx: Database,
  at: Date,
  { id, no, userId }: Told,
  { ref, title, text }: { ref: string; title: string; text: string },
): Promise<void> {
  if (userId === null) return
  const button = { name: '查看', url: `/user/feedback/${no}` }
  await notify(trx, at, {
    userId,
    topic: 'ticket',
    ref: `ticket.${id}.${ref}`,
    title,
    text: `编号 ${no}。${text}`,
    button,
  })
}
