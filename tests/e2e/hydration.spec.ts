import { expect, type Page, test } from 'playwright/test'

/** Everything that a browser complains about, and every call of the page to its services. */
async function listen(page: Page): Promise<{ complaints: string[]; calls: string[] }> {
  const complaints: string[] = []
  const calls: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  return { complaints, calls }
}

async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
}

/** What a page may ask for after it stands: a notice, the count of visits. */
const asideCalls = [
  'GET /api/platform/notice/platform-notice-by-user',
  'POST /api/platform/notice/add-platform-user-log',
  'POST /api/ubas/flow-collect',
  'GET /gateway/ping',
]

const addresses = [
  '/',
  '/course',
  '/course/illustration?sort=new',
  '/classes',
  '/live/list',
  '/college/illustration',
  '/agreement/privacy',
  '/search?searchText=%E6%8F%92%E7%94%BB',
  '/no/such/page',
]

for (const address of addresses) {
  test(`${address} comes alive cleanly, without asking again`, async ({ page }) => {
    const { complaints, calls } = await listen(page)
    await page.goto(address)
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    const expected = address === '/no/such/page' ? complaints.filter((text) => !text.includes('404')) : complaints
    expect(expected).toEqual([])
    expect(calls.filter((call) => !asideCalls.includes(call))).toEqual([])
  })
}

test('a visitor asks no user info; a hint once', async ({ page, context, baseURL }) => {
  const { calls } = await listen(page)
  await page.goto('/course')
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  expect(calls.filter((call) => call.endsWith('/api/user/info'))).toHaveLength(0)
  await context.addCookies([{ name: 'signedIn', value: '1', url: baseURL ?? '' }])
  await page.goto('/course')
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  expect(calls.filter((call) => call.endsWith('/api/user/info'))).toHaveLength(1)
})

test('a click stays in the page with new content', async ({ page }) => {
  const { complaints } = await listen(page)
  await page.goto('/course')
  await hydrated(page)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const card = page.locator('main a[href^="/course/video/"]').first()
  const href = await card.getAttribute('href')
  await card.click()
  await expect(page).toHaveURL(new RegExp(`${href}$`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${href}$`))
  const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await expect(page).toHaveTitle(new RegExp(heading.slice(0, 4)))
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(complaints).toEqual([])
})

test('back leads where one was, forward to the top', async ({ page }) => {
  await page.goto('/course')
  await hydrated(page)
  await page.evaluate(() => scrollTo(0, 700))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
  await page.locator('main a[href^="/course/video/"]').nth(6).click()
  await expect(page).toHaveURL(/\/course\/video\/\d+$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/course$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
})

test('an address with a hash shows its target', async ({ page }) => {
  await page.goto('/course')
  await hydrated(page)
  const href = await page.locator('main a[href^="/course/video/"]').first().getAttribute('href')
  await page.evaluate((to) => {
    const link = document.createElement('a')
    link.href = `${to}#outline`
    link.id = 'to-outline'
    document.body.append(link)
  }, href)
  await page.evaluate(() => document.getElementById('to-outline')?.click())
  await expect(page.locator('#outline')).toBeInViewport()
})

test('an unloadable script leads to the page itself', async ({ page }) => {
  await page.goto('/agreement/privacy')
  await hydrated(page)
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(new URL(request.url()).pathname)
  })
  await page.route('**/assets/live-list*.js', (route) => route.abort())
  await page.locator('header a[href="/live/list"]').first().click()
  await expect(page).toHaveURL(/\/live\/list$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // There it is tried once more, and no third time.
  await expect.poll(() => documents).toEqual(['/live/list', '/live/list'])
  await page.waitForLoadState('load')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(documents).toHaveLength(2)
})

test('a link is prepared on hover, without data saver', async ({ browser, baseURL }) => {
  for (const saveData of [false, true]) {
    const page = await browser.newPage({ baseURL })
    await page.addInitScript(
      (save) => Object.defineProperty(navigator, 'connection', { value: { saveData: save, effectiveType: '4g' } }),
      saveData,
    )
    await page.goto('/agreement/privacy')
    await hydrated(page)
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.locator('header a[href="/classes"]').first().hover()
    if (saveData) {
      // The neighbour's script would be there by now: it is asked for on the click instead.
      await page.locator('header a[href="/classes"]').first().click()
      await expect(page).toHaveURL(/\/classes$/)
    } else {
      await expect.poll(() => calls.some((path) => path === '/api/classSystem/list-classSystem')).toBe(true)
      await expect(page).toHaveURL(/privacy$/)
    }
    await page.close()
  }
})

test('an invite becomes a cookie, a fingerprint once', async ({ page, context }) => {
  await page.goto('/course?inviteUserId=77')
  await hydrated(page)
  const read = async (): Promise<Record<string, { value: string; expires: number }>> =>
    Object.fromEntries((await context.cookies()).map(({ name, value, expires }) => [name, { value, expires }]))
  await expect.poll(async () => (await read()).inviteUserId?.value).toBe('77')
  const first = await read()
  const days = ((first.inviteUserId?.expires ?? 0) * 1000 - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(365)
  await page.goto('/course?inviteUserId=78&clueUserId=5')
  await hydrated(page)
  await expect.poll(async () => (await read()).inviteUserId?.value).toBe('78')
  const second = await read()
  expect(second.clueUserId?.value).toBe('5')
  expect(second.visitorId?.value).toBe(first.visitorId?.value)
})
