/** Longest text that is searched for. */
export const searchTextMax = 64

/** The text as it is searched: without blanks at the ends and in runs, cut to the longest allowed. */
export function cleanSearchText(text: string | null | undefined): string {
  return [...(text ?? '').trim().replace(/\s+/g, ' ')].slice(0, searchTextMax).join('').trim()
}

/** '/search?searchText=…', from the second page on with `page`. */
export function searchAddress(text: string, page = 1): string {
  const query = new URLSearchParams({ searchText: text })
  if (page > 1) query.set('page', String(page))
  return `/search?${query}`
}
