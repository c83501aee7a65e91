import { expect, type Page, type Request, test } from 'playwright/test'

interface Line {
  readonly saveData: boolean
  readonly effectiveType: string
}

const good: Line = { saveData: false, effectiveType: '4g' }

/** What the page has asked for since it stood, and what was refused. */
interface Asked {
  readonly calls: string[]
  readonly scripts: string[]
  readonly refused: number[]
  /** Reads without an answer. */
  readonly open: Set<Request>
}

/** Opens a page on a line, with the clock in our hand, and writes down what it asks for once it stands. */
async function openOn(page: Page, path: string, line: Line): Promise<Asked> {
  await page.addInitScript((connection) => Object.defineProperty(navigator, 'connection', { value: connection }), line)
  await page.clock.install()
  await page.goto(path)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const asked: Asked = { calls: [], scripts: [], refused: [], open: new Set() }
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => asked.open.delete(request))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/api/')) asked.calls.push(url.pathname + url.search)
    if (url.pathname.startsWith('/api/') && request.method() === 'GET') asked.open.add(request)
    if (/^\/assets\/.*\.js$/.test(url.pathname)) asked.scripts.push(url.pathname)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) asked.refused.push(response.status())
  })
  return asked
}

/** Lets so many seconds go by; no answer is waited for so long that it counts as lost. */
async function pass(page: Page, asked: Asked, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await page.clock.runFor(1000)
    await expect.poll(() => asked.open.size).toBe(0)
  }
}

const details = (asked: Asked): string[] =>
  asked.calls.filter(
    (call) => call.startsWith('/api/course/course-detail') || call.startsWith('/api/common/course-list-page'),
  )

test.describe('a page is fetched ahead', () => {
  test('when its link is hovered, once', async ({ page }) => {
    const asked = await openOn(page, '/agreement/privacy', good)
    const lists = (): string[] =>
      asked.calls.filter((call) => call === '/api/classSystem/list-classSystem?pageNum=1&pageSize=20')
    const link = page.locator('header a[href="/classes"]').first()
    for (const _ of [1, 2, 3]) {
      await link.hover()
      await page.clock.runFor(200)
      await expect.poll(() => lists().length).toBe(1)
      await page.locator('h1').hover()
    }
    await link.click()
    await expect(page).toHaveURL(/\/classes$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('系统班')
    expect(lists()).toHaveLength(1)
    expect(asked.refused).toEqual([])
  })

  test('script comes in view, data when pointed at', async ({ page }) => {
    // what a test evaluates counts as pressed; of somebody who only looks nothing does
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false, isActive: false } }),
    )
    const asked = await openOn(page, '/course', good)
    await expect
      .poll(async () => {
        await pass(page, asked, 1)
        return asked.scripts.filter((path) => /course-(?:live|video)-/.test(path)).length
      })
      .toBeGreaterThan(0)
    // However far an idle visitor goes down this page, the services are asked nothing.
    for (const share of [0.25, 0.5, 0.75, 1]) {
      await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), share)
      await pass(page, asked, 6)
    }
    // Only the visit itself is reported (spec §7).
    expect(asked.calls.filter((call) => call !== '/api/ubas/flow-collect')).toEqual([])
    await page.evaluate(() => scrollTo(0, 0))
    const link = page.locator('main a[href^="/course/video/"]').first()
    await link.hover()
    await page.clock.runFor(200)
    await expect.poll(() => asked.calls.filter((call) => call.startsWith('/api/course/course-detail')).length).toBe(1)
    await link.click()
    await expect(page).toHaveURL(/\/course\/video\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(asked.calls.filter((call) => call.startsWith('/api/course/course-detail'))).toHaveLength(1)
    expect(asked.refused).toEqual([])
  })

  test('only while its tab is looked at', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }))
    const asked = await openOn(page, '/live/list', good)
    await expect
      .poll(async () => {
        await page.clock.runFor(1000)
        return asked.scripts.filter((path) => path.includes('links-in-view')).length
      })
      .toBe(1)
    await page.clock.runFor(10_000)
    const screens = (): string[] => asked.scripts.filter((path) => path.includes('course-live'))
    expect(screens()).toEqual([])
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { get: () => false })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect
      .poll(async () => {
        await pass(page, asked, 1)
        return screens().length
      })
      .toBeGreaterThan(0)
  })

  for (const line of [
    { saveData: true, effectiveType: '4g' },
    { saveData: false, effectiveType: '2g' },
    { saveData: false, effectiveType: 'slow-2g' },
  ] satisfies Line[]) {
    test(`neither on hover nor in view with ${line.saveData ? 'the data saver' : `a ${line.effectiveType} line`}`, async ({
      page,
    }) => {
      const asked = await openOn(page, '/live/list', line)
      await page.clock.runFor(10_000)
      await page.locator('main a[href^="/course/live/"]').first().hover()
      await page.clock.runFor(10_000)
      // The next thing that a visitor does comes after all that would have been asked for.
      await page.locator('header a[href="/classes"]').first().click()
      await expect(page).toHaveURL(/\/classes$/)
      expect(details(asked)).toEqual([])
      expect(asked.scripts.filter((path) => /links-in-view|course-live/.test(path))).toEqual([])
    })
  }
})
