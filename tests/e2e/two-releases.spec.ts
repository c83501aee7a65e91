import { expect, type Page, test } from 'playwright/test'
import { changeMark } from '../support/client-release.ts'
import { type ReleasedSite, startReleasedSite } from '../support/released-site.ts'

// A page that stays open over a release, as it is: another process with other scripts, at the same address.
test.describe.configure({ mode: 'serial', timeout: 180_000 })

let site: ReleasedSite
test.beforeAll(async () => {
  site = await startReleasedSite()
})
test.afterAll(() => site?.close())

const hasRun = (page: Page): Promise<boolean> =>
  page.evaluate((mark) => performance.getEntriesByName(mark).length > 0, changeMark)

test('a page open over a release leads on', async ({ page }) => {
  const loads: string[] = []
  const failures: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  page.on('pageerror', (error) => failures.push(error.message))
  await page.addInitScript(() => localStorage.setItem('closedNotices', '[1,2]'))
  await page.goto(`${site.base}/agreement/privacy`)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await site.release('client/pages/classes/classes-list.tsx')

  // Not changed by the release: its script has the name that the old page knows, and no page is loaded.
  await page.locator('header a[href="/article"]').first().click()
  await expect(page).toHaveURL(/\/article$/)
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('隐私')
  expect(loads).toEqual(['/agreement/privacy'])

  // Changed: the old script is gone, so the server shows the page, whole and of the new release.
  await page.locator('header a[href="/classes"]').first().click()
  await expect(page).toHaveURL(/\/classes$/)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('系统班')
  await expect(page.getByText('服务器错误')).toHaveCount(0)
  await expect.poll(() => hasRun(page)).toBe(true)
  expect(loads).toEqual(['/agreement/privacy', '/classes'])

  // From here on everything is the new release's.
  await page.locator('header a[href="/article"]').first().click()
  await expect(page).toHaveURL(/\/article$/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('系统班')
  expect(loads).toEqual(['/agreement/privacy', '/classes'])
  expect(failures).toEqual([])
})
