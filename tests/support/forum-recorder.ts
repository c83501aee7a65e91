import { pages } from '#client/pages/index.ts'
import { feedPaths } from '#server/site/feed.ts'
import { sitemapEntries } from '#server/site/sitemap.ts'
import { allEndpoints } from '#shared/contract/index.ts'
import { sendCall, type TestBackend } from './backend-harness.ts'
import type { School } from './test-site.ts'

/** What a stranger may come by: keys of posts and of who writes, and words to search for. */
export interface Places {
  readonly plateIds: readonly number[]
  readonly postIds: readonly number[]
  readonly rootIds: readonly number[]
  readonly userIds: readonly number[]
  readonly words: readonly string[]
  /** Signed ids that were given out. */
  readonly tokens: readonly string[]
  /** Pictures for sharing that were linked once. */
  readonly cards: readonly string[]
}

type Input = Record<string, string | number>

const each = (ids: readonly number[], name: string, more: Input = {}): Input[] =>
  ids.map((id) => ({ [name]: id, ...more }))
const sorts = ['active', 'new', 'hot', 'essence']
const kinds = ['video', 'live', 'class', 'article', 'work', 'post']

/** Inputs of each public read that knows the forum. */
function inputsOf({ plateIds, postIds, rootIds, userIds, words, tokens }: Places): Record<string, readonly Input[]> {
  const lists = [{}, ...each(plateIds, 'categoryId')]
  const one = [...each(postIds, 'id'), ...tokens.map((encrypt) => ({ encrypt }))]
  const signed = (name: string, ids: readonly number[]): Input[] =>
    ids.flatMap((id) => tokens.map((encrypt) => ({ [name]: id, encrypt, pageSize: 50 })))
  const found = words.map((searchText) => ({ searchText, pageSize: 50 }))
  return {
    'GET /api/post/recommend-category-list': [{}],
    'GET /api/post/essence-post-list': lists.map((input) => ({ ...input, size: 20 })),
    'GET /api/post/summary': lists,
    'GET /api/post/user-summary': each(userIds, 'userId'),
    'GET /api/post/list': lists.flatMap((input) => sorts.map((sort) => ({ ...input, sort, pageSize: 50 }))),
    'GET /api/post/category-list': [{}],
    'GET /api/post/category-detail': each(plateIds, 'id'),
    'GET /api/post/visit-list': [...each(userIds, 'userId'), ...each(postIds, 'postId')],
    'GET /api/post/user-post-list': each(userIds, 'userId', { pageSize: 50 }),
    'GET /api/post/user-comment-list': each(userIds, 'userId', { pageSize: 50 }),
    'GET /api/post/detail': one,
    'GET /api/post/base-info': one,
    'GET /api/post/comment/comment-list': [...each(postIds, 'postId', { pageSize: 50 }), ...signed('postId', postIds)],
    'GET /api/post/comment/answer-list': [...each(rootIds, 'rootId', { pageSize: 50 }), ...signed('rootId', rootIds)],
    'GET /api/post/related-list': each(postIds, 'id'),
    'GET /api/post/search': found,
    'GET /api/search/hot-search': [{}],
    'GET /api/search/course-list': found,
    'GET /api/search/all': [...found, ...found.map((input) => ({ ...input, tab: 'post' }))],
    'GET /api/sitemap/parts': kinds.map((kind) => ({ kind })),
    'GET /api/sitemap/entries': kinds.map((kind) => ({ kind, part: 1 })),
  }
}

/** Public reads of the forum, the search and the sitemap, as the contract has them: one that is new asks for its inputs. */
export const strangersReads: readonly string[] = allEndpoints
  .filter(({ access, route }) => access === 'public' && /^GET \/api\/(?:post|search|sitemap)\//.test(route))
  .map(({ route }) => route)

/** What strangers read of one place. */
export interface Heard {
  readonly where: string
  readonly text: string
}

/** Asks all of these calls, without a name or with a learner's cookie. */
export async function recordCalls(backend: TestBackend, places: Places, cookie?: string): Promise<Heard[]> {
  const inputs = inputsOf(places)
  const records: Heard[] = []
  for (const route of strangersReads) {
    const known = Object.entries(inputs).find(([name]) => name === route)?.[1]
    if (!known) throw new Error(`${route} is read by strangers, and nobody looks at what it says.`)
    for (const input of known) {
      const answer = await sendCall(backend.agent, route as never, input as never, cookie ? { Cookie: cookie } : {})
      const where = `${route} ${JSON.stringify(input)}`
      if (answer.status >= 500) throw new Error(`${where} answered ${answer.status}.`)
      records.push({ where, text: JSON.stringify(answer.headers) + answer.text })
    }
  }
  return records
}

/** Addresses of pages that no sitemap tells. */
const otherPaths = ['/register/over', '/agreement/community']

/** Each kind of page that is kept, by one address, and all of the forum. */
async function pathsOf({ site }: School, { plateIds, postIds, userIds, words, tokens }: Places): Promise<string[]> {
  const { upstream } = site.context
  const api = upstream.api()
  const common = { colleges: await api.call('GET /api/modular/college-path', {}), courseTypes: [], classTypes: [] }
  const kinds: string[] = []
  for (const page of pages) {
    if (page.cache === 'never' || page.sitemap === 'no') continue
    for await (const { path } of sitemapEntries(page, { api, common: common as never })) {
      kinds.push(path)
      break
    }
  }
  const plates = ['all', ...plateIds].flatMap((id) =>
    ['', ...sorts.slice(1).map((sort) => `?sort=${sort}`)].map((choice) => `/bbs/plate/${id}${choice}`),
  )
  return [
    ...new Set([
      ...kinds,
      ...otherPaths,
      '/bbs/plate',
      ...plates,
      ...postIds.flatMap((id) => [`/bbs/detail/${id}`, `/bbs/detail/${id}?order=new`]),
      ...userIds.flatMap((id) => [`/bbs/user/${id}`, `/bbs/user/${id}?tab=reply`]),
      ...words.flatMap((word) => [
        `/bbs/plate/all?${new URLSearchParams({ searchText: word })}`,
        `/search?${new URLSearchParams({ searchText: word })}`,
      ]),
      ...tokens.map((id) => `/bbs/detail/encrypt?${new URLSearchParams({ id })}`),
      '/robots.txt',
    ]),
  ]
}

/** Every page, feed, part of the sitemap and picture for sharing, as strangers get them or a learner does. */
export async function recordPages(school: School, places: Places, cookie?: string): Promise<Heard[]> {
  const records: Heard[] = []
  const read = async (path: string): Promise<string> => {
    const visit = school.site.get(path)
    const answer = await (cookie ? visit.set('Cookie', `${cookie}; signedIn=1`) : visit)
    if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}.`)
    const text = answer.text ?? ''
    records.push({ where: path, text: path + JSON.stringify(answer.headers) + text })
    return text
  }
  for (const path of [...(await pathsOf(school, places)), ...Object.values(feedPaths), ...places.cards])
    await read(path)
  for (const [, part = ''] of (await read('/sitemap.xml')).matchAll(/<loc>[^<]*(\/sitemaps\/[^<]+)</g)) await read(part)
  return records
}
