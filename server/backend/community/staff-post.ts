import { refuseOneself } from '#server/backend/audit/staff-call.ts'
import type { Handler } from '#server/backend/http/binding.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import type { postApi } from '#shared/contract/post.ts'
import { getPost } from './post-detail.ts'
import { makePostToken, postLinkMs } from './post-link.ts'
import { postTags, publishPost, tellPages } from './publication.ts'
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

/** Hiding is a decision: with clause, reason and appeal, by the calls that make one. */
function refuseHiding(from: number, to: number | undefined): void {
  if (to === undefined || to === PostStatus.published || to === from) return
  const by = from === PostStatus.pending ? '“处理待审和举报”退回' : '“移除帖子和回复”移除'
  throw new ApiError(Code.Toast, `不让别人看到要写明条款和理由，请用${by}`)
}

/** Publishes, pins or marks a post as essence; the counters of its plate follow. */
export const staffSet: Handler<typeof postApi.staffSet> = async (ctx, { id, status, isTop, isEssence }, session) => {
  const at = new Date(ctx.clock.now())
  await ctx.tx(async (trx) => {
    const post = await findMarks(trx, id)
    if (!post) throw new ApiError(Code.NotFound)
    refuseOneself(session, post.userId, '管理自己的帖子')
    refuseHiding(post.status, status)
    if (status === PostStatus.published) await publishPost(trx, { postId: id, at })
    await setMarks(trx, id, { isTop: isTop ?? post.isTop, isEssence: isEssence ?? post.isEssence })
    const before = { status: post.status, isTop: post.isTop, isEssence: post.isEssence }
    const after = { status: status ?? post.status, isTop: isTop ?? post.isTop, isEssence: isEssence ?? post.isEssence }
    await ctx.acts.record(trx, { action: 'post.set', subject: 'post', subjectId: id, before, after })
    tellPages(ctx, { tags: postTags({ id, ...post }), hard: false })
  })
  return null
}
