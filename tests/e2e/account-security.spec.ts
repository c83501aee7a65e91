import { type BrowserContext, expect, type Page } from 'playwright/test'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { callSite } from '../support/buying-steps.ts'
import { fillCalledCode } from '../support/care-steps.ts'
import { signUp, test } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'

const password = 'chalk-3579'
const origin = `http://127.0.0.1:${process.env.E2E_PORT}`

// A browser that calls itself headless counts as a robot, which uses up no link.
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
test.use({ userAgent })
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownAddress()))

const linkOf = async ({ request }: BrowserContext): Promise<string> =>
  (await callSite<{ token: string }>(request, '/api/auth/link-token', {})).token
const myName = async ({ request }: BrowserContext): Promise<string> =>
  (await callSite<{ nickname: string }>(request, '/api/user/info')).nickname

/** Looks at the page in both colours and both widths. */
async function look(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1)
  expect(await breachesInBothColours(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overhang(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a stranger’s link asks before changing the account', async ({ browser, context }) => {
  test.slow()
  const stranger = await browser.newContext({ extraHTTPHeaders: ownAddress(), locale: 'zh-CN' })
  await signUp(stranger)
  await signUp(context)
  const [own, theirs] = [await myName(context), await myName(stranger)]
  const { cookies } = await context.storageState()
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    userAgent,
    baseURL: origin,
    extraHTTPHeaders: ownAddress(),
    locale: 'zh-CN',
    storageState: { cookies, origins: [] },
  })
  const page = await plain.newPage()

  await page.goto(`/user/info?token=${await linkOf(stranger)}`)
  await expect(page).toHaveURL(/\/auth\/account-choice\?redirect=%2Fuser%2Finfo$/)
  await expect(page.getByRole('heading', { level: 1, name: '用哪个账号继续？' })).toBeVisible()
  await expect(page.getByText(own, { exact: true })).toBeVisible()
  await expect(page.getByText(theirs, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '保留当前账号' }).click()
  await expect(page).toHaveURL(/\/user\/info$/)
  expect(await myName(plain)).toBe(own)

  await page.goto(`/user/info?token=${await linkOf(stranger)}`)
  await page.getByRole('button', { name: '切换到链接里的账号' }).click()
  await expect(page).toHaveURL(/\/user\/info$/)
  expect(await myName(plain)).toBe(theirs)
  await plain.close()
  await stranger.close()
})

test('the asking page is accessible and narrow, always', async ({ browser, page, context }) => {
  test.slow()
  const stranger = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await signUp(stranger)
  await signUp(context)
  await openPage(page, `/user/info?token=${await linkOf(stranger)}`)
  await look(page)
  await openPage(page, '/auth/account-choice?redirect=%2Fuser%2Finfo&failed=1')
  await expect(page.getByRole('alert')).toHaveText('没能完成，请再选一次，或者保留当前账号。')
  await page.getByRole('button', { name: '保留当前账号' }).click()
  await openPage(page, '/auth/account-choice')
  await expect(page.getByRole('heading', { level: 1, name: '链接已失效' })).toBeVisible()
  await look(page)
  await stranger.close()
})

test('linking asks for proof first, and keeps the typing', async ({ page, context }) => {
  test.slow()
  const phone = await signUp(context, { password })
  await openPage(page, '/user/security')
  await page.getByRole('button', { name: '绑定微信' }).click()
  const dialog = page.getByRole('dialog', { name: '先确认是你本人' })
  await expect(dialog.getByLabel('登录密码', { exact: true })).toBeFocused()
  await page.keyboard.type('chalk-0000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('登录密码', { exact: true })).toHaveAccessibleDescription('密码错误')
  await expect(dialog.getByLabel('登录密码', { exact: true })).toHaveValue('chalk-0000')
  expect(await breachesInBothColours(page)).toEqual([])
  await dialog.getByRole('button', { name: '改用短信验证码' }).click()
  await fillCalledCode(page, dialog, phone, 'verify')
  await dialog.getByRole('button', { name: '确认' }).click()
  await page.waitForURL((url) => url.pathname !== '/user/security')
  await openPage(page, '/user/security')
  await page.getByRole('button', { name: '绑定QQ' }).click()
  await page.waitForURL((url) => url.pathname !== '/user/security')
})

test('the security page shows sign-ins and ends the others', async ({ page, context }) => {
  test.slow()
  await signUp(context, { password })
  await linkOf(context)
  await openPage(page, '/user/security')
  const devices = page.getByRole('region', { name: '登录设备' })
  await expect(devices.getByText(/（当前浏览器）$/)).toBeVisible()
  await expect(devices.getByText('1 个还没有打开')).toBeVisible()
  await look(page)
  await devices.getByRole('button', { name: '退出其他登录' }).click()
  await expect(devices.getByText('没有别的地方登录着')).toBeVisible()
  await expect(devices.getByText('1 个还没有打开')).toBeHidden()
  await expect(page.getByRole('region', { name: '安全记录' }).getByText('退出了其他所有登录')).toBeVisible()
})
