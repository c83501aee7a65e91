import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'
import { sql } from 'kysely'
import { refuseOneself } from '#server/backend/audit/staff-call.ts'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { refreshSearchLater } from '#server/backend/catalogue/search/index-job.ts'
import type { Handler } from '#server/backend/http/binding.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import type { postApi } from '#shared/contract/post.ts'
import { getPost } from './post-detail.ts'
import { makePostToken, postLinkMs } from './post-link.ts'

/** An address that shows a post before it is published. */
export const staffLink: Handler<typeof postApi.staffLink> = async (ctx, input, session) => {
  const post = await getPost(ctx, input, session)
  const expireTime = ctx.clock.now() + postLinkMs
  return {
    url: `/bbs/detail/encrypt?${new URLSearchParams({ id: makePostToken(ctx, post.id, expireTime) })}`,
    expireTime,
  }
}

/** Publishes, hides, pins or marks a post as essence; the counters of its plate follow. */
export const staffSet: Handler<typeof postApi.staffSet> = async (ctx, { id, status, isTop, isEssence }, session) => {
  const now = new Date(ctx.clock.now())
  const { post, vanishes } = await ctx.tx(async (trx) => {
    const post = await trx
      .selectFrom('forumPosts')
      .select(['forumPosts.plateId', 'forumPosts.userId', 'forumPosts.status', 'forumPosts.publishedAt'])
      .select(['forumPosts.isTop', 'forumPosts.isEssence'])
      .where('forumPosts.id', '=', id)
      .where('forumPosts.deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!post) throw new ApiError(Code.NotFound)
    refuseOneself(session, post.userId, '管理自己的帖子')
    const appears = status === PostStatus.published && post.status !== PostStatus.published
    const vanishes = status !== undefined && status !== PostStatus.published && post.status === PostStatus.published
    const isFirst = appears && post.publishedAt === null
    await trx
      .updateTable('forumPosts')
      .set({
        version: sql`version + 1`,
        ...(status === undefined ? {} : { status }),
        ...(isTop === undefined ? {} : { isTop }),
        ...(isEssence === undefined ? {} : { isEssence }),
        ...(isFirst ? { publishedAt: now, activeAt: now } : {}),
      })
      .where('forumPosts.id', '=', id)
      .execute()
    if (appears || vanishes) {
      await trx
        .updateTable('forumPlates')
        .set({ postCount: appears ? sql`post_count + 1` : sql`greatest(post_count - 1, 0)` })
        .where('forumPlates.id', '=', post.plateId)
        .execute()
    }
    if (isFirst) {
      await trx
        .insertInto('forumDayCounts')
        .values({ plateId: post.plateId, day: shanghaiDay(now.getTime()), posts: 1 })
        .onConflict((conflict) =>
          conflict.columns(['plateId', 'day']).doUpdateSet({ posts: sql`forum_day_counts.posts + 1` }),
        )
        .execute()
    }
    const before = { status: post.status, isTop: post.isTop, isEssence: post.isEssence }
    const after = { status: status ?? post.status, isTop: isTop ?? post.isTop, isEssence: isEssence ?? post.isEssence }
    await ctx.acts.record(trx, { action: 'post.set', subject: 'post', subjectId: id, before, after })
    return { post, vanishes }
  })
  const tags = [tagOf('post', id), tagOf('plate', post.plateId), tagOf('bbs-user', post.userId), tagOfAll('bbs')]
  ctx.purge(tags, vanishes ? 'hard' : 'soft')
  refreshSearchLater(ctx)
  return null
}
