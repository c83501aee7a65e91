import type { SitemapParts } from '#client/pages/define-page.ts'
import type { SitemapKind } from '#shared/contract/sitemap.ts'

const entriesAtOnce = 1000

function isoTime(time: number | null): { lastmod?: string } {
  return time === null ? {} : { lastmod: new Date(time).toISOString() }
}

/** The addresses of all things of a kind, read a thousand at a time. */
export function entitySitemap(kind: SitemapKind, pathOf: (id: number) => string): SitemapParts {
  return {
    parts: async ({ api }) =>
      (await api.call('GET /api/sitemap/parts', { kind })).map(({ number, lastmod }) => ({
        number,
        ...isoTime(lastmod),
      })),
    async *entries({ api }, part) {
      let after: number | undefined
      for (;;) {
        const list = await api.call('GET /api/sitemap/entries', {
          kind,
          part,
          ...(after === undefined ? {} : { after }),
        })
        for (const { id, lastmod } of list) yield { path: pathOf(id), ...isoTime(lastmod) }
        if (list.length < entriesAtOnce) return
        after = list.at(-1)?.id
      }
    },
  }
}
