import { readPageNumber, withQuery } from '#client/pages/catalogue-paths.ts'
import type { PageAddress } from '#client/pages/define-page.ts'
import { pageMoved } from '#client/pages/page-outcome.ts'
import type { CallInput } from '#shared/contract/calls.ts'

/** What the address of the list says; page 1 has the address without a number. */
export interface LiveListChoice {
  page: number
}

export function readLiveList({ search }: Pick<PageAddress, 'search'>): LiveListChoice {
  const page = readPageNumber(search.get('page') ?? undefined)
  if (search.get('page') === '1') {
    const rest = new URLSearchParams(search)
    rest.delete('page')
    throw pageMoved(withQuery('/live/list', rest))
  }
  return { page }
}

export function liveListInput(page: number): CallInput<'GET /api/home/open-live'> {
  return { pageNum: page, pageSize: 16 }
}

export function liveListHref(page: number): string {
  return page > 1 ? `/live/list?page=${page}` : '/live/list'
}
