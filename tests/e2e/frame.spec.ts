import { expect, type Page, test } from 'playwright/test'
import { breaches, breachesInBothColours, overhang } from '../support/axe.ts'
import { openPage } from '../support/login-steps.ts'

const somePage = '/agreement/register'

/** Lets time go until the page counts its visit: whatever it asks for by itself has been asked for by then. */
async function untilCounted(page: Page, calls: readonly string[]): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1000)
    expect(calls).toContain('/api/ubas/flow-collect')
  }).toPass()
}

function nav(page: Page) {
  return page.getByRole('navigation', { name: '主导航' })
}

test.describe('every page', () => {
  for (const path of [somePage, '/search', '/search?searchText=%E6%B0%B4%E5%BD%A9', '/no-such-page']) {
    test(`${path} hydrates cleanly, one h1, accessible, at 320 px`, async ({ page }) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of 404|Permissions-Policy/.test(message.text()))
          complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      await openPage(page, path)
      await expect(page.locator('h1')).toHaveCount(1)
      expect(await breachesInBothColours(page)).toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await overhang(page)).toBeLessThanOrEqual(0)
      expect(complaints).toEqual([])
    })
  }

  test('the skip link leads to the content', async ({ page }) => {
    await openPage(page, somePage)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '跳到正文' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('#main')).toBeFocused()
  })

  test('a page from a cache asks nothing about a visitor', async ({ page }) => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.clock.install()
    await openPage(page, somePage)
    await untilCounted(page, calls)
    expect(calls).not.toContain('/api/user/info')
  })

  test('with the hint cookie it asks once who is there', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'signedIn', value: '1', url: baseURL ?? '' }])
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.clock.install()
    await openPage(page, somePage)
    await untilCounted(page, calls)
    expect(calls.filter((path) => path === '/api/user/info')).toHaveLength(1)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('header', () => {
  test('lists the entries and marks the current one', async ({ page }) => {
    await openPage(page, '/course')
    const links = nav(page).locator('> ul > li > a')
    await expect(links).toHaveText(['首页', '系统班', '课程', '公开课', '学院', '文章', '作品', '社区'])
    await expect(links.nth(2)).toHaveAttribute('aria-current', /.+/)
  })

  test('stays at the top while scrolling and covers nothing', async ({ page }) => {
    await openPage(page, somePage)
    await page.evaluate(() => window.scrollTo(0, 600))
    const box = await page.getByRole('banner').boundingBox()
    expect(box?.y).toBe(0)
    expect(box?.height).toBeGreaterThanOrEqual(64)
    expect(box?.height).toBeLessThanOrEqual(72)
  })

  test('the course menu opens after 150 ms, closes after 300', async ({ page }) => {
    await page.clock.install()
    await openPage(page, somePage)
    const menu = page.locator('#menu-courses')
    const opened = nav(page).locator('li[data-open]')
    await page.clock.pauseAt(Date.now() + 60_000)
    await nav(page).getByRole('link', { name: '课程', exact: true }).hover()
    await page.clock.runFor(149)
    await expect(opened).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(opened).toHaveCount(1)
    await expect(menu).toBeVisible()
    const first = await menu.getByRole('link').first().boundingBox()
    const child = await menu.locator('[data-level="2"]').first().boundingBox()
    if (!first || !child) throw new Error('no menu')
    await page.mouse.move(first.x + 20, first.y + 10)
    await page.mouse.move(child.x + 20, child.y + 60, { steps: 8 })
    await page.clock.runFor(1000)
    await expect(opened).toHaveCount(1)
    await page.mouse.move(700, 700)
    await page.clock.runFor(299)
    await expect(opened).toHaveCount(1)
    await expect(menu).toBeVisible()
    await page.clock.runFor(1)
    await expect(opened).toHaveCount(0)
    await expect(menu).toBeHidden()
  })

  test('has both levels, each with an address of its own', async ({ page }) => {
    await openPage(page, somePage)
    const menu = page.locator('#menu-courses')
    const firstLevel = await menu
      .locator('[data-level="1"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const secondLevel = await menu
      .locator('[data-level="2"][href^="/course/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(firstLevel.length).toBeGreaterThan(3)
    for (const href of firstLevel) expect(href).toMatch(/^\/course\/[^/]+$/)
    for (const href of secondLevel) expect(href).toMatch(/^\/course\/[^/]+\/[^/]+$/)
  })

  test('arrow keys walk the menu, Esc returns the focus', async ({ page }) => {
    await openPage(page, somePage)
    const menu = page.locator('#menu-courses')
    const entry = nav(page).getByRole('link', { name: '课程', exact: true })
    await entry.focus()
    await page.keyboard.press('ArrowDown')
    await expect(menu.locator('[data-level="1"]').first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(menu.locator('[data-level="1"]').nth(1)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(menu.locator('[data-group]').nth(1).locator('[data-level="2"]').first()).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(menu.locator('[data-level="1"]').nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(entry).toBeFocused()
  })

  test('a press on the arrow turns the college menu', async ({ page }) => {
    await openPage(page, somePage)
    const button = nav(page).getByRole('button', { name: '学院菜单' })
    const menu = page.locator('#menu-colleges')
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(menu.getByText('学习园地')).toBeVisible()
    await expect(menu.getByRole('link').first()).toHaveAttribute('href', /^\/college\/[a-z]+$/)
    expect(await breaches(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(menu).toBeHidden()
  })

  test('one tap opens the menu, two follow the link', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      hasTouch: true,
      viewport: { width: 1280, height: 800 },
      baseURL: baseURL ?? '',
    })
    const page = await context.newPage()
    await openPage(page, somePage)
    const entry = nav(page).getByRole('link', { name: '课程', exact: true })
    await entry.tap()
    await expect(page.locator('#menu-courses')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(somePage)
    await entry.tap()
    await page.waitForURL('**/course')
    await context.close()
  })

  test('without script menus open by pointer and focus', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 1440, height: 900 },
      baseURL: baseURL ?? '',
    })
    const page = await context.newPage()
    await page.goto(somePage)
    await nav(page).getByRole('link', { name: '课程', exact: true }).hover()
    await expect(page.locator('#menu-courses')).toBeVisible()
    await nav(page).getByRole('link', { name: '学院', exact: true }).focus()
    await expect(page.locator('#menu-colleges')).toBeVisible()
    await context.close()
  })

  test('on narrow screens everything lies in one sheet', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openPage(page, somePage)
    await expect(nav(page)).toBeHidden()
    await page.getByRole('button', { name: '展开菜单' }).click()
    await expect(nav(page).getByRole('link', { name: '系统班' })).toBeVisible()
    await expect(nav(page).locator('[data-level="2"]').first()).toBeVisible()
    expect(await breaches(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(nav(page)).toBeHidden()
    await expect(page.getByRole('button', { name: '展开菜单' })).toBeFocused()
  })
})

test.describe('footer and rail', () => {
  test('shows links, codes, phone, hours; friends at home only', async ({ page }) => {
    await openPage(page, somePage)
    const foot = page.getByRole('contentinfo')
    await expect(foot.getByRole('link', { name: '隐私政策' })).toHaveAttribute('href', '/agreement/privacy')
    await expect(foot.getByRole('img', { name: /二维码/ })).toHaveCount(3)
    await expect(foot.getByText(/周一至周六 13:00.22:00/)).toBeVisible()
    await expect(foot.getByText('备').first()).toBeVisible()
    await expect(foot.getByText('友情链接')).toHaveCount(0)
    await openPage(page, '/')
    await expect(page.getByRole('contentinfo').getByText('友情链接')).toBeVisible()
  })

  test('back to top appears beyond 300 px', async ({ page }) => {
    await openPage(page, '/search?searchText=%E7%94%BB')
    const button = page.getByRole('button', { name: '回到顶部' })
    await page.evaluate(() => window.scrollTo(0, 300))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300)
    await expect(button).toHaveCount(0)
    await page.evaluate(() => window.scrollTo(0, 301))
    await expect(button).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 1200))
    await page.evaluate(() => {
      const seen: number[] = []
      window.addEventListener('scroll', () => seen.push(window.scrollY))
      Object.assign(window, { seen })
    })
    await button.click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen)
    expect(seen.filter((top) => top > 0).length).toBeGreaterThan(0)
  })

  test('back to top is instant where motion is unwanted', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openPage(page, '/search?searchText=%E7%94%BB')
    await page.evaluate(() => window.scrollTo(0, 1200))
    await page.getByRole('button', { name: '回到顶部' }).click()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('the rail shows the code of the app', async ({ page }) => {
    await openPage(page, '/search')
    const rail = page.getByRole('complementary', { name: '快捷工具' })
    await rail.getByRole('button', { name: 'App' }).hover()
    await expect(rail.getByText('扫码下载 App')).toBeVisible()
    await expect(rail.getByRole('img')).toBeVisible()
  })
})

test.describe('visitors', () => {
  test('keeps invite ids a year, the later, unbroken ones', async ({ page, context }) => {
    const cookies = async (): Promise<Record<string, string>> =>
      Object.fromEntries((await context.cookies()).map((cookie) => [cookie.name, cookie.value]))
    await openPage(page, `${somePage}?inviteUserId=12&clueUserId=34`)
    await expect.poll(cookies).toMatchObject({ inviteUserId: '12', clueUserId: '34', visitorId: expect.any(String) })
    const visitor = (await cookies()).visitorId
    expect(visitor).toMatch(/^[0-9a-f-]{32,36}$/)
    await openPage(page, `${somePage}?inviteUserId=56&clueUserId=x`)
    await expect.poll(cookies).toMatchObject({ inviteUserId: '56', clueUserId: '34', visitorId: visitor })
    const kept = (await context.cookies()).find((cookie) => cookie.name === 'inviteUserId')
    expect((kept?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 86_400)
  })

  test('page views go out in one request', async ({ page }) => {
    await page.clock.install()
    const sent = page.waitForRequest('**/api/ubas/flow-collect')
    await openPage(page, somePage)
    await page.getByRole('link', { name: '退款规则' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: '退款规则' })).toBeVisible()
    await page.clock.runFor(5000)
    const { events } = (await sent).postDataJSON() as { events: { type: string; url: string }[] }
    expect(events.map((event) => event.url)).toEqual([somePage, '/agreement/refund'])
  })
})

test.describe('codes', () => {
  const answer = (code: number, msg: string): string => JSON.stringify({ code, msg, body: null, Time: 0 })

  test('-5 reports once and leads to login and back', async ({ page }) => {
    let reports = 0
    await page.route('**/api/log/client-error', (route) => {
      reports += 1
      return route.fulfill({ contentType: 'application/json', body: answer(1, '') })
    })
    await page.route('**/api/search/course-list*', (route) =>
      route.fulfill({ contentType: 'application/json', body: answer(-5, '您的账号已在别处登录') }),
    )
    await openPage(page, somePage)
    await page.getByRole('combobox').first().fill('水彩')
    await page.waitForURL('**/auth/login?*')
    expect(new URL(page.url()).searchParams.get('code')).toBe('-5')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(somePage)
    expect(reports).toBe(1)
  })

  test('4004 says what the server says, for three seconds', async ({ page }) => {
    await page.route('**/api/search/course-list*', (route) =>
      route.fulfill({ contentType: 'application/json', body: answer(4004, '操作太快，请稍后再试') }),
    )
    await page.clock.install()
    await openPage(page, somePage)
    await page.getByRole('combobox').first().fill('水彩')
    const toast = page.getByText('操作太快，请稍后再试')
    await expect(toast).toBeVisible()
    await page.clock.runFor(3000)
    await expect(toast).toBeHidden()
  })
})

test.describe('platform notice', () => {
  const notice = {
    id: 9001,
    title: '停课一天',
    content: '<p>岁末停课一天。</p>',
    img: null,
    url: '/agreement/refund',
    begDate: 0,
    endDate: 0,
  }

  async function serveNotice(page: Page): Promise<string[]> {
    const logged: string[] = []
    await page.route('**/api/platform/notice/platform-notice-by-user*', (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: JSON.stringify({ code: 1, msg: '', body: notice, Time: 0 }),
      }),
    )
    await page.route('**/api/platform/notice/add-platform-user-log', (route) => {
      logged.push((route.request().postDataJSON() as { action: string }).action)
      return route.fulfill({
        contentType: 'application/json',
        body: JSON.stringify({ code: 1, msg: '', body: true, Time: 0 }),
      })
    })
    return logged
  }

  test('pops up once, keeps focus, logs, stays closed', async ({ page }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy|Refused/.test(message.text())) complaints.push(message.text())
    })
    const logged = await serveNotice(page)
    await openPage(page, '/')
    const dialog = page.getByRole('dialog', { name: '停课一天' })
    await expect(dialog).toBeVisible()
    expect(await breaches(page)).toEqual([])
    for (let press = 0; press < 4; press += 1) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => logged).toEqual(['show', 'close'])
    const asked = page.waitForResponse('**/api/platform/notice/platform-notice-by-user*')
    await page.reload()
    await asked
    await page.waitForLoadState('networkidle')
    await expect(dialog).toHaveCount(0)
    expect(complaints).toEqual([])
  })

  test('opens its target and logs the click', async ({ page }) => {
    const logged = await serveNotice(page)
    await openPage(page, '/')
    await page.getByRole('dialog').getByRole('link', { name: '去看看' }).click()
    await page.waitForURL('**/agreement/refund')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(logged).toEqual(['show', 'click'])
  })
})

test('a preview says that it is one', async ({ page }) => {
  await openPage(page, `${somePage}?isPreview=true`)
  await expect(page.getByText('预览：这一页还没有发布')).toBeVisible()
  await expect(page.getByRole('complementary')).toHaveCount(0)
})

test('navigating reads the new title and focuses the content', async ({ page }) => {
  await openPage(page, somePage)
  await page.getByRole('link', { name: '隐私政策' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: '隐私政策' })).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()
  await expect(page.locator('[aria-live="assertive"]')).toContainText('隐私政策')
})
