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

/** A page whose clock is a test's: what the server says of the time goes along. */
async function openMoved(
  context: BrowserContext,
): Promise<{ page: Page; loaded: readonly string[]; move: (ms: number) => Promise<void> }> {
  const page = await context.newPage()
  let ahead = 0
  // the page's own list of what it loaded goes with its clock
  const loaded: string[] = []
  page.on('requestfinished', (request) => loaded.push(request.url()))
  await page.clock.install({ time: Date.now() })
  await page.route(/\/(?:api|gateway)\//, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json().catch(() => undefined)) as { Time?: number } | undefined
    if (body?.Time === undefined) return route.fulfill({ response: answer })
    await route.fulfill({ response: answer, json: { ...body, Time: body.Time + ahead } })
  })
  return {
    page,
    loaded,
    async move(ms) {
      ahead += ms
      await page.clock.fastForward(ms)
    },
  }
}

/** Has looked at a listed page for long enough, and pressed something. */
async function dwell({ page, loaded, move }: Awaited<ReturnType<typeof openMoved>>, ms = 10_000): Promise<void> {
  await page.keyboard.press('Shift')
  // what watches is loaded by then
  await move(3500)
  await expect.poll(() => loaded).toContainEqual(expect.stringMatching(/support-watch/))
  await move(ms)
}

test('it opens three times a day, half a minute apart', async ({ browser }) => {
  await office.open()
  const context = await openBrowser(browser, site)
  const moved = await openMoved(context)
  const { page, move } = moved
  const panel = panelOf(page)
  await openPage(page, '/course')
  await dwell(moved)
  await expect(panel).toBeVisible()
  await expect(page.locator(':focus')).toHaveCount(0)
  await panel.getByRole('button', { name: '收起客服' }).click()

  const goOn = async (path: string): Promise<void> => {
    await page.getByRole('banner').locator(`a[href="${path}"]`).first().click()
    await expect(page).toHaveURL(path)
  }
  await goOn('/college')
  await move(10_000)
  await expect(panel).toBeHidden()
  for (const [path, isOpen] of [
    ['/course', true],
    ['/college', true],
    ['/course', false],
    ['/college', false],
  ] as const) {
    await office.call('/api/staff/conversation/presence', {})
    await move(31_000)
    await goOn(path)
    const asked = isOpen ? page.waitForResponse(/\/api\/support\/duty/) : undefined
    await move(10_500)
    await asked
    if (isOpen) {
      await expect(panel).toBeVisible()
      await panel.getByRole('button', { name: '收起客服' }).click()
    } else await expect(panel).toBeHidden()
  }
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('MEIQIA_LIMIT') ?? '{}') as object)).toMatchObject({
    count: 3,
  })
  await context.close()
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
    await openPage(moved.page, path)
    await dwell(moved)
    await expect(panelOf(moved.page)).toBeHidden()
    expect(await moved.page.evaluate(() => localStorage.getItem('MEIQIA_LIMIT'))).toBeNull()
    await context.close()
  })
}
