import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'

/** What a learner hasn't sent yet, at one place. */
export interface DraftRow {
  place: string
  plateId: number | null
  title: string
  content: string
  pictures: { url: string; alt: string }[]
  version: number
  savedAt: Date
}

/** More than this nobody leaves lying about. */
export const mostDrafts = 100

const columns = sql`place, plate_id, title, content, pictures, version, saved_at`

export async function findDraft(db: Database, userId: number, place: string): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`select ${columns} from forum_drafts
    where user_id = ${userId} and place = ${place}`.execute(db)
  return rows[0]
}

/** All drafts of somebody, the last first. */
export async function listDrafts(db: Database, userId: number): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`select ${columns} from forum_drafts
    where user_id = ${userId} order by saved_at desc, id desc limit ${mostDrafts}`.execute(db)
  return rows
}

export async function countDrafts(db: Database, userId: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from forum_drafts where user_id = ${userId}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface DraftText extends Pick<DraftRow, 'place' | 'title' | 'content' | 'pictures'> {
  readonly plateId: number | null
  readonly postId: number | null
}

/** Keeps the first draft of a place; undefined when there is one. */
export async function insertDraft(
  trx: Database,
  userId: number,
  { place, plateId, postId, title, content, pictures }: DraftText,
  now: Date,
): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    insert into forum_drafts (user_id, place, plate_id, post_id, title, content, pictures, saved_at)
    values (${userId}, ${place}, ${plateId}, ${postId}, ${title}, ${content}, ${JSON.stringify(pictures)}::jsonb, ${now})
    on conflict (user_id, place) do nothing returning ${columns}`.execute(trx)
  return rows[0]
}

/** Keeps a draft over the one that was read; undefined when that isn't the last one, or was sent or dropped. */
export async function replaceDraft(
  trx: Database,
  userId: number,
  { place, title, content, pictures }: DraftText,
  { version, now }: { version: number; now: Date },
): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    update forum_drafts set title = ${title}, content = ${content}, pictures = ${JSON.stringify(pictures)}::jsonb, saved_at = ${now}, version = version + 1
    where user_id = ${userId} and place = ${place} and version = ${version} returning ${columns}`.execute(trx)
  return rows[0]
}

/** Ends a draft: it was sent, or its author dropped it. */
export async function endDraft(trx: Database, userId: number, place: string, version?: number): Promise<boolean> {
  const { rows } = await sql`delete from forum_drafts where user_id = ${userId} and place = ${place}
    and (${version ?? null}::int is null or version = ${version ?? null}::int) returning id`.execute(trx)
  return rows.length > 0
}

/** Where a draft belongs: what of it there is. */
export async function findDraftHome(
  db: Database,
  { plateId, postId, userId }: { plateId: number | undefined; postId: number | undefined; userId: number },
): Promise<{ exists: boolean; isAuthor: boolean }> {
  if (plateId !== undefined) {
    const { rows } = await sql`select 1 from forum_plates where id = ${plateId}`.execute(db)
    return { exists: rows.length > 0, isAuthor: false }
  }
  const { rows } = await sql<{
    isAuthor: boolean
  }>`select user_id = ${userId} as is_author from forum_posts where id = ${postId ?? 0}`.execute(db)
  return { exists: rows.length > 0, isAuthor: rows[0]?.isAuthor ?? false }
}
