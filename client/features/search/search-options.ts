import { searchAddress } from '#client/features/search/search-address.ts'
import type { SuggestionState, Suggestions } from '#client/features/search/use-suggestions.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { foundText } from '#shared/rules/number-text.ts'
import { cleanSearchText } from '#shared/rules/search-text.ts'

/** One line of the panel: where it leads, and the term that is remembered when it is taken. */
export interface SearchOption {
  kind: 'history' | 'hot' | 'hit' | 'more'
  text: string
  href: string
  term: string
  hit?: Suggestions['records'][number]
}

function ofTerm(kind: 'history' | 'hot', text: string, url?: string | null): SearchOption {
  return { kind, text, href: url || searchAddress(text), term: url ? '' : text }
}

/** The lines in the order of the arrow keys: history and hot searches while the box is empty, results otherwise. */
export function searchOptions(
  typed: string,
  { text, found }: Pick<SuggestionState, 'text' | 'found'>,
  history: readonly string[],
  hot: CallOutput<'GET /api/search/hot-search'>,
): readonly SearchOption[] {
  if (!cleanSearchText(typed)) {
    return [
      ...history.map((term) => ofTerm('history', term)),
      ...hot.map((item) => ofTerm('hot', item.courseName, item.url)),
    ]
  }
  if (!found) return []
  const hits = found.records.map<SearchOption>((hit) => ({
    kind: 'hit',
    text: hit.name,
    href: detailUrl(hit.lectureType, hit.id),
    term: text,
    hit,
  }))
  const more: SearchOption = {
    kind: 'more',
    text: `查看更多，共 ${foundText(found.total, found.more)} 条`,
    href: searchAddress(text),
    term: text,
  }
  return found.total > hits.length ? [...hits, more] : hits
}
