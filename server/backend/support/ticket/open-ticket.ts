import { randomInt } from 'node:crypto'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { Database } from '#server/backend/db/database.ts'
import { type FeedbackType, type TicketKind, TicketSide } from '#shared/contract/enums.ts'
import { findSame, hideTicket, insertTicket, type PictureOf } from './ticket-store.ts'
import { addMessage } from './ticket-message-store.ts'

/** What somebody tells the school, before it has a number. */
export interface NewTicket {
  readonly kind: TicketKind
  /** Null: a visitor's. */
  readonly userId: number | null
  /** The first message. */
  readonly content: string
  readonly pictures?: readonly PictureOf[]
  /** Until when the first answer is promised. */
  readonly dueAt: Date
  /** How a visitor can be answered, or another way than the account's. */
  readonly contact?: string | null
  readonly category?: FeedbackType | null
  readonly problemId?: number | null
  readonly courseId?: number | null
  readonly periodId?: number | null
  readonly refundRequestId?: number | null
  /** Accounts that it is about: they never see it. */
  readonly hiddenFrom?: readonly number[]
  /** The same again opens nothing. */
  readonly clientToken?: string | null
}

const mostTries = 8
const highestTail = 1_000_000

/** The day and six digits by chance: short enough for the telephone, and says nothing of how many there are. */
function newNumber(now: Date): string {
  return shanghaiDay(now.getTime()).slice(2).replaceAll('-', '') + String(randomInt(highestTail)).padStart(6, '0')
}

/**
 * Opens a ticket with its first message, in the caller's transaction. With a `clientToken` that came before from the same asker, and for
 * a refund that was appealed before, it opens nothing and answers what is there.
 */
export async function openTicket(
  trx: Database,
  ticket: NewTicket,
  now: Date,
): Promise<{ id: number; no: string; dueAt: Date; isNew: boolean }> {
  const { hiddenFrom = [], pictures = [], content, ...row } = ticket
  for (let tries = 0; tries < mostTries; tries += 1) {
    const no = newNumber(now)
    const id = await insertTicket(trx, { ...row, no }, now)
    if (id !== undefined) {
      await hideTicket(trx, id, hiddenFrom)
      await addMessage(trx, id, { side: TicketSide.asker, userId: ticket.userId, content, pictures }, now)
      return { id, no, dueAt: ticket.dueAt, isNew: true }
    }
    const found = await findSame(trx, ticket)
    if (found) return { ...found, isNew: false }
  }
  throw new Error('No number is free for a ticket.')
}
