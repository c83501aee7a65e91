import { Readable } from 'node:stream'
import { SitemapIndexStream, SitemapStream } from 'sitemap'
import type { CommonData } from '#client/features/common/common-data.ts'
import type { Page, SitemapEntry } from '#client/pages/define-page.ts'
import type { Api } from '#shared/contract/calls.ts'

export interface SitemapOptions {
  pages: readonly Page[]
  origin: string
  input: () => Promise<{ api: Api; common: CommonData }>
}

export interface Sitemaps {
  index(): Readable
  /** The map of one page kind, or undefined when there is none of that name. */
  ofPage(id: string): Promise<Readable | undefined>
  /** All paths in the order of the page list, for warm-up. */
  paths(limit: number): Promise<string[]>
}

/** sitemap.xml and its parts, one for each page declaration that has one. */
export function createSitemaps({ pages, origin, input }: SitemapOptions): Sitemaps {
  const listed = pages.filter((page) => page.sitemap !== 'no')
  async function entries(page: Page): Promise<readonly SitemapEntry[]> {
    return page.sitemap === 'no' ? [] : page.sitemap(await input())
  }
  return {
    index() {
      const stream = new SitemapIndexStream()
      return Readable.from(listed.map((page) => ({ url: `${origin}/sitemaps/${page.id}.xml` }))).pipe(stream)
    },
    async ofPage(id) {
      const page = listed.find((candidate) => candidate.id === id)
      if (!page) return undefined
      const stream = new SitemapStream({ hostname: origin })
      const list = await entries(page)
      return Readable.from(list.map(({ path, lastmod }) => ({ url: path, ...(lastmod ? { lastmod } : {}) }))).pipe(stream)
    },
    async paths(limit) {
      const lists = await Promise.all(listed.map((page) => entries(page).catch(() => [])))
      const found: string[] = []
      for (let index = 0; found.length < limit && lists.some((list) => index < list.length); index += 1) {
        for (const list of lists) if (list[index]) found.push((list[index] as SitemapEntry).path)
      }
      return found.slice(0, limit)
    },
  }
}
