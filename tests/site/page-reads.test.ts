import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PageData, readAddress } from '#client/pages/define-page.ts'
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

/** Pages whose address must say which thing they show. */
const addresses: Readonly<Record<string, string>> = {
  'order-pay': '/order/pay/2?orderNo=2026031100000001',
  'order-result': '/order/result/2026031100000001',
  'order-receipt': '/user/order/receipt/2026031100000001',
  'order-deposit': '/order/deposit/4?productId=1',
  deposits: '/deposits/1',
  'learning-path': '/user/sysClass?id=1',
  entrance: '/entrance/2026031100000001',
  'coupon-invite': '/coupon/invite/together',
}

/** An order whose time is over is closed by whoever looks first; nobody loses by that, and the page shows what is true. */
const closing: readonly unknown[] = ['GET /api/order/detail']

async function dataOf(page: (typeof pages)[number]): Promise<PageData> {
  const api = school.site.context.upstream.api()
  const common = {
    colleges: await api.call('GET /api/modular/college-path', {}),
    courseTypes: await api.call('GET /api/common/course-type-node', {}),
    classTypes: [],
  } as never
  const first = await sitemapEntries(page, { api, common }).next()
  const [path = page.path, search = 'id=1.sealed'] = (addresses[page.id] ?? first.value?.path ?? page.path).split('?')
  const params = createPageMatcher([page])(path)?.params ?? { id: '1' }
  return page.data(readAddress(page, { api, common, params, search: new URLSearchParams(search) }))
}

it.each(pages.map((page) => [page.id, page] as const))('what %s fetches changes nothing', async (_id, page) => {
  const { critical, wanted = [], deferred = [] } = await dataOf(page)
  const routes = [...critical, ...wanted, ...deferred].map(({ queryKey }) => queryKey[0])
  const writing = routes.filter(
    (route) => !closing.includes(route) && allEndpoints.find((endpoint) => endpoint.route === route)?.writes !== false,
  )
  expect(writing).toEqual([])
})
