import { forumAll, type PostSort, withChoice } from '#client/features/forum/forum-address.ts'
import { readPageNumber, withQuery } from '#client/pages/catalogue-paths.ts'
import { pageMoved } from '#client/pages/page-outcome.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { cleanSearchText } from '#shared/rules/search-text.ts'

/** Values that exist, for the cache's key. */
export const forumQuery = { sort: /^(?:new|hot|essence)$/, page: /^[1-9]\d{0,3}$/ } as const
/** Posts on a page of a list. */
const pageSize = 20

/** What an address of a list says. */
export interface ForumChoice {
  sort: PostSort
  page: number
}

const sorts: readonly PostSort[] = ['new', 'hot', 'essence']

/** Reads the page number; page 1 has the address without one. */
export function readPage(path: string, search: URLSearchParams): number {
  const page = readPageNumber(search.get('page') ?? undefined)
  if (search.has('page') && page === 1) {
    const rest = new URLSearchParams(search)
    rest.delete('page')
    throw pageMoved(withQuery(path, rest))
  }
  return page
}

export function readForumChoice(path: string, search: URLSearchParams): ForumChoice {
  return { sort: sorts.find((sort) => sort === search.get('sort')) ?? 'active', page: readPage(path, search) }
}

/** The address of a page of a list. */
export function forumListHref(path: string, { sort }: ForumChoice, page: number): string {
  return withChoice(path, { sort: sort === 'active' ? undefined : sort, page: page > 1 ? page : undefined })
}

export function forumListInput({ sort, page }: ForumChoice, categoryId?: number): CallInput<'GET /api/post/list'> {
  return { sort, pageNum: page, pageSize, ...(categoryId === undefined ? {} : { categoryId }) }
}

/** What the forum is searched for; undefined without a text. */
export function forumSearchInput(search: URLSearchParams): CallInput<'GET /api/post/search'> | undefined {
  const searchText = cleanSearchText(search.get('searchText'))
  return searchText ? { searchText, pageNum: readPageNumber(search.get('page') ?? undefined), pageSize } : undefined
}

export function forumSearchHref(searchText: string, page: number): string {
  return withChoice(forumAll, { searchText, page: page > 1 ? page : undefined })
}
