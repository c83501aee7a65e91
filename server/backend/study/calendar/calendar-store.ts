import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'

/** What a calendar was told last of one event. */
export interface StoredEvent {
  readonly uid: string
  readonly sequence: number
  readonly beginAt: Date
  readonly endAt: Date
  readonly summary: string
  readonly description: string
  /** Our own path; null: nowhere. */
  readonly url: string | null
  readonly cancelledAt: Date | null
  readonly changedAt: Date
}

export interface Feed {
  readonly userId: number
  readonly createdAt: Date
  readonly fetchedAt: Date | null
  readonly fetchedBy: string | null
}

const columns = [
  'calendarFeeds.userId',
  'calendarFeeds.createdAt',
  'calendarFeeds.fetchedAt',
  'calendarFeeds.fetchedBy',
] as const

/** Whose calendar a secret opens: looked for by its hash, so that how long it takes says nothing of a secret's letters. */
export function findFeedByHash(db: Database, secretHash: Buffer): Promise<Feed | undefined> {
  return db
    .selectFrom('calendarFeeds')
    .select(columns)
    .where('calendarFeeds.secretHash', '=', secretHash)
    .executeTakeFirst()
}

export function findFeed(db: Database, userId: number): Promise<Feed | undefined> {
  return db.selectFrom('calendarFeeds').select(columns).where('calendarFeeds.userId', '=', userId).executeTakeFirst()
}

/** Opens somebody's calendar under another secret; the former opens nothing from now on. */
export async function setFeed(trx: Database, userId: number, secretHash: Buffer, now: Date): Promise<void> {
  const feed = { secretHash, createdAt: now, fetchedAt: null, fetchedBy: null }
  await trx
    .insertInto('calendarFeeds')
    .values({ userId, ...feed })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(feed))
    .execute()
}

export async function deleteFeed(trx: Database, userId: number): Promise<void> {
  await trx.deleteFrom('calendarFeeds').where('calendarFeeds.userId', '=', userId).execute()
  await trx.deleteFrom('calendarEvents').where('calendarEvents.userId', '=', userId).execute()
}

export async function noteFetch(db: Database, userId: number, at: Date, by: string): Promise<void> {
  await db
    .updateTable('calendarFeeds')
    .set({ fetchedAt: at, fetchedBy: by.slice(0, 200) || null })
    .where('calendarFeeds.userId', '=', userId)
    .execute()
}

/** What somebody's calendar was told, under a lock: of two that are written at once the second counts on from the first. False without an address. */
export async function lockFeed(trx: Database, userId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from calendar_feeds where user_id = ${userId} for update`.execute(trx)
  return rows.length > 0
}

export function listStoredEvents(db: Database, userId: number): Promise<StoredEvent[]> {
  return db
    .selectFrom('calendarEvents')
    .select([
      'calendarEvents.uid',
      'calendarEvents.sequence',
      'calendarEvents.beginAt',
      'calendarEvents.endAt',
      'calendarEvents.summary',
      'calendarEvents.description',
      'calendarEvents.url',
      'calendarEvents.cancelledAt',
      'calendarEvents.changedAt',
    ])
    .where('calendarEvents.userId', '=', userId)
    .orderBy('calendarEvents.uid')
    .execute()
}

/** Keeps what has changed, and forgets what is long over. */
export async function saveEvents(
  trx: Database,
  userId: number,
  { changed, gone }: { readonly changed: readonly StoredEvent[]; readonly gone: readonly string[] },
): Promise<void> {
  if (changed.length > 0)
    await sql`
      insert into calendar_events (user_id, uid, sequence, begin_at, end_at, summary, description, url, cancelled_at, changed_at)
      select ${userId}, x.* from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as x(
        uid text, sequence integer, "beginAt" timestamptz, "endAt" timestamptz, summary text, description text, url text,
        "cancelledAt" timestamptz, "changedAt" timestamptz)
      on conflict (user_id, uid) do update set sequence = excluded.sequence, begin_at = excluded.begin_at, end_at = excluded.end_at,
        summary = excluded.summary, description = excluded.description, url = excluded.url, cancelled_at = excluded.cancelled_at,
        changed_at = excluded.changed_at`.execute(trx)
  if (gone.length > 0)
    await sql`delete from calendar_events where user_id = ${userId} and uid = any(${[...gone]}::text[])`.execute(trx)
}
