import type { Page } from '#client/pages/define-page.ts'
import { pages } from '#client/pages/index.ts'

/** One page of a kind, or one more look of it. */
export interface PageKind {
  /** The page's id, and what is looked at: `course-list`, `course-list filtered`. */
  readonly name: string
  readonly path: string
  readonly page: Page
}

/** Pages whose paths no sitemap tells. A page that is in neither list is an error: every kind is looked at. */
const otherPaths: Readonly<Record<string, string>> = {
  'forum-secret-post': '/bbs/detail/encrypt',
  'forum-own': '/bbs/user',
  'forum-user': '/bbs/user/1',
  search: '/search',
  register: '/register',
  'register-over': '/register/over',
  'register-success': '/register/success',
  login: '/auth/login',
  'oauth-return': '/authMiddlePage/auth',
  'oauth-bind': '/user/oauth',
  'my-info': '/user/info',
  'complete-profile': '/user/perfect',
  security: '/user/security',
  'bind-phone': '/user/auth/bind',
  'change-phone': '/user/auth/updatePhone',
  'password-forget': '/user/auth/password/forget',
  'password-change': '/user/auth/password/change',
}

/** Pages that look different at another address. */
const furtherPaths: readonly (readonly [id: string, look: string, path: string])[] = [
  ['search', 'with results', '/search?keyword=%E6%8F%92%E7%94%BB'],
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

/** Every page in the order of the page list, with an address that answers; `read` gives the text of a path of the site. */
export async function listPageKinds(read: (path: string) => Promise<string>): Promise<PageKind[]> {
  const kinds: PageKind[] = []
  for (const page of pages) {
    const path = page.sitemap === 'no' ? otherPaths[page.id] : await firstListed(page.id, read)
    if (path === undefined) throw new Error(`${page.id} has no sitemap: name one of its addresses in tests/support/page-kinds.ts.`)
    kinds.push({ name: page.id, path, page })
  }
  return [...kinds, ...furtherPaths.map(([id, look, path]) => ({ name: `${id} ${look}`, path, page: pageOf(id) }))]
}

/** An address that no page answers. */
export const missingPage = '/there-is-no-such-page'
