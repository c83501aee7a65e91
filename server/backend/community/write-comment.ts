import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import { missing } from '#server/backend/http/missing.ts'
import { withoutControls } from '#server/backend/content/html/safe-attributes.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PostStatus, type SubmissionCode } from '#shared/contract/enums.ts'
import { commentLength } from '#shared/contract/forum-lengths.ts'
import { commentEditMs } from '#shared/rules/forum-rules.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { isEmptyText, lengthOf, ownPictures } from './clean-post.ts'
import {
  type CommentPicture,
  findCommentByToken,
  findOpenPost,
  findOwnComment,
  findShownComment,
  hasSameComment,
  insertComment,
  listPeople,
  type OwnCommentRow,
  setCommentText,
  setCommentWaiting,
} from './comment-writer-store.ts'
import { endDraft } from './draft-store.ts'
import { textHash } from './post-text.ts'
import { postTags, publishComment, restoreComment, tellPages, unpublishComment } from './publication.ts'
import { holdPost } from './publication-store.ts'
import { reviewVerdict } from './review-policy.ts'
import { refuseAtOnce, submissionOf } from './write-post.ts'
import { holdWriter, restoreMs } from './writer-store.ts'

/** Texts of so many characters aren't said twice by chance. */
const longText = 30

interface SentComment {
  readonly postId: number
  readonly content: string
  readonly parentId?: number | undefined
  readonly quoteId?: number | undefined
  readonly images: readonly CommentPicture[]
  readonly mentionIds: readonly number[]
  readonly clientToken?: string | undefined
}

interface Sent {
  id: number
  submissionCode: SubmissionCode
}

/** A comment's words as they are kept: line breaks stay, four in a row become two. Throws 4004 in words. */
function cleanComment(content: string): string {
  const clean = withoutControls(content)
    .replace(/[\u200e\u200f\u2066-\u2069]/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  if (isEmptyText(clean)) throw new ApiError(Code.Toast, '写点内容再发')
  if (lengthOf(clean) > commentLength)
    throw new ApiError(Code.Toast, `回复最多 ${commentLength.toLocaleString('en')} 个字`)
  return clean
}

async function checkPictures(ctx: CallContext, userId: number, images: readonly CommentPicture[]): Promise<void> {
  const urls = images.map(({ url }) => url)
  const own = await ownPictures(ctx.db, userId, urls)
  if (urls.some((url) => !own.has(url)) || new Set(urls).size !== urls.length)
    throw new ApiError(Code.Toast, '有图片没有上传成功，请重新上传')
}

const goneComment = (): ApiError => new ApiError(Code.Toast, '你要回复的那一楼已经不在了')

/** Sends a comment; runs in the call's transaction. */
export async function addComment(ctx: CallContext, session: Session, sent: SentComment): Promise<Sent> {
  const { userId } = session
  const now = new Date(ctx.clock.now())
  await holdWriter(ctx.db, userId, now)
  const before = sent.clientToken === undefined ? undefined : await findCommentByToken(ctx.db, userId, sent.clientToken)
  if (before) return submissionOf(before)
  const { postId } = sent
  // held before anything of it is read: whoever deletes it comes before or after
  await holdPost(ctx.db, postId)
  const post = await findOpenPost(ctx.db, postId)
  if (!post) throw await missing(ctx.db, 'post', postId)
  const content = cleanComment(sent.content)
  const parent = sent.parentId === undefined ? undefined : await findShownComment(ctx.db, postId, sent.parentId)
  if (sent.parentId !== undefined && !parent) throw goneComment()
  if (sent.quoteId !== undefined && !(await findShownComment(ctx.db, postId, sent.quoteId)))
    throw new ApiError(Code.Toast, '你引用的那一楼已经不在了')
  await checkPictures(ctx, userId, sent.images)
  const mentionIds = [...new Set(sent.mentionIds)]
  const people =
    mentionIds.length === 0 ? [] : await listPeople(ctx.db, postId, { ids: mentionIds, most: mentionIds.length })
  if (people.length < mentionIds.length) throw new ApiError(Code.Toast, '只能 @ 这篇帖子里的人')
  const hash = textHash(content)
  const same = { userId, postId, textHash: hash, isLong: lengthOf(content) >= longText }
  if (await hasSameComment(ctx.db, same, new Date(now.getTime() - dayMs)))
    throw new ApiError(Code.Toast, '同样的内容你已经发过了')
  const verdict = await reviewVerdict(ctx.db, {
    authorId: userId,
    plateId: post.plateId,
    text: content,
    kind: 'comment',
  })
  refuseAtOnce(verdict)
  await ctx.limits.take('forumReply', String(userId))
  const id = await insertComment(
    ctx.db,
    {
      postId,
      userId,
      parentId: parent?.id ?? null,
      rootId: parent ? (parent.rootId ?? parent.id) : null,
      quoteId: sent.quoteId ?? null,
      content,
      textHash: hash,
      clientToken: sent.clientToken ?? null,
    },
    { pictures: sent.images, mentionIds, now },
  )
  if (verdict.status === PostStatus.published) tellPages(ctx, await publishComment(ctx.db, { commentId: id, at: now }))
  await endDraft(ctx.db, userId, parent ? `thread/${postId}/${parent.id}` : `thread/${postId}`)
  return submissionOf({ id, status: verdict.status })
}

const gone = (): ApiError => new ApiError(Code.NotFound, '没有找到这条回复')

/** The caller's own comment, its post held; throws 404 for every other. */
async function holdOwn(ctx: CallContext, { userId }: Session, id: number): Promise<OwnCommentRow> {
  const found = await findOwnComment(ctx.db, id, userId)
  if (found) await holdPost(ctx.db, found.postId)
  const comment = found && (await findOwnComment(ctx.db, id, userId))
  if (!comment) throw gone()
  return comment
}

interface CommentEdit {
  readonly id: number
  readonly content: string
  readonly images: readonly CommentPicture[]
  readonly version: number
}

/** Another text for one's own comment. A public one that must be looked at again is out of sight until then; its floor stays. */
export async function updateComment(ctx: CallContext, session: Session, edit: CommentEdit): Promise<Sent> {
  const { userId } = session
  const now = new Date(ctx.clock.now())
  await holdWriter(ctx.db, userId, now)
  const comment = await holdOwn(ctx, session, edit.id)
  if (comment.deletedAt !== null) throw new ApiError(Code.Gone, '这条回复已经删除')
  if (!comment.postShown) throw new ApiError(Code.Toast, '帖子已经不在了，回复不能再改')
  const isPublic = comment.status === PostStatus.published
  if (isPublic) refuseLate(comment, now)
  const content = cleanComment(edit.content)
  await checkPictures(ctx, userId, edit.images)
  const { plateId, postId } = comment
  const verdict = await reviewVerdict(ctx.db, { authorId: userId, plateId, text: content, kind: 'comment' })
  refuseAtOnce(verdict)
  await ctx.limits.take('forumEdit', String(userId))
  const text = { id: edit.id, version: edit.version, content, textHash: textHash(content) }
  const becomesPublic = verdict.status === PostStatus.published
  if (!(await setCommentText(ctx.db, text, { pictures: edit.images, isPublic: isPublic && becomesPublic, now })))
    throw new ApiError(Code.Toast, '这条回复刚刚在别处改过了，刷新后再改；写好的内容还在')
  if (isPublic && !becomesPublic)
    tellPages(ctx, await unpublishComment(ctx.db, { commentId: edit.id, at: now, status: PostStatus.pending }))
  else if (!isPublic && becomesPublic) tellPages(ctx, await publishComment(ctx.db, { commentId: edit.id, at: now }))
  else if (!isPublic) await setCommentWaiting(ctx.db, edit.id)
  else tellPages(ctx, { tags: postTags({ id: postId, plateId, userId }), hard: false })
  return submissionOf({ id: edit.id, status: verdict.status })
}

function refuseLate({ publishedAt, isAnswered }: OwnCommentRow, now: Date): void {
  if (isAnswered) throw new ApiError(Code.Toast, '已经有人回复了，不能再改')
  if (publishedAt === null || now.getTime() - publishedAt.getTime() >= commentEditMs)
    throw new ApiError(Code.Toast, '发出超过 10 分钟，不能再改了')
}

/** Deletes one's own comment; its floor and its answers stay. Twice is once. */
export async function deleteComment(ctx: CallContext, session: Session, id: number): Promise<true> {
  const comment = await holdOwn(ctx, session, id)
  if (comment.deletedAt !== null && comment.deletedBy !== session.userId) throw gone()
  tellPages(
    ctx,
    await unpublishComment(ctx.db, { commentId: id, at: new Date(ctx.clock.now()), deletedBy: session.userId }),
  )
  return true
}

/** Brings back what its author deleted less than seven days ago. */
export async function restoreOwnComment(ctx: CallContext, session: Session, id: number): Promise<Sent> {
  const comment = await holdOwn(ctx, session, id)
  if (comment.deletedAt === null) return submissionOf(comment)
  if (comment.deletedBy !== session.userId) throw gone()
  if (ctx.clock.now() - comment.deletedAt.getTime() >= restoreMs)
    throw new ApiError(Code.Gone, '删除超过 7 天，找不回来了')
  tellPages(ctx, await restoreComment(ctx.db, { commentId: id }))
  return submissionOf(comment)
}
