import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import { overhang } from '../support/axe.ts'
import { openPage } from '../support/login-steps.ts'
import type { OwnSite } from '../support/own-site.ts'
import { officeOf, openBrowser, startSupportSite } from '../support/support-browser.ts'

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

const main = (page: Page) => page.getByRole('main')
const numberIn = async (page: Page): Promise<string> =>
  /\d{12}/.exec(await page.getByRole('region', { name: '提交结果' }).innerText())?.[0] ?? ''
for (const [how, viewport] of [
  ['by mouse, wide', { width: 1440, height: 900 }],
  ['by keyboard, on a telephone', { width: 390, height: 844 }],
] as const) {
  const isKeyboard = how.startsWith('by keyboard')
  const press = async (page: Page, name: string): Promise<void> => {
    const button = main(page).getByRole('button', { name, exact: true })
    if (!isKeyboard) return button.click()
    await button.focus()
    await page.keyboard.press('Enter')
  }

  test(`a visitor’s feedback gets a number to copy, ${how}`, async ({ browser }) => {
    const context = await openBrowser(browser, site, { viewport, permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    await openPage(page, '/')
    const way = page.getByRole('contentinfo').getByRole('link', { name: '意见反馈' })
    if (isKeyboard) {
      await way.focus()
      await page.keyboard.press('Enter')
    } else await page.getByRole('complementary', { name: '快捷工具' }).getByRole('link', { name: '意见反馈' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '意见反馈' })).toBeVisible()
    await press(page, '提交')
    await expect(main(page).getByText('写几句话再提交')).toBeVisible()
    await expect(main(page).getByLabel('想说的话')).toBeFocused()
    await main(page).getByLabel('想说的话').fill('手机上打不开课程表')
    await main(page).getByLabel('联系方式（可以不填）').fill('微信 linmo')
    await page.route('**/api/common/feedback', (route) => route.abort(), { times: 1 })
    await press(page, '提交')
    await expect(page.getByText(/网络/).first()).toBeVisible()
    await expect(main(page).getByLabel('想说的话')).toHaveValue('手机上打不开课程表')
    await expect(async () => {
      if (await main(page).getByRole('button', { name: '提交', exact: true }).count()) await press(page, '提交')
      await expect(main(page).getByRole('heading', { name: '收到了' })).toBeVisible({ timeout: 2000 })
    }).toPass()
    const no = await numberIn(page)
    expect(no).toMatch(/^\d{12}$/)
    await expect(main(page).getByText(/按你留的联系方式答复/)).toBeVisible()
    await press(page, '复制编号')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(no)
    expect((await office.findTicket(no)).id).toBeGreaterThan(0)
    expect(await overhang(page)).toBe(0)
    await context.close()
  })
}
