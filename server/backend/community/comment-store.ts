import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { activeAccount, publishedPost } from '#server/backend/db/predicates.ts'
import { countLimit, inOrder, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import type { PostComment, UserComment } from '#shared/contract/post.ts'
import { type AuthorColumns, authorColumns, toAuthor } from './post-store.ts'

/** Threads on a page of a post, as its page shows them. */
export const threadsOnPage = 20
/** Answers that stand in a thread at once; the others are paged. */
const answersShown = 20

interface CommentRow extends AuthorColumns {
  id: number
  rootId: number | null
  parentId: number | null
  content: string
  floor: number
  createdAt: Date
  isDeleted: boolean
  replyId: number | null
  replyNickname: string | null
  quoteId: number | null
  quoteFloor: number | null
  quoteNickname: string | null
  quoteContent: string | null
  pictures: { url: string; alt: string }[]
  likeCount: number
  isEdited: boolean
  answerCount: number
}

const nobody = { id: 0, nickname: '', headImg: null, isStaff: false }

const quoteOf = ({ quoteId, quoteFloor, quoteNickname, quoteContent }: CommentRow): PostComment['quote'] =>
  quoteId === null
    ? null
    : { id: quoteId, floor: quoteFloor ?? 0, nickname: quoteNickname ?? '', content: quoteContent ?? '' }

/** Nothing of a deleted comment goes out but its floor. */
function toComment(row: CommentRow, children: PostComment[] = []): PostComment {
  const { isDeleted } = row
  return {
    id: row.id,
    content: isDeleted ? '' : row.content,
    author: isDeleted ? nobody : toAuthor(row),
    floor: row.floor,
    createTime: row.createdAt.getTime(),
    isDeleted,
    replyTo: isDeleted || row.replyId === null ? null : { id: row.replyId, nickname: row.replyNickname ?? '' },
    quote: isDeleted ? null : quoteOf(row),
    pictures: isDeleted ? [] : row.pictures,
    likeCount: isDeleted ? 0 : row.likeCount,
    isEdited: !isDeleted && row.isEdited,
    answerCount: row.answerCount,
    children,
  }
}

/** Characters of a comment that is cited. */
const quoteLength = 120

const columns = sql`c.id, c.root_id, c.parent_id, c.content, c.floor, c.created_at, c.deleted_at is not null as is_deleted,
  case when ${activeAccount('w')} then w.id when w.id is not null then 0 end as reply_id, w.nickname as reply_nickname,
  c.quote_id, q.floor as quote_floor, v.nickname as quote_nickname, case when ${publishedPost('q')} then left(q.content, ${sql.lit(quoteLength)}) end as quote_content,
  c.like_count, c.edited_at is not null as is_edited,
  coalesce((select json_agg(json_build_object('url', k.url, 'alt', k.alt) order by k.sort) from forum_comment_pictures k where k.comment_id = c.id), '[]') as pictures,
  case when c.root_id is null then (select count(*)::int from (select 1 from forum_comments k where k.root_id = c.id and k.status = ${sql.lit(PostStatus.published)} limit ${sql.lit(countLimit)}) k)
    else 0 end as answer_count, ${authorColumns}`
// whom it answers is told only inside a thread, and not when that comment is gone
const joins = sql`join users u on u.id = c.user_id
  left join forum_comments a on a.id = c.parent_id and a.id <> c.root_id and a.deleted_at is null left join users w on w.id = a.user_id
  left join forum_comments q on q.id = c.quote_id left join users v on v.id = q.user_id and ${publishedPost('q')}`

/** A page of threads; deleted comments keep their floor, so that no thread moves to another page. */
export async function listThreads(
  db: Database,
  postId: number,
  order: 'floor' | 'new',
  page: PageInput,
): Promise<{ threads: PostComment[]; total: number }> {
  const direction = order === 'new' ? sql`desc` : sql`asc`
  const [ids, total] = await Promise.all([
    sql<{
      id: number
    }>`select c.id from forum_comments c where c.post_id = ${postId} and c.root_id is null and c.status = ${sql.lit(PostStatus.published)}
      order by c.floor ${direction} limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from
      (select 1 from forum_comments c where c.post_id = ${postId} and c.root_id is null and c.status = ${sql.lit(PostStatus.published)} limit ${countLimit}) found`.execute(
      db,
    ),
  ])
  const rootIds = ids.rows.map((row) => row.id)
  return { threads: await findThreads(db, rootIds), total: total.rows[0]?.total ?? 0 }
}

async function findThreads(db: Database, rootIds: readonly number[]): Promise<PostComment[]> {
  if (rootIds.length === 0) return []
  const [roots, answers] = await Promise.all([
    sql<CommentRow>`select ${columns} from forum_comments c ${joins} where c.id = any(${rootIds}::bigint[])`.execute(
      db,
    ),
    sql<CommentRow>`select ${columns} from unnest(${rootIds}::bigint[]) as t(root)
      cross join lateral (select * from forum_comments k where k.root_id = t.root and k.status = ${sql.lit(PostStatus.published)} order by k.floor limit ${answersShown}) c ${joins}
      order by c.floor`.execute(db),
  ])
  const byRoot = Map.groupBy(answers.rows, (row) => row.rootId)
  return inOrder(roots.rows, rootIds).map((row) =>
    toComment(
      row,
      (byRoot.get(row.id) ?? []).map((answer) => toComment(answer)),
    ),
  )
}

/** The post of a thread, by its first comment. */
export async function findThreadPost(db: Database, rootId: number): Promise<number | undefined> {
  const { rows } = await sql<{ postId: number }>`select c.post_id from forum_comments c
    where c.id = ${rootId} and c.root_id is null and c.status = ${sql.lit(PostStatus.published)}`.execute(db)
  return rows[0]?.postId
}

/** A page of the answers of a thread, the oldest first. */
export async function listAnswers(
  db: Database,
  rootId: number,
  page: PageInput,
): Promise<{ answers: PostComment[]; total: number }> {
  const from = sql`from forum_comments k where k.root_id = ${rootId} and k.status = ${sql.lit(PostStatus.published)}`
  const [found, total] = await Promise.all([
    sql<CommentRow>`select ${columns} from (select k.* ${from} order by k.floor limit ${rowsOf(page)} offset ${offsetOf(page)}) c ${joins}
      order by c.floor`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from (select 1 ${from} limit ${countLimit}) found`.execute(db),
  ])
  return { answers: found.rows.map((row) => toComment(row)), total: total.rows[0]?.total ?? 0 }
}

interface UserCommentRow {
  commentId: number
  content: string
  postId: number
  postTitle: string
  floor: number
  before: number
  createdAt: Date
}

/** Comments that a user wrote under published posts, the latest first. */
export async function listUserComments(
  db: Database,
  userId: number,
  page: PageInput,
): Promise<{ comments: UserComment[]; total: number }> {
  const from = sql`from forum_comments c join forum_posts p on p.id = c.post_id and ${publishedPost('p')}
    join forum_plates l on l.id = p.plate_id and l.enabled where c.user_id = ${userId} and ${publishedPost('c')}`
  const [found, total] = await Promise.all([
    sql<UserCommentRow>`select c.id as comment_id, c.content, p.id as post_id, p.title as post_title, c.floor, c.created_at,
      (select count(*)::int from (select 1 from forum_comments b where b.post_id = c.post_id and b.root_id is null and b.status = ${sql.lit(PostStatus.published)}
        and b.floor < coalesce((select t.floor from forum_comments t where t.id = c.root_id), c.floor)
        limit ${sql.lit(countLimit)}) earlier) as before
      ${from} order by c.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(db),
    countUserComments(db, userId),
  ])
  const comments = found.rows.map(({ before, createdAt, ...row }) => ({
    ...row,
    page: Math.floor(before / threadsOnPage) + 1,
    createTime: createdAt.getTime(),
  }))
  return { comments, total }
}

/** As many as `listUserComments` lists, up to `countLimit`. */
export async function countUserComments(db: Database, userId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (select 1 from forum_comments c
    join forum_posts p on p.id = c.post_id and ${publishedPost('p')} join forum_plates l on l.id = p.plate_id and l.enabled
    where c.user_id = ${userId} and ${publishedPost('c')} limit ${countLimit}) found`.execute(db)
  return rows[0]?.total ?? 0
}
