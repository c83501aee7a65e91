import { isbot } from 'isbot'
import { findCourseCards } from '#server/backend/catalogue/course/course-store.ts'
import { withHeadingIds } from '#server/backend/content/html/headings.ts'
import { withPictureLinks } from '#server/backend/content/html/picture-links.ts'
import { sanitiseHtml } from '#server/backend/content/html/sanitise.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { missing } from '#server/backend/http/missing.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { countsAsView } from '#server/backend/http/view-count.ts'
import type { ArticleDetail, informationApi } from '#shared/contract/article.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PublishStatus } from '#shared/contract/enums.ts'
import { hasRight } from '#shared/contract/staff-rights.ts'
import {
  countArticles,
  countArticleView,
  type FullArticle,
  findArticle,
  findArticleCards,
  findArticleNeighbours,
  findCategoryId,
  listArticleCategories,
  listArticleIds,
} from './article-store.ts'
import { isPreviewSign } from './preview-sign.ts'
import { listMostReadIds, listRecommendedCourseIds, listRecommendedIds } from './recommend-store.ts'
import { staffPreviewLink, staffSave } from './staff-article.ts'

const articlesRecommended = 6
const coursesRecommended = 4

async function getPublished(ctx: CallContext, id: number): Promise<FullArticle> {
  const article = await findArticle(ctx.db, id)
  if (article?.status !== PublishStatus.published) throw await missing(ctx.db, 'article', id)
  return article
}

/** An open category by its path, or by its id. */
async function getCategoryId(ctx: CallContext, word: string): Promise<number> {
  const id = await findCategoryId(ctx.db, word)
  if (id === undefined) throw new ApiError(Code.NotFound)
  return id
}

/**
 * An article that needn't be published: for who edits, and for whoever has a link to it. Everybody else sees what is
 * published.
 */
async function getForPreview(
  ctx: CallContext,
  input: { id: number; sign?: string | undefined },
  session: Session | undefined,
): Promise<FullArticle> {
  const allowed =
    hasRight(session, 'article.preview') || (input.sign !== undefined && isPreviewSign(ctx, input.id, input.sign))
  const article = await findArticle(ctx.db, input.id)
  if (!article || (!allowed && article.status !== PublishStatus.published)) throw new ApiError(Code.NotFound)
  return article
}

async function toDetail(ctx: CallContext, article: FullArticle): Promise<ArticleDetail> {
  const isPublished = article.status === PublishStatus.published
  const [[category], neighbours] = await Promise.all([
    listArticleCategories(ctx.db, article.categoryId),
    isPublished ? findArticleNeighbours(ctx.db, article.id) : { prev: null, next: null },
  ])
  // a closed category takes its articles along
  if (!category) throw new ApiError(Code.NotFound)
  const { html, headings } = withHeadingIds(sanitiseHtml(article.contentHtml, { links: 'editor' }).html)
  const publishDate = (article.publishedAt ?? article.updatedAt)?.getTime() ?? ctx.clock.now()
  return {
    id: article.id,
    title: article.title,
    summary: article.summary ?? '',
    coverImg: article.coverImg ?? '',
    author: article.author ?? '',
    content: withPictureLinks(html),
    headings,
    publishDate,
    updateDate: Math.max(publishDate, article.updatedAt?.getTime() ?? 0),
    views: article.viewCount,
    category,
    college:
      article.collegeId === null
        ? null
        : { id: article.collegeId, name: article.collegeName ?? '', path: article.collegePath ?? '' },
    ...neighbours,
    isPublished,
  }
}

async function recommendFor(ctx: CallContext, article: FullArticle) {
  const [ids, courseIds] = await Promise.all([
    listRecommendedIds(ctx.db, article, articlesRecommended),
    listRecommendedCourseIds(ctx.db, article, coursesRecommended),
  ])
  return { articles: await findArticleCards(ctx.db, ids), courses: await findCourseCards(ctx.db, courseIds) }
}

export const informationHandlers: Handlers<typeof informationApi> = {
  async categories(ctx) {
    return listArticleCategories(ctx.db)
  },

  async list(ctx, input) {
    const categoryId = input.category === undefined ? input.categoryId : await getCategoryId(ctx, input.category)
    const [ids, total] = await Promise.all([
      listArticleIds(ctx.db, categoryId, input),
      countArticles(ctx.db, categoryId),
    ])
    return toPage(await findArticleCards(ctx.db, ids), total, input)
  },

  async detail(ctx, input) {
    return toDetail(ctx, await getPublished(ctx, input.id))
  },

  async temporary(ctx, input, session) {
    return toDetail(ctx, await getForPreview(ctx, input, session))
  },

  async recommend(ctx, input) {
    if (input.id !== undefined) return recommendFor(ctx, await getPublished(ctx, input.id))
    const [ids, courseIds] = await Promise.all([
      listMostReadIds(
        ctx.db,
        input.category === undefined ? undefined : await getCategoryId(ctx, input.category),
        articlesRecommended,
      ),
      listRecommendedCourseIds(ctx.db, undefined, coursesRecommended),
    ])
    return { articles: await findArticleCards(ctx.db, ids), courses: await findCourseCards(ctx.db, courseIds) }
  },

  async temporaryRecommend(ctx, input, session) {
    return recommendFor(ctx, await getForPreview(ctx, input, session))
  },

  async view(ctx, input) {
    if (!isbot(ctx.caller.userAgent) && (await countsAsView(ctx, 'article', input.id)))
      await countArticleView(ctx.db, input.id)
    return null
  },

  staffSave,
  staffPreviewLink,
}
