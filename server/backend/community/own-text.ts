import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import { answerMs } from '#shared/rules/forum-process.ts'
import { commentEditMs } from '#shared/rules/forum-rules.ts'
import { findMarks } from './marks-store.ts'
import { listOwnShown, listWaiting } from './own-comment-store.ts'
import { getPost } from './post-detail.ts'
import { findLastReview, findLastRevision, findOwnPost } from './writer-store.ts'

type OwnText = CallOutput<'GET /api/post/own-text'>
type Mine = CallOutput<'GET /api/post/mine'>

const dueOf = (status: number, sentAt: Date): number | null =>
  status === PostStatus.pending ? sentAt.getTime() + answerMs : null

/** One's own post as it is to be edited: the text that was sent last. Throws 404 for every other. */
export async function readOwnText(ctx: CallContext, { userId }: Session, id: number): Promise<OwnText> {
  const post = await findOwnPost(ctx.db, id, userId)
  if (!post) throw new ApiError(Code.NotFound, '没有找到这篇帖子')
  if (post.deletedAt !== null) throw new ApiError(Code.Gone, '这篇帖子已经删除')
  const last = post.status === PostStatus.published ? await findLastRevision(ctx.db, id) : undefined
  const revision = last && last.status !== PostStatus.published ? last : undefined
  const text = revision ?? post
  const sentAt = revision ? revision.createdAt : (post.sentAt ?? post.createdAt)
  const review =
    text.status === PostStatus.rejected
      ? await findLastReview(ctx.db, revision ? 'revision' : 'post', text.id)
      : undefined
  return {
    id,
    title: text.title,
    content: text.contentHtml,
    categoryId: post.plateId,
    status: post.status as PostStatus,
    version: post.textVersion,
    revision: revision ? { id: revision.id, status: revision.status as PostStatus } : null,
    sentTime: sentAt.getTime(),
    dueTime: dueOf(text.status, sentAt),
    reason: review?.reason ?? null,
    reviewId: review?.id ?? null,
  }
}

/** What a post's page shows to the caller alone; a post that they may not see is none. */
export async function readMine(ctx: CallContext, session: Session, id: number): Promise<Mine> {
  const { userId } = session
  const post = await getPost(ctx, { id }, session)
  const [marks, shown, waiting] = await Promise.all([
    findMarks(ctx.db, id, userId),
    listOwnShown(ctx.db, id, userId),
    listWaiting(ctx.db, id, userId),
  ])
  const now = ctx.clock.now()
  return {
    ...marks,
    isAuthor: post.authorId === userId,
    comments: shown.map(({ publishedAt, isAnswered, ...comment }) => {
      const until = publishedAt.getTime() + commentEditMs
      return { ...comment, editUntil: !isAnswered && until > now ? until : null }
    }),
    waiting: waiting.map(({ quoteId, quoteFloor, quoteNickname, quoteContent, sentAt, ...comment }) => ({
      ...comment,
      quote:
        quoteId === null
          ? null
          : { id: quoteId, floor: quoteFloor ?? 0, nickname: quoteNickname ?? '', content: quoteContent ?? '' },
      sentTime: sentAt.getTime(),
      dueTime: dueOf(comment.status, sentAt),
    })),
  }
}
