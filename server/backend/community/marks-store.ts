import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { publishedPost } from '#server/backend/db/predicates.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'

/** What can be marked by learners. */
type Marks = 'like' | 'commentLike' | 'collection'

const places: Readonly<
  Record<
    Marks,
    { table: RawBuilder<unknown>; key: RawBuilder<unknown>; of: RawBuilder<unknown>; count: RawBuilder<unknown> }
  >
> = {
  like: { table: sql`forum_post_likes`, key: sql`post_id`, of: sql`forum_posts`, count: sql`like_count` },
  commentLike: {
    table: sql`forum_comment_likes`,
    key: sql`comment_id`,
    of: sql`forum_comments`,
    count: sql`like_count`,
  },
  collection: { table: sql`forum_collections`, key: sql`post_id`, of: sql`forum_posts`, count: sql`collect_count` },
}

/** Sets a mark as it is wanted and answers how many there are then: the same again changes nothing. */
export async function setMark(
  trx: Database,
  kind: Marks,
  { id, userId, wanted, at }: { id: number; userId: number; wanted: boolean; at: Date },
): Promise<number> {
  const { table, key, of, count } = places[kind]
  const changed = wanted
    ? await sql`insert into ${table} (${key}, user_id, at) values (${id}, ${userId}, ${at}) on conflict do nothing returning 1`.execute(
        trx,
      )
    : await sql`delete from ${table} where ${key} = ${id} and user_id = ${userId} returning 1`.execute(trx)
  const by = changed.rows.length === 0 ? 0 : wanted ? 1 : -1
  const { rows } = await sql<{ count: number }>`update ${of} set ${count} = greatest(${count} + ${by}::int, 0)
    where id = ${id} returning ${count} as count`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Whether a comment is public, and which post it stands under. */
export async function findMarkedComment(db: Database, id: number): Promise<{ postId: number } | undefined> {
  const { rows } = await sql<{
    postId: number
  }>`select c.post_id from forum_comments c join forum_posts p on p.id = c.post_id
    join forum_plates l on l.id = p.plate_id and l.enabled where c.id = ${id} and ${publishedPost('c')} and ${publishedPost('p')}`.execute(
    db,
  )
  return rows[0]
}

interface Collected {
  id: number
  at: Date
  /** Everybody can read it. */
  isShown: boolean
}

/** Posts that somebody has collected, the last collected first. */
export async function listCollections(
  db: Database,
  userId: number,
  page: PageInput,
): Promise<{ collected: Collected[]; total: number }> {
  const from = sql`from forum_collections k where k.user_id = ${userId}`
  const [found, total] = await Promise.all([
    sql<Collected>`select k.post_id as id, k.at, ${publishedPost('p')} and l.enabled as is_shown
      from (select k.post_id, k.at ${from} order by k.at desc, k.post_id desc limit ${rowsOf(page)} offset ${offsetOf(page)}) k
      join forum_posts p on p.id = k.post_id join forum_plates l on l.id = p.plate_id order by k.at desc, k.post_id desc`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total from (select 1 ${from} limit ${countLimit}) found`.execute(db),
  ])
  return { collected: found.rows, total: total.rows[0]?.total ?? 0 }
}

/** What of a post and its comments somebody has marked. */
export async function findMarks(
  db: Database,
  postId: number,
  userId: number,
): Promise<{ isLiked: boolean; isCollected: boolean; likedComments: number[] }> {
  const { rows } = await sql<{ isLiked: boolean; isCollected: boolean; likedComments: number[] | null }>`
    select exists (select 1 from forum_post_likes where post_id = ${postId} and user_id = ${userId}) as is_liked,
      exists (select 1 from forum_collections where post_id = ${postId} and user_id = ${userId}) as is_collected,
      (select array_agg(l.comment_id) from (select l.comment_id from forum_comment_likes l join forum_comments c on c.id = l.comment_id
        where l.user_id = ${userId} and c.post_id = ${postId} order by l.comment_id desc limit 1000) l) as liked_comments`.execute(
    db,
  )
  const row = rows[0]
  return {
    isLiked: row?.isLiked ?? false,
    isCollected: row?.isCollected ?? false,
    likedComments: (row?.likedComments ?? []).map(Number),
  }
}
