import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PostStatus, SubmissionCode } from '#shared/contract/enums.ts'
import { cleanPost, type SentPost } from './clean-post.ts'
import { endDraft } from './draft-store.ts'
import { publishPost, restorePost, tellPages, unpublishPost } from './publication.ts'
import { type PostText, setPostText } from './publication-store.ts'
import { postTags } from './publication.ts'
import { newcomerPosts, type ReviewVerdict, reviewVerdict } from './review-policy.ts'
import {
  countPublished,
  dropWaitingRevision,
  findLastRevision,
  findOwnPost,
  findPostByToken,
  hasSamePost,
  holdWriter,
  insertPost,
  isOpenPlate,
  type OwnPost,
  putRevision,
  resendPost,
  restoreMs,
} from './writer-store.ts'

interface Sent {
  id: number
  submissionCode: SubmissionCode
}

/** The code that a state is told by (spec §4). */
export const submissionOf = ({ id, status }: { id: number; status: number }): Sent => ({
  id,
  submissionCode: status === PostStatus.published ? SubmissionCode.published : SubmissionCode.pending,
})

/** What is refused at once is told so, and nothing is written: the draft stays. */
export function refuseAtOnce({ status, reason }: ReviewVerdict): void {
  if (status === PostStatus.rejected) throw new ApiError(Code.Toast, reason ?? '这段内容不能发布，请修改后再发')
}

const sameText = (): ApiError => new ApiError(Code.Toast, '同样的内容你已经发过了')
const gone = (): ApiError => new ApiError(Code.NotFound, '没有找到这篇帖子')

/** Sends a post; runs in the call's transaction. */
export async function addPost(
  ctx: CallContext,
  session: Session,
  { categoryId: plateId, clientToken, place, ...sent }: SentPost & NewPostInput,
): Promise<Sent> {
  const { userId } = session
  const now = new Date(ctx.clock.now())
  await holdWriter(ctx.db, userId, now)
  const before = clientToken === undefined ? undefined : await findPostByToken(ctx.db, userId, clientToken)
  if (before) return submissionOf(before)
  if (!(await isOpenPlate(ctx.db, plateId))) throw new ApiError(Code.Toast, '这个版块不收新帖子了，请换一个版块')
  const text = await cleanPost(ctx.db, session, sent)
  if (await hasSamePost(ctx.db, { userId, textHash: text.textHash })) throw sameText()
  const verdict = await reviewVerdict(ctx.db, {
    authorId: userId,
    plateId,
    kind: 'post',
    title: text.title,
    text: text.contentHtml,
  })
  refuseAtOnce(verdict)
  const isNew = (await countPublished(ctx.db, userId)) < newcomerPosts
  await ctx.limits.take('forumPost', String(userId))
  if (isNew) await ctx.limits.take('forumPostNewcomer', String(userId))
  const id = await insertPost(ctx.db, { ...text, userId, plateId, clientToken: clientToken ?? null }, now)
  if (verdict.status === PostStatus.published) tellPages(ctx, await publishPost(ctx.db, { postId: id, at: now }))
  if (place !== undefined) await endDraft(ctx.db, userId, place)
  return submissionOf({ id, status: verdict.status })
}

interface NewPostInput {
  readonly categoryId: number
  readonly clientToken?: string | undefined
  readonly place?: string | undefined
}

interface PostEdit {
  readonly id: number
  readonly title?: string | undefined
  readonly categoryId?: number | undefined
  readonly content?: string | undefined
  readonly version: number
}

/** The caller's own post for changing it; throws 404 for every other, 410 for a deleted one. */
async function holdOwn(ctx: CallContext, { userId }: Session, id: number): Promise<OwnPost> {
  const post = await findOwnPost(ctx.db, id, userId, true)
  if (!post) throw gone()
  if (post.deletedAt !== null) throw new ApiError(Code.Gone, '这篇帖子已经删除')
  return post
}

/** Sends another text in the place of a post's. */
export async function updatePost(ctx: CallContext, session: Session, edit: PostEdit): Promise<Sent> {
  const { userId } = session
  const now = new Date(ctx.clock.now())
  await holdWriter(ctx.db, userId, now)
  const post = await holdOwn(ctx, session, edit.id)
  if (post.textVersion !== edit.version)
    throw new ApiError(Code.Toast, '这篇帖子刚刚在别处改过了，刷新后再改；写好的内容还在')
  const plateId = edit.categoryId ?? post.plateId
  if (plateId !== post.plateId && post.publishedAt !== null) throw new ApiError(Code.Toast, '发布过的帖子不能换版块')
  if (!(await isOpenPlate(ctx.db, plateId))) throw new ApiError(Code.Toast, '这个版块已经关闭，不能再修改')
  const last = await findLastRevision(ctx.db, post.id)
  const shown = last && last.status !== PostStatus.published && post.status === PostStatus.published ? last : post
  const sent = { title: edit.title ?? shown.title, content: edit.content ?? shown.contentHtml }
  const text = await cleanPost(ctx.db, session, sent)
  if (await hasSamePost(ctx.db, { userId, textHash: text.textHash, except: post.id })) throw sameText()
  const kind = post.status === PostStatus.published ? 'revision' : 'post'
  const verdict = await reviewVerdict(ctx.db, {
    authorId: userId,
    plateId,
    kind,
    title: text.title,
    text: text.contentHtml,
  })
  refuseAtOnce(verdict)
  await ctx.limits.take('forumEdit', String(userId))
  const status = await putText(
    ctx,
    post,
    { ...text, plateId },
    { isPublic: verdict.status === PostStatus.published, now },
  )
  await endDraft(ctx.db, userId, `post/${post.id}`)
  return submissionOf({ id: post.id, status })
}

async function putText(
  ctx: CallContext,
  post: OwnPost,
  { plateId, ...text }: PostText & { readonly plateId: number },
  { isPublic, now }: { isPublic: boolean; now: Date },
): Promise<number> {
  if (post.status !== PostStatus.published) {
    await resendPost(ctx.db, post.id, { ...text, plateId }, now)
    if (isPublic) tellPages(ctx, await publishPost(ctx.db, { postId: post.id, at: now }))
  } else if (isPublic) {
    await dropWaitingRevision(ctx.db, post.id)
    await setPostText(ctx.db, post.id, text, now)
    tellPages(ctx, { tags: postTags(post), hard: false })
  } else await putRevision(ctx.db, post, text, now)
  return isPublic ? PostStatus.published : PostStatus.pending
}

/** Deletes one's own post, in whatever state it is. Twice is once. */
export async function deletePost(ctx: CallContext, { userId }: Session, id: number): Promise<true> {
  const post = await findOwnPost(ctx.db, id, userId, true)
  if (!post) throw gone()
  if (post.deletedAt !== null) {
    if (post.deletedBy === userId) return true
    throw new ApiError(Code.NotFound, '没有找到这篇帖子')
  }
  tellPages(ctx, await unpublishPost(ctx.db, { postId: id, at: new Date(ctx.clock.now()), deletedBy: userId }))
  return true
}

/** Brings back what its author deleted less than seven days ago. */
export async function restoreOwnPost(ctx: CallContext, { userId }: Session, id: number): Promise<Sent> {
  const post = await findOwnPost(ctx.db, id, userId, true)
  if (!post) throw gone()
  if (post.deletedAt === null) return submissionOf(post)
  if (post.deletedBy !== userId) throw gone()
  if (ctx.clock.now() - post.deletedAt.getTime() >= restoreMs)
    throw new ApiError(Code.Gone, '删除超过 7 天，找不回来了')
  tellPages(ctx, await restorePost(ctx.db, { postId: id }))
  return submissionOf(post)
}
