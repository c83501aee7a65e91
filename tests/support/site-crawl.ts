import { type PageFacts, readFacts } from './page-facts.ts'
import { type TestSite, testOrigin } from './test-site.ts'

export interface Crawl {
  /** Path → name of its part of the sitemap. */
  listed: ReadonlyMap<string, string>
  /** Pages read, by path and query. */
  pages: ReadonlyMap<string, PageFacts>
  /** Addresses that answered anything but a page. */
  failed: { path: string; status: number }[]
  /** Addresses that links lead to, each with a page that has the link; found by walking from the home page over the lists. */
  linked: ReadonlyMap<string, string>
}

/** Details of a kind that are read; the rest of a kind is made by the same code. */
const detailsOfKind = 6
const atOnce = 4

/** Parts of the sitemap with a page for each thing. */
export const detailParts: readonly string[] = [
  'course-live',
  'course-video',
  'classes-detail',
  'article-detail',
  'work-detail',
  'forum-post',
]

/** `count` of a list, the first, the last and others evenly between. */
export function spread<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list]
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * (list.length - 1)) / (count - 1))] as T)
}

/** Whether all is wanted, not a part of it: `CRAWL=all`. */
export const isWholeCrawl = process.env.CRAWL === 'all'

function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address.replace(testOrigin, '') || '/')
}

async function readSitemap(site: TestSite): Promise<Map<string, string>> {
  const listed = new Map<string, string>()
  for (const part of locations((await site.get('/sitemap.xml')).text)) {
    const name = /([^/]+)\.xml$/.exec(part)?.[1] ?? ''
    for (const path of locations((await site.get(part)).text)) listed.set(path, name)
  }
  return listed
}

/** A list as it is without a choice of order or filter: those are the same things once more. */
function isWalked(path: string, listed: ReadonlyMap<string, string>): boolean {
  const part = listed.get(path)
  if (part !== undefined) return !detailParts.includes(part)
  return (
    /^\/(?:(?:course|classes|article|works)\/[^?]*|(?:live\/list|bbs\/plate\/\w+)\?page=\d+)$/.test(path) &&
    !/^\/(course\/(live|video)|classes)\/\d+$|\.html$/.test(path)
  )
}

/** Reads the sitemap, then walks from the home page over all lists page by page, and reads some details of each kind, or all. */
export async function crawlSite(site: TestSite): Promise<Crawl> {
  const listed = await readSitemap(site)
  const pages = new Map<string, PageFacts>()
  const failed: Crawl['failed'] = []
  const linked = new Map<string, string>()
  const queue = ['/']
  const known = new Set(queue)

  async function read(path: string, walks: boolean): Promise<void> {
    const answer = await site.get(path)
    if (answer.status !== 200) {
      failed.push({ path, status: answer.status })
      return
    }
    const facts = readFacts(answer.text, path)
    pages.set(path, facts)
    for (const link of facts.links) {
      if (walks && !linked.has(link)) linked.set(link, path)
      if (!walks || known.has(link) || !isWalked(link, listed)) continue
      known.add(link)
      queue.push(link)
    }
  }

  while (queue.length > 0) await Promise.all(queue.splice(0, atOnce).map((path) => read(path, true)))
  const rest = [...listed.keys()].filter((path) => !known.has(path))
  const chosen = isWholeCrawl
    ? rest
    : [...new Set(listed.values())].flatMap((part) =>
        spread(
          rest.filter((path) => listed.get(path) === part),
          detailsOfKind,
        ),
      )
  for (let index = 0; index < chosen.length; index += atOnce)
    await Promise.all(chosen.slice(index, index + atOnce).map((path) => read(path, false)))
  return { listed, pages, failed, linked }
}
