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

/** A message with who said it. */
export interface MessageRow {
  id: number
  seq: number
  side: TicketSide
  content: string
  at: Date
  nickname: string | null
  isAdmin: boolean | null
  roles: string[]
}

/** Messages of a ticket, the last first; `before`: behind that number none. */
export async function listMessages(
  db: Database,
  ticketId: number,
  { before, most }: { before: number | undefined; most: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.id, m.seq, m.side, m.content, m.at, u.nickname, u.is_admin,
      coalesce((select array_agg(r.role) from user_roles r where r.user_id = m.user_id), '{}') as roles
    from ticket_messages m left join users u on u.id = m.user_id
    where m.ticket_id = ${ticketId} and (${before ?? null}::integer is null or m.seq < ${before ?? null}::integer)
    order by m.seq desc limit ${most}`.execute(db)
  return rows
}

/** Pictures of these messages, in their order. */
export async function listPictures(
  db: Database,
  messageIds: readonly number[],
): Promise<(PictureOf & { messageId: number })[]> {
  if (messageIds.length === 0) return []
  return db
    .selectFrom('ticketPictures')
    .select(['ticketPictures.messageId', 'ticketPictures.url', 'ticketPictures.name', 'ticketPictures.contentType'])
    .where('ticketPictures.messageId', 'in', [...messageIds])
    .orderBy('ticketPictures.messageId')
    .orderBy('ticketPictures.sort')
    .execute()
}

/** Whether a message with this token is there. */
export async function hasMessage(
  db: Database,
  ticketId: number,
  { side, clientToken }: { side: TicketSide; clientToken: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('ticketMessages')
    .select('ticketMessages.id')
    .where('ticketMessages.ticketId', '=', ticketId)
    .where('ticketMessages.side', '=', side)
    .where('ticketMessages.clientToken', '=', clientToken)
    .executeTakeFirst()
  return row !== undefined
}
