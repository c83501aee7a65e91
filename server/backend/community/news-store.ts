import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { publishedPost } from '#server/backend/db/predicates.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import type { NoticeReason } from '#shared/contract/enums.ts'
import { threadsOnPage } from './comment-store.ts'
import { type AuthorColumns, authorColumns } from './post-store.ts'

interface NoticeRow extends AuthorColumns {
  id: number
  commentId: number
  postId: number
  postTitle: string
  content: string
  reason: NoticeReason
  floor: number
  before: number
  at: Date
  read: boolean
}

const shownNotices = sql`from forum_comment_notices n join forum_comments c on c.id = n.comment_id and ${publishedPost('c')}
  join forum_posts p on p.id = c.post_id and ${publishedPost('p')} join forum_plates l on l.id = p.plate_id and l.enabled`

/** Comments that somebody is told of and that are still public, the last first. */
export async function listNotices(
  db: Database,
  userId: number,
  page: PageInput,
): Promise<{ notices: (NoticeRow & { page: number })[]; total: number }> {
  const [found, total] = await Promise.all([
    sql<NoticeRow>`select n.id, c.id as comment_id, p.id as post_id, p.title as post_title, c.content, n.reason, c.floor,
      coalesce(c.published_at, c.created_at) as at, n.seen_at is not null as read,
      (select count(*)::int from (select 1 from forum_comments b where b.post_id = c.post_id and b.root_id is null and b.status = ${sql.lit(PostStatus.published)}
        and b.floor < coalesce((select t.floor from forum_comments t where t.id = c.root_id), c.floor) limit ${sql.lit(countLimit)}) earlier) as before,
      ${authorColumns}
      ${shownNotices} join users u on u.id = c.user_id where n.user_id = ${userId}
      order by n.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(db),
    sql<{
      total: number
    }>`select count(*)::int as total from (select 1 ${shownNotices} where n.user_id = ${userId} limit ${countLimit}) found`.execute(
      db,
    ),
  ])
  const notices = found.rows.map((row) => ({ ...row, page: Math.floor(row.before / threadsOnPage) + 1 }))
  return { notices, total: total.rows[0]?.total ?? 0 }
}

export interface ReviewRow {
  id: number
  target: 'post' | 'revision' | 'comment'
  postId: number
  title: string
  result: typeof PostStatus.published | typeof PostStatus.rejected
  reason: string | null
  at: Date
  read: boolean
}

/** Decisions on what somebody wrote, the last first. */
export async function listReviews(
  db: Database,
  userId: number,
  page: PageInput,
): Promise<{ reviews: ReviewRow[]; total: number }> {
  const [found, total] = await Promise.all([
    sql<ReviewRow>`select r.id, r.target, p.id as post_id, coalesce(v.title, p.title) as title, r.result, r.reason, r.at, r.seen_at is not null as read
      from forum_reviews r left join forum_post_revisions v on r.target = 'revision' and v.id = r.target_id
      left join forum_comments c on r.target = 'comment' and c.id = r.target_id
      join forum_posts p on p.id = case r.target when 'post' then r.target_id when 'revision' then v.post_id else c.post_id end
      where r.author_id = ${userId} order by r.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(db),
    sql<{
      total: number
    }>`select count(*)::int as total from (select 1 from forum_reviews where author_id = ${userId} limit ${countLimit}) found`.execute(
      db,
    ),
  ])
  return { reviews: found.rows, total: total.rows[0]?.total ?? 0 }
}

const mostUnread = 100

/** How much of both somebody hasn't seen, each up to a hundred. */
export async function countNews(db: Database, userId: number): Promise<{ comments: number; reviews: number }> {
  const { rows } = await sql<{ comments: number; reviews: number }>`select
    (select count(*)::int from (select 1 ${shownNotices} where n.user_id = ${userId} and n.seen_at is null limit ${mostUnread}) a) as comments,
    (select count(*)::int from (select 1 from forum_reviews where author_id = ${userId} and seen_at is null limit ${mostUnread}) b) as reviews`.execute(
    db,
  )
  return rows[0] ?? { comments: 0, reviews: 0 }
}

/** Notes that somebody has seen everything of a kind up to a number. */
export async function markSeen(
  trx: Database,
  userId: number,
  { kind, upTo, now }: { kind: 'comment' | 'review'; upTo: number; now: Date },
): Promise<void> {
  if (kind === 'comment')
    await sql`update forum_comment_notices set seen_at = ${now} where user_id = ${userId} and id <= ${upTo} and seen_at is null`.execute(
      trx,
    )
  else
    await sql`update forum_reviews set seen_at = ${now} where author_id = ${userId} and id <= ${upTo} and seen_at is null`.execute(
      trx,
    )
}
