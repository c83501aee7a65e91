import { cleanSearchText } from '#client/features/search/search-address.ts'
import type { CallInput } from '#shared/contract/calls.ts'

const pageSize = 20

/** What an address of the search page asks for; undefined without a text. A page that isn't a number is the first. */
export function searchInput(search: URLSearchParams): CallInput<'GET /api/search/course-list'> | undefined {
  const searchText = cleanSearchText(search.get('searchText'))
  if (!searchText) return undefined
  const page = /^[1-9]\d{0,3}$/.exec(search.get('page') ?? '')
  return { searchText, pageNum: page ? Number(page[0]) : 1, pageSize }
}
