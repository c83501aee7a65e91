import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import { openPage } from '../support/login-steps.ts'
import type { OwnSite } from '../support/own-site.ts'
import { officeOf, openBrowser, panelOf, startSupportSite, type Who } from '../support/support-browser.ts'

test.describe.configure({ mode: 'serial' })

let site: OwnSite
let staff: BrowserContext
let office: ReturnType<typeof officeOf>
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  site = await startSupportSite()
  staff = await openBrowser(browser, site, { who: 'education' })
  office = officeOf(staff, site.base)
})
test.afterAll(async () => {
  await staff?.close()
  await site?.stop()
})

const watching = '/api/support/unread'
const asking = '/api/support/duty'

interface Moved {
  readonly page: Page
  /** Paths of what the page asked for, from the first. */
  readonly asked: readonly string[]
  /** Lets time go by, in the page and in what the server says of the time. */
  readonly move: (ms: number) => Promise<void>
  /** Ends it with its browser, whatever is still on its way. */
  readonly close: () => Promise<void>
}

/** A page whose clock is a test's. It looks for answers to a conversation from the moment on that it watches for the window, too. */
async function openMoved(context: BrowserContext): Promise<Moved> {
  const page = await context.newPage()
  let ahead = 0
  // the page's own list of what it loaded goes with its clock
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.clock.install({ time: Date.now() })
  await page.addInitScript(() => localStorage.setItem('supportBegun', '"account"'))
  await page.route(/\/(?:api|gateway)\//, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json().catch(() => undefined)) as { Time?: number } | undefined
    if (body?.Time === undefined) return route.fulfill({ response: answer })
    await route.fulfill({ response: answer, json: { ...body, Time: body.Time + ahead } })
  })
  return {
    page,
    asked,
    async move(ms) {
      ahead += ms
      await page.clock.fastForward(ms)
      // what time brought about was asked for before this
      await page.evaluate(() => fetch('/healthz').then(() => undefined))
    },
    async close() {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    },
  }
}

/** Opens a page and presses something; returns once it is watched. */
async function arrive({ page, asked, move }: Moved, path: string): Promise<void> {
  await openPage(page, path)
  await page.keyboard.press('ArrowDown')
  await move(3500)
  await expect.poll(() => asked).toContain(watching)
}

/** Goes to another page by its link. */
async function goOn(page: Page, path: string, heading: string): Promise<void> {
  await page.getByRole('banner').locator(`a[href="${path}"]`).first().click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

test('it opens three times a day, half a minute apart', async ({ browser }) => {
  await office.open()
  const context = await openBrowser(browser, site)
  const moved = await openMoved(context)
  const { page, asked, move } = moved
  const panel = panelOf(page)
  const close = () => panel.getByRole('button', { name: '收起客服' }).click()
  const goToNext = () =>
    new URL(page.url()).pathname === '/course' ? goOn(page, '/article', '文章') : goOn(page, '/course', '课程')

  await arrive(moved, '/course')
  await move(9000)
  await expect(panel).toBeHidden()
  await move(1000)
  await expect(panel).toBeVisible()
  await expect(page.locator(':focus')).toHaveCount(0)
  await close()

  await goToNext()
  await move(11_000)
  for (const _ of ['second', 'third']) {
    await expect(panel).toBeHidden()
    await office.call('/api/staff/conversation/presence', {})
    await move(20_000)
    await goToNext()
    await move(11_000)
    await expect(panel).toBeVisible()
    await close()
    await goToNext()
    await move(11_000)
  }
  const times = asked.filter((path) => path === asking).length
  await move(31_000)
  await goToNext()
  await move(11_000)
  await expect(panel).toBeHidden()
  expect(asked.filter((path) => path === asking)).toHaveLength(times)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('MEIQIA_LIMIT') ?? '{}') as object)).toMatchObject({
    count: 3,
  })

  await office.call('/api/staff/conversation/presence', {})
  await move(24 * 3_600_000)
  await goToNext()
  await move(11_000)
  await expect(panel).toBeVisible()
  await moved.close()
})

for (const [what, how] of [
  ['for the school’s own people', { who: 'admin' }],
  ['on a small screen', { viewport: { width: 390, height: 844 } }],
  ['on a page that isn’t listed', { path: '/feedback' }],
  ['after the hours', { isClosed: true }],
] as const satisfies [string, { who?: Who; viewport?: object; path?: string; isClosed?: boolean }][]) {
  test(`the window opens by itself never ${what}`, async ({ browser }) => {
    const { who, viewport, path, isClosed } = {
      who: undefined,
      viewport: undefined,
      path: '/course',
      isClosed: false,
      ...how,
    }
    await (isClosed ? office.close() : office.open())
    const context = await openBrowser(browser, site, { ...(who ? { who } : {}), ...(viewport ? { viewport } : {}) })
    const moved = await openMoved(context)
    await arrive(moved, path)
    const answer = isClosed ? moved.page.waitForResponse(new RegExp(asking)) : undefined
    await moved.move(10_000)
    await answer
    // only who might see it asks whether somebody is there
    expect(moved.asked.filter((one) => one === asking)).toHaveLength(isClosed ? 1 : 0)
    await expect(panelOf(moved.page)).toBeHidden()
    expect(await moved.page.evaluate(() => localStorage.getItem('MEIQIA_LIMIT'))).toBeNull()
    await moved.close()
  })
}
