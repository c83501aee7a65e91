import type { SitemapParts } from '#client/pages/define-page.ts'
import type { SitemapKind } from '#shared/contract/sitemap.ts'

/** What reads them is never wanted in a browser. */
const loadReading = () => import('#client/pages/sitemap-entries.ts')

/** The addresses of all things of a kind. */
export function entitySitemap(kind: SitemapKind, pathOf: (id: number) => string): SitemapParts {
  return {
    parts: async (input) => (await loadReading()).listParts(input, kind),
    async *entries(input, part) {
      const { listEntries } = await loadReading()
      for await (const { id, ...rest } of listEntries(input, { kind, part })) yield { path: pathOf(id), ...rest }
    },
  }
}
