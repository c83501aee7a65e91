import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PageData } from '#client/pages/define-page.ts'
import { pages } from '#client/pages/index.ts'
import { createPageMatcher } from '#client/pages/match-page.ts'
import { sitemapEntries } from '#server/site/sitemap.ts'
import { allEndpoints } from '#shared/contract/index.ts'
import { type School, startSchool } from '../support/test-site.ts'

// A page's data are fetched on hover, by robots and for caches: they may be read by anybody at any time.
let school: School

beforeAll(async () => {
  school = await startSchool()
})

afterAll(() => school.close())

async function dataOf(page: (typeof pages)[number]): Promise<PageData> {
  const api = school.site.context.upstream.api()
  const common = { colleges: await api.call('GET /api/modular/college-path', {}), courseTypes: await api.call('GET /api/common/course-type-node', {}), classTypes: [] } as never
  const first = await sitemapEntries(page, { api, common }).next()
  const params = createPageMatcher([page])(first.value?.path ?? page.path)?.params ?? { id: '1' }
  return page.data({ api, common, params, search: new URLSearchParams('id=1.sealed') })
}

it.each(pages.map((page) => [page.id, page] as const))('what %s fetches changes nothing', async (_id, page) => {
  const { critical, wanted = [], deferred = [] } = await dataOf(page)
  const routes = [...critical, ...wanted, ...deferred].map(({ queryKey }) => queryKey[0])
  const writing = routes.filter((route) => allEndpoints.find((endpoint) => endpoint.route === route)?.writes !== false)
  expect(writing).toEqual([])
})
