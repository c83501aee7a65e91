import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import type { MessageKind } from '#shared/contract/enums.ts'
import type { Message } from '#shared/contract/message.ts'
import { messageButtonUrl } from '#shared/rules/message-button.ts'

/** Lists count this far; beyond it they say that there are more. */
const mostCounted = 500
/** So many at most wait in line before a reader. */
const mostWaiting = 20

interface MessageRow {
  id: number
  title: string
  smallTitle: string | null
  contentHtml: string
  receivedAt: Date
  readAt: Date | null
  buttonName: string | null
  buttonUrl: string | null
  allowClose: boolean
  awaitsConfirm: boolean
  kind: MessageKind
}

const columns = sql`u.id, m.title, m.small_title, m.content_html, u.received_at, u.read_at, m.button_name, m.button_url, m.allow_close,
  u.awaits_confirm, u.kind`

/** A reader's rows with their messages, as far as those stand. */
const standing = sql`user_messages u join notify_messages m on m.id = u.message_id and m.withdrawn_at is null`

function toMessage({ contentHtml, receivedAt, readAt, buttonUrl, awaitsConfirm, ...row }: MessageRow): Message {
  return {
    ...row,
    content: contentHtml,
    receiveDate: receivedAt.getTime(),
    review: readAt !== null,
    buttonUrl: messageButtonUrl(buttonUrl) ?? null,
    confirm: !awaitsConfirm,
  }
}

function ofReader(userId: number, kind: MessageKind | undefined): RawBuilder<unknown> {
  return kind === undefined ? sql`u.user_id = ${userId}` : sql`u.user_id = ${userId} and u.kind = ${kind}`
}

/** A page of somebody's messages, the newest first. */
export async function listMessages(
  db: Database,
  userId: number,
  kind: MessageKind | undefined,
  page: PageInput,
): Promise<Message[]> {
  const { rows } = await sql<MessageRow>`
    select ${columns} from ${standing} where ${ofReader(userId, kind)}
    order by u.received_at desc, u.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(db)
  return rows.map(toMessage)
}

/** How many there are, as far as lists count. */
export async function countMessages(
  db: Database,
  userId: number,
  kind: MessageKind | undefined,
): Promise<{ total: number; more: boolean }> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ${standing} where ${ofReader(userId, kind)} limit ${mostCounted + 1}) c`.execute(
    db,
  )
  const count = rows[0]?.count ?? 0
  return { total: Math.min(count, mostCounted), more: count > mostCounted }
}

/** One message of this reader; undefined for a foreign, a withdrawn and an unknown one alike. */
export async function findMessage(db: Database, userId: number, id: number): Promise<Message | undefined> {
  const { rows } =
    await sql<MessageRow>`select ${columns} from ${standing} where u.id = ${id} and u.user_id = ${userId}`.execute(db)
  return rows[0] && toMessage(rows[0])
}

/** What waits for this reader's confirmation, the oldest first. */
export async function listWaiting(db: Database, userId: number): Promise<Message[]> {
  const { rows } = await sql<MessageRow>`
    select ${columns} from ${standing} where u.user_id = ${userId} and u.awaits_confirm
    order by u.received_at, u.id limit ${mostWaiting}`.execute(db)
  return rows.map(toMessage)
}

/** SQL: whether a user (SQL, too) has something unread. */
export function hasUnread(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from ${standing} where u.user_id = ${userId} and u.read_at is null)`
}

/** SQL: how many messages wait for a user's confirmation, as far as they stand in line. */
export function countWaiting(userId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*)::int from (
    select 1 from ${standing} where u.user_id = ${userId} and u.awaits_confirm limit ${mostWaiting}) w)`
}

/** Whether this reader has something unread. */
export async function findUnread(db: Database, userId: number): Promise<boolean> {
  const { rows } = await sql<{ unread: boolean }>`select ${hasUnread(sql`${userId}`)} as unread`.execute(db)
  return rows[0]?.unread ?? false
}

/** So many unread messages are counted at most. */
const mostUnread = 100

/** How many messages this reader hasn't read. */
export async function countUnread(db: Database, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ${standing} where u.user_id = ${userId} and u.read_at is null limit ${mostUnread}) c`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Reads what had come until `now`; what comes meanwhile stays unread. */
export async function readAll(trx: Database, userId: number, now: Date): Promise<void> {
  await trx
    .updateTable('userMessages')
    .set({ readAt: now })
    .where('userMessages.userId', '=', userId)
    .where('userMessages.readAt', 'is', null)
    .where('userMessages.receivedAt', '<=', now)
    .execute()
}

/** Reads, or reads and confirms, one message of this reader; the first time counts. False when they have none of this key. */
export async function answerMessage(
  trx: Database,
  { userId, id, confirms, now }: { userId: number; id: number; confirms: boolean; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update user_messages u set read_at = coalesce(u.read_at, ${now}::timestamptz)
      ${confirms ? sql`, confirmed_at = coalesce(u.confirmed_at, ${now}::timestamptz), awaits_confirm = false` : sql``}
    from notify_messages m where m.id = u.message_id and m.withdrawn_at is null and u.id = ${id} and u.user_id = ${userId}
    returning u.id`.execute(trx)
  return rows.length > 0
}
