import type { Handlers } from '#server/backend/http/binding.ts'
import type { sitemapApi } from '#shared/contract/sitemap.ts'
import { listSitemapEntries, listSitemapParts } from './sitemap-store.ts'

export const sitemapHandlers: Handlers<typeof sitemapApi> = {
  parts: (ctx, { kind }) => listSitemapParts(ctx.db, kind),
  entries: (ctx, { kind, part, after }) => listSitemapEntries(ctx.db, kind, part, after),
}
