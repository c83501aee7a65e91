import { sql } from 'kysely'
import { PostStatus } from '#shared/contract/enums.ts'
import type { Eraser } from './erasers-store.ts'

/**
 * What was published in the forum stays under no name; what was never published goes, and so does who looked at whose page, liked, collected,
 * was called by name or hadn't sent it yet. The counts follow.
 */
export const eraseForum: Eraser = async (trx, { userId, now }) => {
  await trx
    .deleteFrom('forumVisits')
    .where((eb) => eb.or([eb('forumVisits.ownerId', '=', userId), eb('forumVisits.visitorId', '=', userId)]))
    .execute()
  await trx.deleteFrom('forumDrafts').where('forumDrafts.userId', '=', userId).execute()
  await trx.deleteFrom('forumMentions').where('forumMentions.userId', '=', userId).execute()
  await trx.deleteFrom('forumCommentNotices').where('forumCommentNotices.userId', '=', userId).execute()
  await sql`with gone as (delete from forum_post_likes where user_id = ${userId} returning post_id)
    update forum_posts p set like_count = greatest(p.like_count - 1, 0) from gone where p.id = gone.post_id`.execute(
    trx,
  )
  await sql`with gone as (delete from forum_comment_likes where user_id = ${userId} returning comment_id)
    update forum_comments c set like_count = greatest(c.like_count - 1, 0) from gone where c.id = gone.comment_id`.execute(
    trx,
  )
  await sql`with gone as (delete from forum_collections where user_id = ${userId} returning post_id)
    update forum_posts p set collect_count = greatest(p.collect_count - 1, 0) from gone where p.id = gone.post_id`.execute(
    trx,
  )
  const deleted = { deletedAt: now, deletedBy: userId }
  await trx
    .updateTable('forumPosts')
    .set(deleted)
    .where('forumPosts.userId', '=', userId)
    .where('forumPosts.status', '!=', PostStatus.published)
    .where('forumPosts.deletedAt', 'is', null)
    .execute()
  await trx
    .updateTable('forumComments')
    .set(deleted)
    .where('forumComments.userId', '=', userId)
    .where('forumComments.status', '!=', PostStatus.published)
    .where('forumComments.deletedAt', 'is', null)
    .execute()
}
