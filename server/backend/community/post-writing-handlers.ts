import type { CallContext } from '#server/backend/context/backend-context.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import type { postWritingApi } from '#shared/contract/post-writing.ts'
import { tagOf } from '#shared/rules/page-tags.ts'
import { findBan } from './ban-store.ts'
import { purgeCalmly } from './calm-purge.ts'
import { findOpenPost, listPeople } from './comment-writer-store.ts'
import { findDraft, listDrafts } from './draft-store.ts'
import { saveDraft, showDraft } from './drafts.ts'
import { findMarkedComment, listCollections, setMark } from './marks-store.ts'
import { countNews, listNotices, listReviews, markSeen } from './news-store.ts'
import { readMine, readOwnText } from './own-text.ts'
import { getPost } from './post-detail.ts'
import { findPostCards, toAuthor } from './post-store.ts'
import { findVisitSetting, setVisitSetting } from './visit-store.ts'
import { addComment, deleteComment, restoreOwnComment, updateComment } from './write-comment.ts'
import { addPost, deletePost, restoreOwnPost, updatePost } from './write-post.ts'
import { listDeleted, restoreMs } from './writer-store.ts'

const peopleShown = 10

/** A count of a post is another one now. */
function purgePost(ctx: CallContext, id: number): void {
  afterCommit(() => purgeCalmly(ctx.purge, [tagOf('post', id)]))
}

/** What learners send, keep and mark in the forum. */
export const postWritingHandlers: Handlers<typeof postWritingApi> = {
  add: (ctx, input, session) => addPost(ctx, session, input),
  update: (ctx, input, session) => updatePost(ctx, session, input),
  delete: (ctx, { id }, session) => deletePost(ctx, session, id),
  restore: (ctx, { id }, session) => restoreOwnPost(ctx, session, id),

  async deleted(ctx, _input, { userId }) {
    const rows = await listDeleted(ctx.db, userId, new Date(ctx.clock.now() - restoreMs))
    return rows.flatMap(({ id, title, deletedAt }) =>
      deletedAt ? [{ id, title, deletedTime: deletedAt.getTime(), untilTime: deletedAt.getTime() + restoreMs }] : [],
    )
  },

  ownText: (ctx, { id }, session) => readOwnText(ctx, session, id),
  addComment: (ctx, input, session) => addComment(ctx, session, input),
  updateComment: (ctx, input, session) => updateComment(ctx, session, input),
  deleteComment: (ctx, { id }, session) => deleteComment(ctx, session, id),
  restoreComment: (ctx, { id }, session) => restoreOwnComment(ctx, session, id),

  async like(ctx, { id, wanted }, session) {
    await ctx.limits.take('forumMark', String(session.userId))
    if (wanted && !(await findOpenPost(ctx.db, id))) throw new ApiError(Code.NotFound, '没有找到这篇帖子')
    const count = await setMark(ctx.db, 'like', { id, userId: session.userId, wanted, at: new Date(ctx.clock.now()) })
    purgePost(ctx, id)
    return { wanted, count }
  },

  async likeComment(ctx, { id, wanted }, session) {
    await ctx.limits.take('forumMark', String(session.userId))
    const comment = await findMarkedComment(ctx.db, id)
    if (wanted && !comment) throw new ApiError(Code.NotFound, '没有找到这条回复')
    const at = new Date(ctx.clock.now())
    const count = await setMark(ctx.db, 'commentLike', { id, userId: session.userId, wanted, at })
    if (comment) purgePost(ctx, comment.postId)
    return { wanted, count }
  },

  async collect(ctx, { id, wanted }, session) {
    await ctx.limits.take('forumMark', String(session.userId))
    if (wanted && !(await findOpenPost(ctx.db, id))) throw new ApiError(Code.NotFound, '没有找到这篇帖子')
    const at = new Date(ctx.clock.now())
    const count = await setMark(ctx.db, 'collection', { id, userId: session.userId, wanted, at })
    purgePost(ctx, id)
    return { wanted, count }
  },

  async collections(ctx, input, { userId }) {
    const { collected, total } = await listCollections(ctx.db, userId, input)
    const shown = collected.filter(({ isShown }) => isShown).map(({ id }) => id)
    const cards = new Map((await findPostCards(ctx.db, shown)).map((card) => [card.id, card]))
    const records = collected.map(({ id, at }) => ({ id, collectTime: at.getTime(), post: cards.get(id) ?? null }))
    return toPage(records, total, input)
  },

  mine: (ctx, { id }, session) => readMine(ctx, session, id),

  async draft(ctx, { place }, { userId }) {
    const draft = await findDraft(ctx.db, userId, place)
    return draft ? showDraft(draft) : null
  },

  async drafts(ctx, _input, { userId }) {
    return (await listDrafts(ctx.db, userId)).map(showDraft)
  },

  async saveDraft(ctx, input, session) {
    await ctx.limits.take('forumDraft', String(session.userId))
    return saveDraft(ctx, session, input)
  },

  async bannedStatus(ctx, { userId }, session) {
    // somebody else's ban is nobody's business
    if (userId !== undefined && userId !== session.userId) return false
    return (await findBan(ctx.db, session.userId, new Date(ctx.clock.now()))) !== undefined
  },

  async myComments(ctx, input, { userId }) {
    const { notices, total } = await listNotices(ctx.db, userId, input)
    const records = notices.map((row) => ({
      id: row.id,
      commentId: row.commentId,
      fromUser: toAuthor(row),
      postId: row.postId,
      postTitle: row.postTitle,
      content: row.content,
      reason: row.reason,
      floor: row.floor,
      page: row.page,
      createTime: row.at.getTime(),
      read: row.read,
    }))
    return toPage(records, total, input)
  },

  async myReviews(ctx, input, { userId }) {
    const { reviews, total } = await listReviews(ctx.db, userId, input)
    const records = reviews.map(({ result, at, ...row }) => ({ ...row, status: result, reviewTime: at.getTime() }))
    return toPage(records, total, input)
  },

  newsCount: (ctx, _input, { userId }) => countNews(ctx.db, userId),

  async newsSeen(ctx, { kind, upTo }, { userId }) {
    await markSeen(ctx.db, userId, { kind, upTo, now: new Date(ctx.clock.now()) })
    return countNews(ctx.db, userId)
  },

  async people(ctx, { postId, text }, session) {
    const post = await getPost(ctx, { id: postId }, session)
    if (post.status !== PostStatus.published) return []
    const people = await listPeople(ctx.db, postId, { text: text?.trim() ?? '', most: peopleShown + 1 })
    return people.filter(({ id }) => id !== session.userId).slice(0, peopleShown)
  },

  visitSetting: async (ctx, _input, { userId }) => ({ shows: await findVisitSetting(ctx.db, userId) }),

  async saveVisitSetting(ctx, { shows }, { userId }) {
    await setVisitSetting(ctx.db, userId, shows)
    return { shows }
  },
}
