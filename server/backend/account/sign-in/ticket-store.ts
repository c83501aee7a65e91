import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import { hashToken, randomToken } from '#server/backend/base/secret.ts'

export type TicketPurpose = 'resetPassword' | 'rebindPhone'

const ticketLifeMs = 10 * 60_000

/** A ticket from one step of a flow to its next: good once, for ten minutes. Older ones for the same step are void. */
export async function issueTicket(
  trx: DatabaseTransaction,
  purpose: TicketPurpose,
  userId: number,
  now: Date,
): Promise<string> {
  const ticket = randomToken()
  await trx
    .deleteFrom('flowTickets')
    .where('flowTickets.userId', '=', userId)
    .where('flowTickets.purpose', '=', purpose)
    .execute()
  await trx
    .insertInto('flowTickets')
    .values({
      ticketHash: hashToken(ticket),
      purpose,
      userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + ticketLifeMs),
    })
    .execute()
  return ticket
}

/** Whose ticket it is while it is good; nothing is spent. */
export async function findTicket(
  db: Database,
  purpose: TicketPurpose,
  ticket: string,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('flowTickets')
    .select('flowTickets.userId')
    .where('flowTickets.ticketHash', '=', hashToken(ticket))
    .where('flowTickets.purpose', '=', purpose)
    .where('flowTickets.consumedAt', 'is', null)
    .where('flowTickets.expiresAt', '>', now)
    .executeTakeFirst()
  return row?.userId
}

/** Spends a ticket: answers whose it was to the one call that does, undefined to every other. */
export async function spendTicket(
  trx: DatabaseTransaction,
  purpose: TicketPurpose,
  ticket: string,
  now: Date,
): Promise<number | undefined> {
  const row = await trx
    .updateTable('flowTickets')
    .set({ consumedAt: now })
    .where('flowTickets.ticketHash', '=', hashToken(ticket))
    .where('flowTickets.purpose', '=', purpose)
    .where('flowTickets.consumedAt', 'is', null)
    .where('flowTickets.expiresAt', '>', now)
    .returning('flowTickets.userId')
    .executeTakeFirst()
  return row?.userId
}
