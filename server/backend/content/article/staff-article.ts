import { tagOf, tagOfAll, type PageTag } from '#shared/rules/page-tags.ts'
import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { refreshSearchLater } from '#server/backend/catalogue/search/index-job.ts'
import { withPictureSizes } from '#server/backend/content/html/own-picture-sizes.ts'
import { sanitiseHtml } from '#server/backend/content/html/sanitise.ts'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import type { Handler } from '#server/backend/http/binding.ts'
import type { informationApi } from '#shared/contract/article.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PublishStatus } from '#shared/contract/enums.ts'
import { findArticle, findArticleNeighbours, type Neighbours } from './article-store.ts'
import { makePreviewSign, previewMs } from './preview-sign.ts'
import {
  listCollegePaths,
  lockArticle,
  updateArticle,
  insertArticle,
  hasCategory,
  hasCollege,
} from './staff-article-store.ts'

const nobody: Neighbours = { prev: null, next: null }

/** Tags of the college pages that show articles of these colleges; one of no college may stand on any of them. */
async function collegeTags(db: Database, ids: readonly (number | null)[]): Promise<PageTag[]> {
  const own = ids.filter((id) => id !== null)
  const rows = own.length > 0 ? await listCollegePaths(db, own) : []
  return [...rows.map(({ path }) => tagOf('college', path)), ...(own.length < ids.length ? [tagOfAll('colleges')] : [])]
}

/** Writes, changes, publishes or hides an article; the pages that show it are made anew. */
export const staffSave: Handler<typeof informationApi.staffSave> = async (ctx, input) => {
  const { html, text } = sanitiseHtml(input.content, { links: 'editor' })
  if (text === '' && !html.includes('<img')) throw new ApiError(Code.Toast, '正文里没有可以显示的内容')
  const contentHtml = await withPictureSizes(ctx, html)
  const before = input.id === undefined ? nobody : await findArticleNeighbours(ctx.db, input.id)
  const { id, wasPublished, colleges } = await ctx.tx(async (trx) => {
    await checkPlaces(trx, input)
    const old = input.id === undefined ? undefined : await lockArticle(trx, input.id)
    if (input.id !== undefined && !old) throw new ApiError(Code.NotFound)
    const now = new Date(ctx.clock.now())
    const publishedAt =
      input.publishDate === undefined
        ? (old?.publishedAt ?? (input.status === PublishStatus.published ? now : null))
        : new Date(input.publishDate)
    const values = {
      categoryId: input.categoryId,
      collegeId: input.collegeId ?? null,
      title: input.title,
      summary: input.summary || firstWords(text),
      coverImg: input.coverImg || null,
      contentHtml,
      author: input.author || null,
      status: input.status,
      publishedAt,
      updatedAt: now,
    }
    if (old) await updateArticle(trx, values, old.id)
    const made = old ?? (await insertArticle(trx, values))
    const action = old ? 'article.change' : 'article.create'
    const change = { before: old && outlineOf(old), after: outlineOf(values) }
    await ctx.acts.record(trx, { action, subject: 'article', subjectId: made.id, ...change })
    return {
      id: made.id,
      wasPublished: old?.status === PublishStatus.published,
      colleges: [input.collegeId ?? null, ...(old ? [old.collegeId] : [])],
    }
  })
  if (wasPublished || input.status === PublishStatus.published) {
    const after = input.status === PublishStatus.published ? await findArticleNeighbours(ctx.db, id) : nobody
    const articles = [id, ...[before, after].flatMap(({ prev, next }) => [prev?.id, next?.id])].filter(
      (found) => found !== undefined,
    )
    const gone = input.status !== PublishStatus.published
    ctx.purge(
      [
        tagOfAll('articles'),
        ...articles.map((found) => tagOf('article', found)),
        ...(await collegeTags(ctx.db, colleges)),
      ],
      gone ? 'hard' : 'soft',
    )
  }
  refreshSearchLater(ctx)
  return { id }
}

type Article = Selectable<Tables['articles']>
type Outlined = Pick<Article, 'title' | 'status' | 'categoryId' | 'collegeId' | 'contentHtml' | 'publishedAt'>

/** What the audit keeps of an article: all but its text, of which it keeps the length and a fingerprint. */
function outlineOf({ title, status, categoryId, collegeId, contentHtml, publishedAt }: Outlined): object {
  const sha256 = createHash('sha256').update(contentHtml).digest('hex')
  return { title, status, categoryId, collegeId, publishedAt, content: { length: contentHtml.length, sha256 } }
}

/** A category and a college that there are. */
async function checkPlaces(
  trx: DatabaseTransaction,
  { categoryId, collegeId }: { categoryId: number; collegeId?: number | null | undefined },
): Promise<void> {
  const category = await hasCategory(trx, categoryId)
  if (!category) throw new ApiError(Code.Toast, '没有这个文章分类')
  if (collegeId == null) return
  const college = await hasCollege(trx, collegeId)
  if (!college) throw new ApiError(Code.Toast, '没有这个学院')
}

const summaryLength = 80

function firstWords(text: string): string {
  const words = text.replace(/\n+/g, ' ')
  return words.length > summaryLength ? `${Array.from(words).slice(0, summaryLength).join('')}…` : words
}

/** An address at which an article is seen before it is published. */
export const staffPreviewLink: Handler<typeof informationApi.staffPreviewLink> = async (ctx, { id }) => {
  const article = await findArticle(ctx.db, id)
  if (!article) throw new ApiError(Code.NotFound)
  const expireTime = ctx.clock.now() + previewMs
  await ctx.acts.record(ctx.db, { action: 'article.link', subject: 'article', subjectId: id, detail: { expireTime } })
  return {
    url: `/article/${id}.html?${new URLSearchParams({ isPreview: 'true', sign: makePreviewSign(ctx, id, expireTime) })}`,
    expireTime,
  }
}
