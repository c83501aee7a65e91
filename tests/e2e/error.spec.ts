import { expect, type Page, test } from 'playwright/test'

async function open(page: Page, path: string): Promise<number | undefined> {
  const answer = await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.locator('html[data-hydrated]').waitFor()
  return answer?.status()
}

test.describe('404', () => {
  test('a missing route has header, footer and its text', async ({ page }) => {
    expect(await open(page, '/no/such/page')).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be found')
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })

  test('an unknown agreement is missing too', async ({ page }) => {
    expect(await open(page, '/agreement/unknown')).toBe(404)
  })

  test('goes home after five seconds', async ({ page }) => {
    await page.clock.install()
    await open(page, '/no/such/page')
    await expect(page.getByText(/[54] 秒后回到首页/)).toBeVisible()
    for (let second = 0; second < 5; second += 1) await page.clock.runFor(1000)
    await page.waitForURL((url) => url.pathname === '/')
  })

  test('stays when it is told to', async ({ page }) => {
    await page.clock.install()
    await open(page, '/no/such/page')
    await page.getByRole('button', { name: '停留在此页' }).click()
    for (let second = 0; second < 6; second += 1) await page.clock.runFor(1000)
    await expect(page.getByText('没有这一页，或者它已经搬走了')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/no/such/page')
  })

  test('a link taken before the end counts, not the countdown', async ({ page }) => {
    await page.clock.install()
    await open(page, '/no/such/page')
    await page.getByRole('contentinfo').getByRole('link', { name: '隐私政策' }).click()
    await page.waitForURL('**/agreement/privacy')
    for (let second = 0; second < 6; second += 1) await page.clock.runFor(1000)
    expect(new URL(page.url()).pathname).toBe('/agreement/privacy')
  })
})

test.describe('in the browser', () => {
  test('missing data show a retry without header or footer', async ({ page }) => {
    await page.route('**/api/search/all*', (route) => route.abort())
    await open(page, '/search')
    await page.getByRole('region', { name: '大家在搜' }).getByRole('link').first().click()
    await expect(page.getByRole('button', { name: '重试' })).toBeVisible({ timeout: 15_000 })
    await expect(page.getByRole('banner')).toHaveCount(0)
    await page.unroute('**/api/search/all*')
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByRole('banner')).toBeVisible()
  })
})
