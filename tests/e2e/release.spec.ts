import { expect, type Page, test } from 'playwright/test'

/** Page loads of a tab, by address. */
function loadsOf(page: Page): string[] {
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      loads.push(new URL(request.url()).pathname)
  })
  return loads
}

// What an open page asks for after a release, when its scripts are no longer there.
const gone = { status: 404, contentType: 'text/html', body: '<h1>404</h1>' }

test.describe('a script that stays away', () => {
  test('leaves the served page readable after one retry', async ({ page }) => {
    const loads = loadsOf(page)
    await page.route('**/assets/course-list-*.js', (route) => route.fulfill(gone))
    await page.goto('/course')
    await expect.poll(() => loads.length).toBe(2)
    await page.waitForLoadState('load')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('课程')
    await expect(page.getByText('服务器错误')).toHaveCount(0)
    await page.getByRole('contentinfo').getByRole('link', { name: '隐私政策' }).click()
    await expect(page).toHaveURL(/\/agreement\/privacy/)
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    expect(loads).toEqual(['/course', '/course', '/agreement/privacy'])
  })

  test('is no dead end: the server shows the next', async ({ page }) => {
    const loads = loadsOf(page)
    await page.goto('/agreement/privacy')
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    // Only the old page's name of it is gone: the new page has its own, and finds it.
    let isOld = true
    await page.route('**/assets/classes-list-*.js', (route) => (isOld ? route.fulfill(gone) : route.continue()))
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isOld = false
    })
    await page.locator('header a[href="/classes"]').first().click()
    await expect(page).toHaveURL(/\/classes$/)
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('系统班')
    expect(loads).toEqual(['/agreement/privacy', '/classes'])
  })
})
