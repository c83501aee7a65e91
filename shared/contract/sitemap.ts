import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id, intBetween, Time } from '#shared/contract/fields.ts'

/** Things with a public page of their own, of which there may be very many. */
export const SitemapKind = z.enum(['video', 'live', 'class', 'article', 'work', 'post'])
export type SitemapKind = z.output<typeof SitemapKind>

const mostParts = 1_000_000

/** What search engines are told, read by the site in pages. A part is a range of 50,000 ids, so it keeps its things for ever. */
export const sitemapApi = {
  /** The parts in which there is something, with the last change in each. */
  parts: endpoint('GET /api/sitemap/parts', {
    input: z.object({ kind: SitemapKind }),
    output: z.array(z.object({ number: z.number(), lastmod: z.nullable(Time) })),
  }),
  /** At most 1,000 of a part behind the id `after`, in the order of their ids; fewer are the last. */
  entries: endpoint('GET /api/sitemap/entries', {
    input: z.object({ kind: SitemapKind, part: intBetween(1, mostParts), after: z.optional(Id) }),
    output: z.array(z.object({ id: z.number(), lastmod: z.nullable(Time) })),
  }),
}
