import type { ArticleAddress } from '#client/features/article/article-queries.ts'
import { readPageNumber, withQuery } from '#client/pages/catalogue-paths.ts'
import type { PageAddress } from '#client/pages/define-page.ts'
import { pageMoved, pageNotFound } from '#client/pages/page-outcome.ts'
import type { ArticleCategory, ArticleDetail } from '#shared/contract/article.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { articleUrl } from '#shared/rules/detail-url.ts'

export const articleRoot = '/article'

/** What an article's address says; one form of the id only, `007.html` moves to `7.html`. */
export function readArticleAddress({ params: { id }, search }: PageAddress<{ id: string }>): ArticleAddress {
  if (!/^\d{1,15}$/.test(id) || Number(id) === 0) throw pageNotFound('文章不存在')
  if (id.startsWith('0')) throw pageMoved(withQuery(articleUrl(Number(id)), search))
  return { id: Number(id), isPreview: search.get('isPreview') === 'true', sign: search.get('sign') ?? undefined }
}

/** Where an article stands: 首页 › 文章 › 创作心得 › … */
export function articleCrumbs(article: ArticleDetail): { text: string; href: string }[] {
  return [
    { text: '首页', href: '/' },
    { text: '文章', href: articleRoot },
    { text: article.category.name, href: articleListPath(article.category) },
    { text: article.title, href: articleUrl(article.id) },
  ]
}

const noChoice: readonly (string | undefined)[] = [undefined, 'all', '0']

export interface ArticleListChoice {
  /** Path or id of a category; undefined for all. */
  category: string | undefined
  page: number
}

export interface ArticleListParams {
  category?: string
  page?: string
}

/** What a list's address chooses; whether the category is one, its data say. */
export function readArticleList({ params, search }: PageAddress<ArticleListParams>): ArticleListChoice {
  const jump = search.get('page')
  const page = readPageNumber(jump && /^[1-9]\d{0,4}$/.test(jump) ? jump : params.page)
  const { category } = params
  if (category !== undefined && !noChoice.includes(category) && !/^[a-z\d-]{1,64}$/.test(category)) throw pageNotFound()
  return { category: noChoice.includes(category) ? undefined : category, page }
}

/** The one address of a list: no segment for page 1, 'all' only where a page follows. */
export function articleListPath(category: ArticleCategory | undefined, page = 1): string {
  const word = category && (category.path || String(category.id))
  if (page > 1) return `${articleRoot}/${word ?? 'all'}/${page}`
  return word ? `${articleRoot}/${word}` : articleRoot
}

export function findCategory(
  categories: readonly ArticleCategory[],
  word: string | undefined,
): ArticleCategory | undefined {
  if (word === undefined) return undefined
  return categories.find(({ path }) => path === word) ?? categories.find(({ id }) => String(id) === word)
}

export function articleListInput({
  category,
  page,
}: ArticleListChoice): CallInput<'GET /api/information/list-information'> {
  return { pageNum: page, pageSize: 10, ...(category ? { category } : {}) }
}

export function mostReadInput({
  category,
}: ArticleListChoice): CallInput<'GET /api/information/get-information-recommend'> {
  return category ? { category } : {}
}

export function articleListCrumbs(category: ArticleCategory | undefined): { text: string; href: string }[] {
  return [
    { text: '首页', href: '/' },
    { text: '文章', href: articleRoot },
    ...(category ? [{ text: category.name, href: articleListPath(category) }] : []),
  ]
}
