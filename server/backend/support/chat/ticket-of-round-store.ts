import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { addMessage } from '#server/backend/support/ticket/ticket-message-store.ts'
import type { PictureOf } from '#server/backend/support/ticket/ticket-store.ts'
import { setAnswered } from '#server/backend/support/ticket/ticket-state-store.ts'
import { TicketSide, TicketState } from '#shared/contract/enums.ts'

/** The round in which a ticket was made; undefined when it wasn't in one, or the conversation is kept no longer. */
export async function findRoundOfTicket(
  db: Database,
  ticketNo: string,
): Promise<{ conversationId: number; roundNo: number } | undefined> {
  return db
    .selectFrom('conversationRounds')
    .select(['conversationRounds.conversationId', 'conversationRounds.roundNo'])
    .where('conversationRounds.ticketNo', '=', ticketNo)
    .executeTakeFirst()
}

/** What was asked while nobody was there is answered in the conversation: its ticket waits no longer, and has the words, too. */
export async function answerTicket(
  trx: Database,
  {
    ticketNo,
    agentId,
    ...said
  }: { ticketNo: string | null; agentId: number; content: string; pictures: readonly PictureOf[] },
  now: Date,
): Promise<void> {
  if (ticketNo === null) return
  const ticket = await trx
    .selectFrom('tickets')
    .select(['tickets.id', 'tickets.version'])
    .where('tickets.no', '=', ticketNo)
    .where('tickets.state', 'in', [TicketState.open, TicketState.taken])
    .forUpdate()
    .executeTakeFirst()
  if (!ticket) return
  await addMessage(trx, ticket.id, { side: TicketSide.staff, userId: agentId, ...said }, now)
  await setAnswered(trx, ticket, agentId, now)
}

/** The tickets of what was asked before signing in are the account's from then on. */
export async function giveTicketsTo(trx: Database, conversationId: number, userId: number): Promise<void> {
  await sql`
    update tickets set user_id = ${userId}::bigint where user_id is null and no in (
      select r.ticket_no from conversation_rounds r where r.conversation_id = ${conversationId} and r.ticket_no is not null)`.execute(
    trx,
  )
}
