import type { Database } from '#server/backend/db/database.ts'
import { offsetOf, type PageInput, rowsOf } from '#server/backend/paging.ts'
import { cleanSearchText } from '#shared/rules/search-text.ts'
import { DocumentKind } from './indexing/document.ts'
import { searchIndex } from './search-engine.ts'

/** Published posts for a text, the best first: the keys of one page, and how many there are (at most 200). `now` in epoch ms. */
export async function searchPosts(db: Database, searchText: string, page: PageInput, now: number): Promise<{ ids: number[]; total: number }> {
  const { hits, total } = await searchIndex(db, cleanSearchText(searchText), { kinds: [DocumentKind.post], shown: [DocumentKind.post], from: offsetOf(page), size: rowsOf(page), now })
  return { ids: hits.map((hit) => hit.refId), total }
}
