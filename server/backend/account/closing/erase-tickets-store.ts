import { TicketState } from '#shared/contract/enums.ts'
import type { Eraser } from './erasers-store.ts'

const gone = '已清除'

/** How many there were and when they were answered stays; what was said, shown and rated in words goes, and nobody has to answer any more. */
export const eraseTickets: Eraser = async (trx, { userId, now }) => {
  const own = trx.selectFrom('tickets').select('tickets.id').where('tickets.userId', '=', userId)
  const messages = trx
    .selectFrom('ticketMessages')
    .select('ticketMessages.id')
    .where('ticketMessages.ticketId', 'in', own)
  await trx.deleteFrom('ticketPictures').where('ticketPictures.messageId', 'in', messages).execute()
  await trx.updateTable('ticketMessages').set({ content: gone }).where('ticketMessages.ticketId', 'in', own).execute()
  await trx
    .updateTable('tickets')
    .set({ state: TicketState.closed, closedAt: now, updatedAt: now })
    .where('tickets.userId', '=', userId)
    .where('tickets.state', '!=', TicketState.closed)
    .execute()
  await trx
    .updateTable('tickets')
    .set({ contact: null, ratingWords: null, clientToken: null })
    .where('tickets.userId', '=', userId)
    .execute()
  await trx.deleteFrom('ticketHidden').where('ticketHidden.userId', '=', userId).execute()
}
