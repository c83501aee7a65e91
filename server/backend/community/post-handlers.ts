import { searchPosts } from '#server/backend/catalogue/search/search-posts.ts'
import { sanitiseHtml } from '#server/backend/content/html/sanitise.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { type PageInput, toPage } from '#server/backend/http/paging.ts'
import { countsAsView } from '#server/backend/http/view-count.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import type { Page } from '#shared/contract/fields.ts'
import type { PostCard, postApi } from '#shared/contract/post.ts'
import { countUserComments, findThreadPost, listAnswers, listThreads, listUserComments } from './comment-store.ts'
import { getPlate, listPlates, summarise } from './plate-store.ts'
import { getPost } from './post-detail.ts'
import {
  countPosts,
  findPostCards,
  listOlderPostIds,
  listPostIds,
  listUserPostIds,
  type PostFilter,
  toAuthor,
} from './post-store.ts'
import { staffLink, staffSet } from './staff-post.ts'
import { countView, listVisitors, saveVisit } from './visit-store.ts'

const visitorsShown = 12
const relatedShown = 6

async function readList(db: Database, filter: PostFilter, page: PageInput): Promise<Page<PostCard>> {
  const [ids, total] = await Promise.all([listPostIds(db, filter, page), countPosts(db, filter)])
  return toPage(await findPostCards(db, ids), total, page)
}

/** Remembers that somebody came by, for as many people as anybody looks at; who goes on isn't told. */
async function rememberVisit(ctx: CallContext, { userId }: Session, ownerId: number): Promise<void> {
  const mayLeave = await ctx.limits.take('forumVisit', String(userId)).then(
    () => true,
    () => false,
  )
  if (mayLeave) await ctx.tx((trx) => saveVisit(trx, ownerId, userId, new Date(ctx.clock.now())))
}

export const postHandlers: Handlers<typeof postApi> = {
  async recommendCategories(ctx) {
    return listPlates(ctx.db, ctx.clock.now(), { recommended: true })
  },

  async essence(ctx, input) {
    return findPostCards(
      ctx.db,
      await listPostIds(ctx.db, { plateId: input.categoryId, sort: 'essence' }, { pageNum: 1, pageSize: input.size }),
    )
  },

  async summary(ctx, input) {
    return summarise(ctx.db, input.categoryId, ctx.clock.now())
  },

  async userSummary(ctx, input, session) {
    const userId = input.userId ?? session?.userId
    if (userId === undefined) return { commentCount: 0, allCount: 0 }
    const [commentCount, posts] = await Promise.all([
      countUserComments(ctx.db, userId),
      listUserPostIds(ctx.db, userId, false, { pageNum: 1, pageSize: 1 }),
    ])
    return { commentCount, allCount: posts.total }
  },

  async list(ctx, input) {
    if (input.categoryId !== undefined) await getPlate(ctx.db, input.categoryId, ctx.clock.now())
    return readList(ctx.db, { plateId: input.categoryId, sort: input.sort }, input)
  },

  async categories(ctx) {
    return listPlates(ctx.db, ctx.clock.now())
  },

  async categoryDetail(ctx, input) {
    return getPlate(ctx.db, input.id, ctx.clock.now())
  },

  async visits(ctx, input, session) {
    const ownerId =
      input.userId ??
      (input.postId === undefined ? undefined : (await getPost(ctx, { id: input.postId }, session)).authorId)
    return ownerId === undefined ? [] : listVisitors(ctx.db, ownerId, visitorsShown)
  },

  async userPosts(ctx, input, session) {
    const userId = input.userId ?? session?.userId
    if (userId === undefined) return toPage([], 0, input)
    const { ids, total } = await listUserPostIds(ctx.db, userId, userId === session?.userId, input)
    return toPage(await findPostCards(ctx.db, ids), total, input)
  },

  async userComments(ctx, input, session) {
    const userId = input.userId ?? session?.userId
    if (userId === undefined) return toPage([], 0, input)
    const { comments, total } = await listUserComments(ctx.db, userId, input)
    return toPage(comments, total, input)
  },

  async detail(ctx, input, session) {
    const post = await getPost(ctx, input, session)
    const published = post.publishedAt ?? post.createdAt
    return {
      id: post.id,
      title: post.title,
      content: sanitiseHtml(post.contentHtml, { links: 'user' }).html,
      author: toAuthor(post),
      category: { id: post.plateId, name: post.plateName },
      status: post.status,
      createTime: published.getTime(),
      updateTime: (post.updatedAt ?? published).getTime(),
      viewCount: Number(post.viewCount),
      commentCount: post.commentCount,
      likeCount: post.likeCount,
      collectCount: post.collectCount,
      isTop: post.isTop,
      isEssence: post.isEssence,
    }
  },

  async baseInfo(ctx, input, session) {
    const post = await getPost(ctx, input, session)
    return { id: post.id, title: post.title, categoryId: post.plateId, author: toAuthor(post), status: post.status }
  },

  async related(ctx, input, session) {
    const post = await getPost(ctx, input, session)
    return findPostCards(
      ctx.db,
      await listOlderPostIds(
        ctx.db,
        { id: post.id, plateId: post.plateId, publishedAt: post.publishedAt ?? post.createdAt },
        relatedShown,
      ),
    )
  },

  async comments(ctx, input, session) {
    const post = await getPost(ctx, { id: input.postId, encrypt: input.encrypt }, session)
    const { threads, total } = await listThreads(ctx.db, post.id, input.order, input)
    return toPage(threads, total, input)
  },

  async answers(ctx, input, session) {
    const postId = await findThreadPost(ctx.db, input.rootId)
    if (postId === undefined) throw new ApiError(Code.NotFound, '没有找到这条回复')
    await getPost(ctx, { id: postId, encrypt: input.encrypt }, session)
    const { answers, total } = await listAnswers(ctx.db, input.rootId, input)
    return toPage(answers, total, input)
  },

  async search(ctx, input) {
    const { ids, total, more } = await searchPosts(ctx, input.searchText, input)
    return { ...toPage(await findPostCards(ctx.db, ids), total, input), more }
  },

  async view(ctx, input, session) {
    if (input.id !== undefined) {
      const post = await getPost(ctx, { id: input.id }, session)
      if (post.status === PostStatus.published && (await countsAsView(ctx, 'post', post.id)))
        await ctx.tx((trx) => countView(trx, post.id))
      if (session) await rememberVisit(ctx, session, post.authorId)
    }
    const { userId } = input
    if (userId !== undefined && session) await rememberVisit(ctx, session, userId)
    return null
  },

  staffLink,
  staffSet,
}
