import { filterWords, readFilters } from '#client/features/common/list-filters.ts'
import { forumAll, type PostSort, plateHref, withChoice } from '#client/features/forum/forum-address.ts'
import { forumFilters } from '#client/features/forum/forum-filters.ts'
import { readDetailId, readPageNumber, withQuery } from '#client/pages/catalogue-paths.ts'
import type { PageAddress } from '#client/pages/define-page.ts'
import { pageMoved } from '#client/pages/page-outcome.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { cleanSearchText } from '#shared/rules/search-text.ts'

/** Values that exist, for the cache's key. */
export const forumQuery = { ...filterWords(forumFilters), page: /^[1-9]\d{0,3}$/ }
/** Posts on a page of a list. */
const pageSize = 20

/** What an address of a list says. */
export interface ForumChoice {
  sort: PostSort
  page: number
}

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
  return { sort: readFilters(forumFilters, search).sort ?? forumFilters.sort.none.value, page: readPage(path, search) }
}

/** What the address of a plate says. */
export interface PlateChoice extends ForumChoice {
  id: number
}

export function readPlate({ params, search }: PageAddress<{ id: string }>): PlateChoice {
  const id = readDetailId(params.id, '/bbs/plate')
  return { id, ...readForumChoice(plateHref(id), search) }
}

/** The address of a page of a list. */
export function forumListHref(path: string, { sort }: ForumChoice, page: number): string {
  return withChoice(path, { sort: sort === 'active' ? undefined : sort, page: page > 1 ? page : undefined })
}

export function forumListInput({ sort, page }: ForumChoice, categoryId?: number): CallInput<'GET /api/post/list'> {
  return { sort, pageNum: page, pageSize, ...(categoryId === undefined ? {} : { categoryId }) }
}

/** What the forum is searched for; undefined without a text. */
function forumSearchInput(search: URLSearchParams): CallInput<'GET /api/post/search'> | undefined {
  const searchText = cleanSearchText(search.get('searchText'))
  return searchText ? { searchText, pageNum: readPageNumber(search.get('page') ?? undefined), pageSize } : undefined
}

/** What the address of all posts says: a search in them, or a list. */
export interface AllPostsChoice {
  found: CallInput<'GET /api/post/search'> | undefined
  list: ForumChoice
}

export function readAllPosts({ search }: Pick<PageAddress, 'search'>): AllPostsChoice {
  const found = forumSearchInput(search)
  return {
    found,
    list: found ? { sort: 'active', page: Number(found.pageNum ?? 1) } : readForumChoice(forumAll, search),
  }
}

export function forumSearchHref(searchText: string, page: number): string {
  return withChoice(forumAll, { searchText, page: page > 1 ? page : undefined })
}
