import { expect, type Route, test } from 'playwright/test'
import { signUp } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownAddress()))

/** What a proxy before the school says when it has waited too long. */
const elsewhere = { status: 504, contentType: 'text/html', body: '<h1>504 Gateway Time-out</h1>' }
const losses: readonly (readonly [what: string, lose: (route: Route) => Promise<void>])[] = [
  ['a broken line', (route) => route.abort()],
  ['an answer of somebody else', (route) => route.fulfill(elsewhere)],
]

for (const [what, lose] of losses)
  test(`what went through behind ${what} is done once`, async ({ page }) => {
    await signUp(page.context())
    await openPage(page, '/user/timetable')
    const panel = page.getByRole('region', { name: '订阅日历' })
    const made: string[] = []
    await page.route(
      '**/api/user/calendar/make',
      async (route) => {
        const { body } = (await (await route.fetch()).json()) as { body: { path: string } }
        made.push(body.path)
        await lose(route)
      },
      { times: 1 },
    )
    await panel.getByRole('button', { name: '生成订阅地址' }).click()
    await expect(page.getByText('没有生成地址，请再试一次')).toBeVisible()
    await panel.getByRole('button', { name: '生成订阅地址' }).click()
    const address = panel.getByRole('textbox', { name: /^订阅地址/ })
    await expect(address).toHaveValue(/\.ics$/)
    // Making another one would have ended the first.
    expect(new URL(await address.inputValue()).pathname).toBe(made[0])
  })

test('a GET that writes is named before their list comes', async ({ page }) => {
  // the list of such calls is on its way for ever
  await page.route('**/assets/writing-gets-*.js', () => undefined)
  await signUp(page.context())
  await openPage(page, '/coupon')
  const names: (string | undefined)[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/coupon/get') names.push(request.headers()['x-call-key'])
  })
  await page.route('**/api/coupon/get?**', (route) => route.abort(), { times: 1 })
  const claim = page.getByRole('button', { name: '新同学见面礼：立即领取' })
  await claim.click()
  await expect(page.getByText('网络不通，请检查网络后再试')).toBeVisible()
  await claim.click()
  await expect(page.getByRole('button', { name: '新同学见面礼：已领取' })).toBeVisible()
  expect(names).toEqual([expect.stringMatching(/^[\d-]{16,}$/), names[0]])
})
