import type { Page } from '#client/pages/define-page.ts'
import { pages } from '#client/pages/index.ts'

/** One page of a kind, or one more look of it. */
export interface PageKind {
  /** The page's id, and what is looked at: `course-list`, `course-list filtered`. */
  readonly name: string
  readonly path: string
  readonly page: Page
}

/** Pages that look different at another address. */
const furtherPaths: readonly (readonly [id: string, look: string, path: string])[] = [
  ['search', 'with results', '/search?searchText=%E6%8F%92%E7%94%BB'],
  ['course-list', 'second page', '/course/all/0/2'],
  ['college', 'of one school', '/college/illustration'],
  ['forum-user', 'replies', '/bbs/user/1?tab=reply'],
]

function pageOf(id: string): Page {
  const page = pages.find((candidate) => candidate.id === id)
  if (!page) throw new Error(`There is no page "${id}".`)
  return page
}

/** The first address of a page's sitemap, as a path. */
async function firstListed(id: string, read: (path: string) => Promise<string>): Promise<string> {
  const [, address] = /<loc>([^<]+)<\/loc>/.exec(await read(`/sitemaps/${id}.xml`)) ?? []
  if (address === undefined) throw new Error(`The sitemap of ${id} is empty.`)
  const { pathname, search } = new URL(address.replaceAll('&amp;', '&'))
  return pathname + search
}

/** Pages that must be told what they show. */
const samplePaths: Readonly<Record<string, string>> = {
  'video-play': '/course/video/play?courseId=1',
  'live-play': '/course/live/play/1',
  'mind-play': '/mind/play/1',
  'preview-live': '/preview/live/1?isPreview=true',
  'preview-mind': '/preview/mind/1?isPreview=true',
  'answer-room': '/solutionRoom/1',
  'exam-paper': '/exam/1',
}

/** The plainest address of a page that no sitemap tells: nothing that may be left out, and the first of what is numbered. */
function plainPath({ id, path }: Page): string {
  return samplePaths[id] ?? (path.replaceAll(/\/:\w+\?/g, '').replaceAll(/:\w+/g, '1') || '/')
}

/** Every page in the order of the page list, with one of its addresses; `read` gives the text of a path of the site. */
export async function listPageKinds(read: (path: string) => Promise<string>): Promise<PageKind[]> {
  const kinds: PageKind[] = []
  for (const page of pages) {
    const path = page.sitemap === 'no' ? plainPath(page) : await firstListed(page.id, read)
    kinds.push({ name: page.id, path, page })
  }
  return [...kinds, ...furtherPaths.map(([id, look, path]) => ({ name: `${id} ${look}`, path, page: pageOf(id) }))]
}

/** An address that no page answers. */
export const missingPage = '/there-is-no-such-page'
