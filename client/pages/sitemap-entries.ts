import type { SitemapParts } from '#client/pages/define-page.ts'
import type { SitemapKind } from '#shared/contract/sitemap.ts'

const entriesAtOnce = 1000

function isoTime(time: number | null): { lastmod?: string } {
  return time === null ? {} : { lastmod: new Date(time).toISOString() }
}

type Input = Parameters<SitemapParts['parts']>[0]

/** The files of a kind, and when something in each changed last. */
export async function listParts({ api }: Input, kind: SitemapKind): ReturnType<SitemapParts['parts']> {
  const parts = await api.call('GET /api/sitemap/parts', { kind })
  return parts.map(({ number, lastmod }) => ({ number, ...isoTime(lastmod) }))
}

/** The things of one file, read a thousand at a time. */
export async function* listEntries(
  { api }: Input,
  { kind, part }: { kind: SitemapKind; part: number },
): AsyncGenerator<{ id: number; lastmod?: string }> {
  let after: number | undefined
  for (;;) {
    const list = await api.call('GET /api/sitemap/entries', { kind, part, ...(after === undefined ? {} : { after }) })
    for (const { id, lastmod } of list) yield { id, ...isoTime(lastmod) }
    if (list.length < entriesAtOnce) return
    after = list.at(-1)?.id
  }
}
