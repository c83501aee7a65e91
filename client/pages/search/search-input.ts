import type { SearchTab } from '#client/features/search/search-address.ts'
import type { PageAddress } from '#client/pages/define-page.ts'
import { cleanSearchText } from '#shared/rules/search-text.ts'

const pageSize = 20

/** Tabs of the search page in their order, and what stands on them. */
export const searchTabNames = {
  all: '全部',
  course: '课程',
  classes: '系统班',
  article: '文章',
  work: '作品',
  post: '帖子',
} as const satisfies Record<SearchTab, string>

export interface SearchInput {
  searchText: string
  tab: SearchTab
  pageNum: number
  pageSize: number
}

function isTab(text: string | null): text is SearchTab {
  return text !== null && Object.hasOwn(searchTabNames, text)
}

/** Which page an address names: the first unless it names a number. */
function pageOf(search: URLSearchParams): number {
  const page = /^[1-9]\d{0,3}$/.exec(search.get('page') ?? '')
  return page ? Number(page[0]) : 1
}

/** What an address of the search page asks for; undefined without a text. A page that isn't a number is the first, a tab that doesn't exist is all. */
export function searchInput(search: URLSearchParams): SearchInput | undefined {
  const searchText = cleanSearchText(search.get('searchText'))
  if (!searchText) return undefined
  const tab = search.get('tab')
  return { searchText, tab: isTab(tab) ? tab : 'all', pageNum: pageOf(search), pageSize }
}

/** What an address of the search page says. */
export interface SearchChoice {
  /** What is asked; undefined without a text. */
  input: SearchInput | undefined
  page: number
}

export function readSearch({ search }: Pick<PageAddress, 'search'>): SearchChoice {
  return { input: searchInput(search), page: pageOf(search) }
}
