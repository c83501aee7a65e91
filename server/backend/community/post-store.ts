import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { activeAccount, publishedPost } from '#server/backend/db/predicates.ts'
import { countLimit, inOrder, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import type { Author, PostCard } from '#shared/contract/post.ts'
import { countPlatePosts, listClosedPlateIds } from './plate-store.ts'

export type PostSort = 'active' | 'new' | 'hot' | 'essence'

export interface PostFilter {
  readonly plateId?: number | undefined
  readonly sort: PostSort
}

/** SQL columns of the author `u`; to be read with `toAuthor`. The key is 0 when the account isn't active: it has no page. */
export const authorColumns = sql`case when ${activeAccount('u')} then u.id else 0 end as author_id, u.nickname as author_nickname, u.head_img as author_head_img,
  (u.is_admin or exists (select 1 from user_roles r where r.user_id = u.id)) as author_is_staff`

export interface AuthorColumns {
  authorId: number
  authorNickname: string
  authorHeadImg: string | null
  authorIsStaff: boolean
}

export function toAuthor(row: AuthorColumns): Author {
  return { id: row.authorId, nickname: row.authorNickname, headImg: row.authorHeadImg, isStaff: row.authorIsStaff }
}

/** The ids of one page: an index scan in the order of the list, which touches no other table. */
export async function listPostIds(db: Database, { plateId, sort }: PostFilter, page: PageInput): Promise<number[]> {
  let query = db
    .selectFrom('forumPosts')
    .select('forumPosts.id')
    .where('forumPosts.status', '=', sql.lit(PostStatus.published))
    .where('forumPosts.deletedAt', 'is', null)
  if (plateId !== undefined) query = query.where('forumPosts.plateId', '=', plateId)
  else {
    const closed = await listClosedPlateIds(db)
    if (closed.length > 0) query = query.where('forumPosts.plateId', 'not in', closed)
  }
  if (sort === 'essence') query = query.where('forumPosts.isEssence', '=', sql.lit(true))
  if (sort === 'active' && plateId !== undefined) query = query.orderBy('forumPosts.isTop', 'desc')
  if (sort === 'new') query = query.orderBy('forumPosts.publishedAt', 'desc')
  else if (sort === 'hot') query = query.orderBy('forumPosts.commentCount', 'desc')
  else query = query.orderBy('forumPosts.activeAt', 'desc')
  const rows = await query.orderBy('forumPosts.id', 'desc').limit(rowsOf(page)).offset(offsetOf(page)).execute()
  return rows.map((row) => row.id)
}

/** How many posts the list has, at most `countLimit`; the plates know it, only essence posts are counted. */
export async function countPosts(db: Database, { plateId, sort }: PostFilter): Promise<number> {
  if (sort !== 'essence') return Math.min(countLimit, await countPlatePosts(db, plateId))
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from forum_posts p where ${publishedPost('p')} and p.is_essence
      and (${plateId ?? null}::bigint is null or p.plate_id = ${plateId ?? null}::bigint) limit ${countLimit}) found`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

interface CardRow extends AuthorColumns {
  id: number
  title: string
  summary: string
  plateId: number
  plateName: string
  commentCount: number
  viewCount: string | number
  createdAt: Date
  publishedAt: Date | null
  activeAt: Date
  isTop: boolean
  isEssence: boolean
  coverImg: string | null
  status: PostCard['status']
}

/** The cards of `ids` in their order, whatever their status; deleted posts are left out. */
export async function findPostCards(db: Database, ids: readonly number[]): Promise<PostCard[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CardRow>`
    select p.id, p.title, p.summary, p.plate_id, l.name as plate_name, p.comment_count, p.view_count, p.created_at, p.published_at, p.active_at,
      p.is_top, p.is_essence, p.cover_img, p.status, ${authorColumns}
    from forum_posts p join forum_plates l on l.id = p.plate_id join users u on u.id = p.user_id
    where p.id = any(${ids}::bigint[]) and p.deleted_at is null`.execute(db)
  return inOrder(rows, ids).map((row) => ({
    id: row.id,
    title: row.title,
    summary: row.summary,
    author: toAuthor(row),
    category: { id: row.plateId, name: row.plateName },
    commentCount: row.commentCount,
    viewCount: Number(row.viewCount),
    createTime: (row.publishedAt ?? row.createdAt).getTime(),
    activeTime: row.activeAt.getTime(),
    isTop: row.isTop,
    isEssence: row.isEssence,
    coverImg: row.coverImg,
    status: row.status,
  }))
}

/** Posts of the plate that came before a post, and where it has too few, the latest ones: every post is reached from others. */
export async function listOlderPostIds(
  db: Database,
  post: { id: number; plateId: number; publishedAt: Date },
  most: number,
): Promise<number[]> {
  const shown = sql`from forum_posts p where ${publishedPost('p')} and p.plate_id = ${post.plateId} and p.id <> ${post.id}`
  const { rows } = await sql<{
    id: number
  }>`select p.id ${shown} and (p.published_at, p.id) < (${post.publishedAt}, ${post.id})
    order by p.published_at desc, p.id desc limit ${most}`.execute(db)
  const older = rows.map((row) => row.id)
  if (older.length === most) return older
  const latest = await sql<{
    id: number
  }>`select p.id ${shown} order by p.published_at desc, p.id desc limit ${most}`.execute(db)
  return [...new Set([...older, ...latest.rows.map((row) => row.id)])].slice(0, most)
}

/** Posts of a user, the latest first; `all` with those that aren't published. */
export async function listUserPostIds(
  db: Database,
  userId: number,
  all: boolean,
  page: PageInput,
): Promise<{ ids: number[]; total: number }> {
  const shown = all ? sql`` : sql`and p.status = ${sql.lit(PostStatus.published)} and l.enabled`
  const from = sql`from forum_posts p join forum_plates l on l.id = p.plate_id where p.user_id = ${userId} and p.deleted_at is null ${shown}`
  const [ids, total] = await Promise.all([
    sql<{ id: number }>`select p.id ${from} order by p.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total from (select 1 ${from} limit ${countLimit}) found`.execute(db),
  ])
  return { ids: ids.rows.map((row) => row.id), total: total.rows[0]?.total ?? 0 }
}
