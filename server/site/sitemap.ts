import { Readable } from 'node:stream'
import { SitemapIndexStream, SitemapStream } from 'sitemap'
import type { Page, SitemapEntry, SitemapInput, SitemapPart } from '#client/pages/define-page.ts'

export interface SitemapOptions {
  pages: readonly Page[]
  origin: string
  input: () => Promise<SitemapInput>
  /** Milliseconds of a clock that nobody sets. */
  elapsed: () => number
}

/** A file that is sent while it is read. */
export interface SitemapFile {
  source: Readable
  /** Turns the source into XML. */
  format: SitemapIndexStream | SitemapStream
}

export interface Sitemaps {
  /** Rejects when the parts can't be told. */
  index(): Promise<SitemapFile>
  /** Whether there is such a part: asks for the parts once in five minutes. Rejects when they can't be told. */
  has(name: string): Promise<boolean>
  /** `{page}` or, from the second part on, `{page}-{number}`; undefined when there is no such part. Rejects when it can't be read. */
  ofPart(name: string): Promise<SitemapFile | undefined>
  /** Paths of all kinds in turn, in the order of the page list, for warm-up. */
  paths(limit: number): Promise<string[]>
}

/** What search engines read of one file. */
const mostOfPart = 50_000
/** The parts are found anew after so long. */
const partsMs = 300_000

function isInParts(sitemap: Exclude<Page['sitemap'], 'no'>): sitemap is Extract<Page['sitemap'], { parts: unknown }> {
  return typeof sitemap === 'object'
}

/** Every entry of a page declaration, one after the other. */
export async function* sitemapEntries(page: Pick<Page, 'sitemap'>, input: SitemapInput): AsyncGenerator<SitemapEntry> {
  const { sitemap } = page
  if (sitemap === 'no') return
  if (isInParts(sitemap)) for (const { number } of await sitemap.parts(input)) yield* sitemap.entries(input, number)
  else yield* await sitemap(input)
}

/** Entries `from` to `from + count`. */
async function* slice(entries: AsyncIterable<SitemapEntry>, from: number, count: number): AsyncGenerator<SitemapEntry> {
  let index = 0
  for await (const entry of entries) {
    if (index >= from + count) return
    if (index >= from) yield entry
    index += 1
  }
}

/** Walks a list for its parts: only the latest change of each is kept. */
async function walkParts(entries: AsyncIterable<SitemapEntry>): Promise<SitemapPart[]> {
  const latest: (string | undefined)[] = []
  let index = 0
  for await (const { lastmod } of entries) {
    const part = Math.floor(index / mostOfPart)
    if (index % mostOfPart === 0) latest.push(lastmod)
    else if (lastmod !== undefined && (latest[part] ?? '') < lastmod) latest[part] = lastmod
    index += 1
  }
  return latest.map((lastmod, part) => ({ number: part + 1, ...(lastmod === undefined ? {} : { lastmod }) }))
}

/** Reads the first of them: a failure then shows before anything is sent. */
async function begun<T>(items: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await items.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* items
  })()
}

function partName(page: Page, number: number): string {
  return number === 1 ? page.id : `${page.id}-${number}`
}

/** sitemap.xml and its parts: of each page declaration that has entries, in files of at most 50,000 addresses. */
export function createSitemaps({ pages, origin, input, elapsed }: SitemapOptions): Sitemaps {
  const listed = pages.filter((page) => page.sitemap !== 'no')
  const known = new Map<string, { at: number; parts: Promise<readonly SitemapPart[]> }>()

  async function findParts({ sitemap }: Page): Promise<readonly SitemapPart[]> {
    if (sitemap === 'no') return []
    if (isInParts(sitemap)) return sitemap.parts(await input())
    return walkParts(sitemapEntries({ sitemap }, await input()))
  }

  /** At most five minutes old; asked once however many ask; a failure is not remembered. */
  function partsOf(page: Page): Promise<readonly SitemapPart[]> {
    const held = known.get(page.id)
    if (held && elapsed() - held.at < partsMs) return held.parts
    const parts = findParts(page)
    known.set(page.id, { at: elapsed(), parts })
    parts.catch(() => known.delete(page.id))
    return parts
  }

  function findPart(name: string): { page: Page; number: number } | undefined {
    const whole = listed.find(({ id }) => id === name)
    if (whole) return { page: whole, number: 1 }
    const [, id, number] = /^(.+)-([2-9]|[1-9]\d{1,5})$/.exec(name) ?? []
    const page = listed.find((candidate) => candidate.id === id)
    return page && { page, number: Number(number) }
  }

  async function partOf(name: string): Promise<{ page: Page; number: number } | undefined> {
    const found = findPart(name)
    return found && (await partsOf(found.page)).some(({ number }) => number === found.number) ? found : undefined
  }

  async function* entriesOf({ sitemap }: Page, number: number): AsyncGenerator<SitemapEntry> {
    if (sitemap === 'no') return
    if (isInParts(sitemap)) yield* slice(sitemap.entries(await input(), number), 0, mostOfPart)
    else yield* slice(sitemapEntries({ sitemap }, await input()), (number - 1) * mostOfPart, mostOfPart)
  }

  return {
    async index() {
      const lists = await Promise.all(listed.map(async (page) => ({ page, parts: await partsOf(page) })))
      const items = lists.flatMap(({ page, parts }) =>
        parts.map(({ number, lastmod }) => ({
          url: `${origin}/sitemaps/${partName(page, number)}.xml`,
          ...(lastmod ? { lastmod } : {}),
        })),
      )
      return { source: Readable.from(items), format: new SitemapIndexStream() }
    },
    has: async (name) => (await partOf(name)) !== undefined,
    async ofPart(name) {
      const found = await partOf(name)
      if (!found) return undefined
      const entries = await begun(entriesOf(found.page, found.number))
      const items = (async function* () {
        for await (const { path, lastmod } of entries) yield { url: path, ...(lastmod ? { lastmod } : {}) }
      })()
      return { source: Readable.from(items), format: new SitemapStream({ hostname: origin }) }
    },
    async paths(limit) {
      const lists = await Promise.all(
        listed.map(async (page) => firstPaths(sitemapEntries(page, await input()), limit)),
      )
      const found: string[] = []
      for (let index = 0; found.length < limit && lists.some((list) => index < list.length); index += 1) {
        for (const list of lists) if (list[index] !== undefined) found.push(list[index] as string)
      }
      return found.slice(0, limit)
    },
  }
}

/** As far as they can be read. */
async function firstPaths(entries: AsyncGenerator<SitemapEntry>, limit: number): Promise<string[]> {
  const paths: string[] = []
  try {
    for await (const { path } of slice(entries, 0, limit)) paths.push(path)
  } catch {
    // warm-up takes what there is
  }
  return paths
}
