import type { CallInput } from '#shared/contract/calls.ts'

/** Tabs of the search page. */
export type SearchTab = NonNullable<CallInput<'GET /api/search/all'>['tab']>

/** '/search?searchText=…', with `tab` when it isn't all of them and `page` from the second on. */
export function searchAddress(text: string, page = 1, tab: SearchTab = 'all'): string {
  const query = new URLSearchParams({ searchText: text })
  if (tab !== 'all') query.set('tab', tab)
  if (page > 1) query.set('page', String(page))
  return `/search?${query}`
}
