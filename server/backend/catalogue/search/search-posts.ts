import type { CallContext } from '#server/backend/context/backend-context.ts'
import { offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { DocumentKind } from '#shared/contract/enums.ts'
import { cleanSearchText } from '#shared/rules/search-text.ts'
import { type SearchContext, searchWithin } from './search-engine.ts'

/** Published posts for a text, the best first: the keys of one page, and how many there are (at most 500, `more` where there are others). */
export async function searchPosts(
  ctx: SearchContext & Pick<CallContext, 'clock'>,
  searchText: string,
  page: PageInput,
): Promise<{ ids: number[]; total: number; more: boolean }> {
  const { hits, total, isMore } = await searchWithin(ctx, cleanSearchText(searchText), {
    kinds: [DocumentKind.post],
    shown: [DocumentKind.post],
    from: offsetOf(page),
    size: rowsOf(page),
    now: ctx.clock.now(),
  })
  return { ids: hits.map((hit) => hit.refId), total, more: isMore }
}
