import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { publishedPost } from '#server/backend/db/predicates.ts'
import { PostStatus } from '#shared/contract/enums.ts'

export interface WaitingRow {
  id: number
  parentId: number | null
  content: string
  pictures: { url: string; alt: string }[]
  status: PostStatus
  version: number
  sentAt: Date
  quoteId: number | null
  quoteFloor: number | null
  quoteNickname: string | null
  quoteContent: string | null
  reason: string | null
  reviewId: number | null
}

const mostWaiting = 50

/** Comments of somebody under a post that nobody else sees: they wait, or were refused. The oldest first. */
export async function listWaiting(db: Database, postId: number, userId: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select c.id, c.parent_id, c.content, c.status, c.text_version as version, coalesce(c.sent_at, c.created_at) as sent_at,
      coalesce((select json_agg(json_build_object('url', k.url, 'alt', k.alt) order by k.sort) from forum_comment_pictures k where k.comment_id = c.id), '[]') as pictures,
      q.id as quote_id, q.floor as quote_floor, w.nickname as quote_nickname, q.content as quote_content, r.reason, r.id as review_id
    from forum_comments c
    left join forum_comments q on q.id = c.quote_id and ${publishedPost('q')} left join users w on w.id = q.user_id
    left join lateral (select f.id, f.reason from forum_reviews f where f.target = 'comment' and f.target_id = c.id and f.author_id = c.user_id
      and f.result = ${sql.lit(PostStatus.rejected)} order by f.id desc limit 1) r on c.status = ${sql.lit(PostStatus.rejected)}
    where c.post_id = ${postId} and c.user_id = ${userId} and c.deleted_at is null and c.status <> ${sql.lit(PostStatus.published)}
    order by c.id limit ${mostWaiting}`.execute(db)
  return rows
}

/** Public comments of somebody under a post, the last first. */
export async function listOwnShown(
  db: Database,
  postId: number,
  userId: number,
): Promise<{ id: number; version: number; publishedAt: Date; isAnswered: boolean }[]> {
  const { rows } = await sql<{ id: number; version: number; publishedAt: Date; isAnswered: boolean }>`
    select c.id, c.text_version as version, coalesce(c.published_at, c.created_at) as published_at,
      exists (select 1 from forum_comments k where k.parent_id = c.id and ${publishedPost('k')}) as is_answered
    from forum_comments c where c.post_id = ${postId} and c.user_id = ${userId} and ${publishedPost('c')}
    order by c.id desc limit 1000`.execute(db)
  return rows
}
