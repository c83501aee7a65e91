import type { Handlers } from '#server/backend/binding.ts'
import { toPage } from '#server/backend/paging.ts'
import type { searchApi } from '#shared/contract/search.ts'
import { insertSearchLog, listHotSearches, searchProducts, toSearchTerms } from './search-store.ts'

export const searchHandlers: Handlers<typeof searchApi> = {
  async hot(ctx) {
    return listHotSearches(ctx.db)
  },

  async courses(ctx, input, session) {
    const { hits, total } = await searchProducts(ctx.db, toSearchTerms(input.searchText), input)
    // paging through a result is no new search
    if (input.pageNum === 1) {
      const log = { term: input.searchText, total, userId: session?.userId ?? null, at: new Date(ctx.clock.now()) }
      ctx.background.later('search log', () => insertSearchLog(ctx.db, log))
    }
    return toPage(hits, total, input)
  },
}
