import { expect, test } from 'playwright/test'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { signUp } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownAddress()))

test('a calendar’s address is made, renewed and ended by keyboard', async ({ page }) => {
  await signUp(page.context())
  await openPage(page, '/user/timetable')
  const panel = page.getByRole('region', { name: '订阅日历' })
  const press = async (name: string): Promise<void> => {
    await panel.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  const address = panel.getByRole('textbox', { name: /^订阅地址/ })
  const fetchAddress = async (url: string): Promise<number> =>
    (await page.request.get(url, { headers: { 'User-Agent': 'Agenda 3' } })).status()

  await press('生成订阅地址')
  await expect(address).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/)
  await expect(panel.getByText('还没有日历来取过')).toBeVisible()
  expect(await breachesInBothColours(page, { place: 'main' })).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overhang(page)).toBeLessThanOrEqual(0)
  const first = await address.inputValue()
  expect(await fetchAddress(first)).toBe(200)

  // It isn't shown again; who fetched it is.
  await expect(async () => {
    await openPage(page, '/user/timetable')
    await expect(panel.getByText(/上次来取：.*（Agenda 3）/)).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(address).toHaveCount(0)

  await press('换一个地址')
  await expect(panel.getByRole('button', { name: '换新地址' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(address).toHaveValue(/\.ics$/)
  const second = await address.inputValue()
  expect(second).not.toBe(first)
  expect([await fetchAddress(first), await fetchAddress(second)]).toEqual([404, 200])

  await press('停用')
  await press('停用')
  await expect(panel.getByRole('button', { name: '生成订阅地址' })).toBeFocused()
  await expect(address).toHaveCount(0)
  expect(await fetchAddress(second)).toBe(404)
})

test('a calendar that can’t be loaded offers another try', async ({ page }) => {
  await signUp(page.context())
  await page.route('**/api/user/calendar', (route) => route.abort(), { times: 1 })
  await openPage(page, '/user/timetable')
  const panel = page.getByRole('region', { name: '订阅日历' })
  await panel.getByRole('button', { name: '重试' }).click()
  await expect(panel.getByRole('button', { name: '生成订阅地址' })).toBeVisible()
})
