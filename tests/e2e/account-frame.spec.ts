import { expect, type Page } from 'playwright/test'
import { logInBrowser, test } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'

test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders(ownAddress())
})

const face = (page: Page) => page.getByRole('banner').getByRole('link', { name: /，我的信息$/ })
const toggle = (page: Page) => page.getByRole('banner').getByRole('button', { name: '账号菜单' })
const entry = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
const logout = (page: Page) => page.getByRole('banner').getByRole('button', { name: '退出登录' })
const loginLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: '登录', exact: true })
const loginDialog = (page: Page) => page.getByRole('dialog', { name: '进教室' })

test.describe('a visitor', () => {
  test('logs in where they are, or goes to sign up', async ({ page }) => {
    await openPage(page, '/course?sort=new')
    await loginLink(page).click()
    await expect(loginDialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(loginDialog(page)).toBeHidden()
    await expect(loginLink(page)).toBeFocused()
    await expect(page).toHaveURL(/\/course\?sort=new$/)
    await page.getByRole('banner').getByRole('link', { name: '注册' }).click()
    await expect(page).toHaveURL(/\/register$/)
  })
  test('does both without script, too, and comes back', async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL, javaScriptEnabled: false })
    await page.goto('/course?sort=new')
    await expect(loginLink(page)).toHaveAttribute('href', '/auth/login?redirect=%2Fcourse%3Fsort%3Dnew')
    await page.goto('/user/info')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('请先登录')
    await expect(page.getByText('“我的信息”')).toBeVisible()
    await page.getByRole('link', { name: '去登录' }).click()
    await expect(page).toHaveURL(/\/auth\/login\?redirect=%2Fuser%2Finfo$/)
    await expect(loginLink(page)).toHaveCount(0)
    await page.close()
  })
  test('invited is asked to log in only where linked', async ({ page }) => {
    await openPage(page, '/?inviteUserId=9')
    await page.waitForLoadState('networkidle')
    await expect(loginDialog(page)).toBeHidden()
    await openPage(page, '/?inviteUserId=9&inviteWay=1')
    await expect(loginDialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect(loginDialog(page)).toBeVisible()
    await expect(loginDialog(page).getByRole('button', { name: '关闭' })).toHaveCount(0)
  })
  test('of a learners’ page meets its login, however reached', async ({ page }) => {
    await openPage(page, '/user/info')
    await expect(loginDialog(page)).toBeVisible()
    await expect(page).toHaveTitle(/我的信息/)
    await openPage(page, '/course')
    await page.evaluate(() =>
      Object.assign(document.body.appendChild(document.createElement('a')), { href: '/user/info', id: 'in' }).click(),
    )
    await expect(loginDialog(page)).toBeVisible()
    await expect(page).toHaveURL(/\/user\/info$/)
    await expect(page).toHaveTitle(/我的信息/)
  })
  test('whose account is out of use is told so', async ({ page }) => {
    for (const code of ['-6', '-7']) {
      await openPage(page, `/auth/login?code=${code}`)
      const dialog = page.getByRole('dialog', { name: '账号状态异常' })
      await expect(dialog).toContainText('您的账号状态异常，请联系客服。 客服电话：020-29075715')
      await dialog.getByRole('button', { name: '知道了' }).click()
      await expect(dialog).toBeHidden()
    }
  })
  test('with an ended session’s hint asks once, never again', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'signedIn', value: '1', url: baseURL ?? '' }])
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/user/info')) asked.push(request.url())
    })
    await openPage(page, '/course')
    await expect.poll(async () => (await context.cookies()).some(({ name }) => name === 'signedIn')).toBe(false)
    await openPage(page, '/classes')
    await page.waitForLoadState('networkidle')
    expect(asked).toHaveLength(1)
    await expect(loginLink(page)).toBeVisible()
  })
})

test.describe('a learner', () => {
  test.beforeEach(({ context, account }) => logInBrowser(context, account))

  test('is known at once: no call, no complaint', async ({ page }) => {
    const calls: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    page.on(
      'console',
      (message) => void (['error', 'warning'].includes(message.type()) && complaints.push(message.text())),
    )
    await openPage(page, '/')
    await page.waitForLoadState('networkidle')
    await expect(face(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: /^你好，/ })).toBeVisible()
    expect(calls).not.toContain('/api/user/info')
    expect(complaints).toEqual([])
  })
  test('finds the menu by mouse and leaves, staying there', async ({ page, context }) => {
    await openPage(page, '/course?sort=new')
    await expect(logout(page)).toBeHidden()
    await face(page).hover()
    await expect(logout(page)).toBeVisible()
    await expect(entry(page, '我的信息')).toBeVisible()
    await page.mouse.move(300, 600)
    await expect(logout(page)).toBeHidden()
    await toggle(page).click()
    await logout(page).click()
    await expect(loginLink(page)).toBeVisible()
    await expect(page).toHaveURL(/\/course\?sort=new$/)
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('session')
    const again = await page.goto('/user/info')
    expect(again?.status()).toBe(200)
    await expect(loginDialog(page)).toBeVisible()
  })
  test('walks the menu by keyboard, and leaves for home', async ({ page }) => {
    await openPage(page, '/user/info')
    await face(page).focus()
    await page.keyboard.press('ArrowDown')
    await expect(entry(page, '我的课表')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(logout(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(logout(page)).toBeHidden()
    await expect(face(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(toggle(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(entry(page, '我的课表')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(logout(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/$/)
    await expect(loginLink(page)).toBeVisible()
  })
  test('by touch: one tap opens, elsewhere closes, two follow', async ({ browser, baseURL, account }) => {
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      extraHTTPHeaders: ownAddress(),
    })
    await logInBrowser(context, account)
    const page = await context.newPage()
    await openPage(page, '/course')
    await face(page).tap()
    await expect(logout(page)).toBeVisible()
    await expect(page).toHaveURL(/\/course$/)
    await page.getByRole('heading', { level: 1 }).tap()
    await expect(logout(page)).toBeHidden()
    await face(page).tap()
    await expect(logout(page)).toBeVisible()
    await face(page).tap()
    await expect(page).toHaveURL(/\/user\/info$/)
    await context.close()
  })
  test('takes the same room in the header as a visitor', async ({ page, browser, baseURL }) => {
    const visitor = await browser.newPage({ baseURL })
    await Promise.all([page, visitor].map((one) => openPage(one, '/course')))
    for (const width of [1440, 900, 390]) {
      const places = await Promise.all(
        [page, visitor].map(async (one) => {
          await one.setViewportSize({ width, height: 800 })
          return one
            .locator('header')
            .first()
            .evaluate((header) =>
              [
                ...header.querySelectorAll('form, a[href="/search"], button[aria-controls="site-nav"], a[href="/"]'),
              ].map((part) => part.getBoundingClientRect().toJSON() as object),
            )
        }),
      )
      expect(places[0]).toEqual(places[1])
    }
    await visitor.close()
  })
  test('taken over lands on login with reason and return', async ({ page, browser, account }) => {
    await openPage(page, '/course')
    const other = await browser.newContext({ extraHTTPHeaders: ownAddress() })
    await logInBrowser(other, account)
    await face(page).click()
    await expect(page).toHaveURL(/\/auth\/login\?code=-5&redirect=%2Fuser%2Finfo$/)
    await expect(page.getByText(/别处登录/)).toBeVisible()
    await expect(loginDialog(page)).toBeHidden()
    await expect(face(page)).toHaveCount(0)
    // It is told once: afterwards this is a visitor's browser.
    await openPage(page, '/course')
    await expect(loginLink(page)).toBeVisible()
    await other.close()
  })
  test('taken over learns it from the next page too', async ({ page, context, browser, account }) => {
    await openPage(page, '/course')
    const other = await browser.newContext({ extraHTTPHeaders: ownAddress() })
    await logInBrowser(other, account)
    await page.goto('/classes')
    await expect(page).toHaveURL(/\/auth\/login\?code=-5&redirect=%2Fclasses$/)
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('session')
    await other.close()
  })
  test('whose session ran out logs in on that page', async ({ page, context }) => {
    await openPage(page, '/course')
    await context.clearCookies()
    await face(page).click()
    await expect(loginDialog(page)).toBeVisible()
    await expect(page).toHaveURL(/\/user\/info$/)
    await page.keyboard.press('Escape')
    await expect(loginDialog(page)).toBeVisible()
  })
  test('who is new is welcomed, the profile put off', async ({ page }) => {
    await openPage(page, '/course?sort=new&isRegistered=1')
    const dialog = page.getByRole('dialog', { name: '注册成功' })
    await expect(dialog.getByRole('link', { name: '去完善资料' })).toHaveAttribute('href', '/user/perfect')
    await dialog.getByRole('button', { name: '关闭' }).click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/course\?sort=new$/)
    await page.reload()
    await expect(dialog).toBeHidden()
  })
})
