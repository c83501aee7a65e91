import { refuseOneself } from '#server/backend/audit/staff-call.ts'
import type { Handler } from '#server/backend/http/binding.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import type { postApi } from '#shared/contract/post.ts'
import { getPost } from './post-detail.ts'
import { makePostToken, postLinkMs } from './post-link.ts'
import { postTags, publishPost, tellPages, unpublishPost } from './publication.ts'
import { findMarks, setMarks } from './publication-store.ts'

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
  const at = new Date(ctx.clock.now())
  await ctx.tx(async (trx) => {
    const post = await findMarks(trx, id)
    if (!post) throw new ApiError(Code.NotFound)
    refuseOneself(session, post.userId, '管理自己的帖子')
    const change =
      status === PostStatus.published
        ? await publishPost(trx, { postId: id, at })
        : status !== undefined && status !== post.status
          ? await unpublishPost(trx, { postId: id, at, status })
          : undefined
    await setMarks(trx, id, { isTop: isTop ?? post.isTop, isEssence: isEssence ?? post.isEssence })
    const before = { status: post.status, isTop: post.isTop, isEssence: post.isEssence }
    const after = { status: status ?? post.status, isTop: isTop ?? post.isTop, isEssence: isEssence ?? post.isEssence }
    await ctx.acts.record(trx, { action: 'post.set', subject: 'post', subjectId: id, before, after })
    tellPages(ctx, { tags: postTags({ id, ...post }), hard: change?.hard ?? false })
  })
  return null
}
