import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { TicketSide } from '#shared/contract/enums.ts'
import type { PictureOf } from './ticket-store.ts'

export interface NewMessage {
  readonly side: TicketSide
  /** Null: a visitor, or the machine. */
  readonly userId: number | null
  readonly content: string
  readonly pictures?: readonly PictureOf[]
  /** The same again of the same side writes nothing. */
  readonly clientToken?: string | null
}

/**
 * Adds a message with the next number; the ticket's row is held until the transaction ends, so that numbers have no gaps. Undefined when
 * its token came before, or there is no such ticket.
 */
export async function addMessage(
  trx: Database,
  ticketId: number,
  { side, userId, content, pictures = [], clientToken = null }: NewMessage,
  now: Date,
): Promise<{ id: number; seq: number } | undefined> {
  const { rows } = await sql<{ seq: number }>`
    update tickets set last_seq = last_seq + 1, updated_at = ${now} where id = ${ticketId} and not exists (
      select 1 from ticket_messages m where m.ticket_id = ${ticketId} and m.side = ${side} and m.client_token = ${clientToken})
    returning last_seq as seq`.execute(trx)
  const [next] = rows
  if (!next) return undefined
  const message = await trx
    .insertInto('ticketMessages')
    .values({ ticketId, seq: next.seq, side, userId, content, clientToken, at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rowsOf = pictures.map(({ url, name, contentType }, sort) => ({
    messageId: message.id,
    sort,
    url,
    name,
    contentType,
  }))
  if (rowsOf.length > 0) await trx.insertInto('ticketPictures').values(rowsOf).execute()
  return { id: message.id, seq: next.seq }
}
