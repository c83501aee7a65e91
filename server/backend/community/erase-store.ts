import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { ForumTarget } from '#shared/contract/enums.ts'

/** What stands where words were: titles and comments aren't empty. */
const erased = sql.lit('已删除')

/** Somebody still decides about a text, or is asked to think again: `about` says of a decision or case (`d`) whether it is about it. */
const underWay = (about: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select 1 from forum_cases d where ${about} and d.closed_at is null)
  or exists (select 1 from forum_decisions d where ${about} and d.told_at is null and d.taken_back_at is null and d.lapsed_at is null)
  or exists (select 1 from forum_decisions d join forum_appeals a on a.decision_id = d.id where ${about} and a.decided_at is null))`

interface Due {
  /** Deleted before this. */
  readonly before: Date
  readonly now: Date
  readonly most: number
}

/** Erases posts that their authors deleted, with what they were to become; answers how many. What the staff removed stays as what was decided about. */
export async function eraseDeletedPosts(trx: Database, { before, now, most }: Due): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select p.id from forum_posts p where p.deleted_at <= ${before} and p.erased_at is null and p.removed_at is null and p.deleted_by = p.user_id
      and not ${underWay(sql`d.post_id = p.id`)} order by p.deleted_at limit ${most} for update of p skip locked`.execute(
    trx,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql`update forum_posts set title = ${erased}, content_html = '', summary = '', cover_img = null, text_hash = null, erased_at = ${now}
    where id = any(${ids}::bigint[])`.execute(trx)
  await sql`delete from forum_post_revisions where post_id = any(${ids}::bigint[])`.execute(trx)
  // answers that others are writing there are theirs
  await sql`delete from forum_drafts where post_id = any(${ids}::bigint[]) and place = 'post/' || post_id`.execute(trx)
  return ids.length
}

/** The same for comments: only their floor is left. */
export async function eraseDeletedComments(trx: Database, { before, now, most }: Due): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select c.id from forum_comments c where c.deleted_at <= ${before} and c.erased_at is null and c.removed_at is null and c.deleted_by = c.user_id
      and not ${underWay(sql`d.target = ${sql.lit(ForumTarget.comment)} and d.target_id = c.id`)}
      order by c.deleted_at limit ${most} for update of c skip locked`.execute(trx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql`update forum_comments set content = ${erased}, text_hash = null, erased_at = ${now} where id = any(${ids}::bigint[])`.execute(
    trx,
  )
  await sql`delete from forum_comment_pictures where comment_id = any(${ids}::bigint[])`.execute(trx)
  await sql`delete from forum_mentions where comment_id = any(${ids}::bigint[])`.execute(trx)
  return ids.length
}
