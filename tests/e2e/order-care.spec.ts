import { expect, type Page, test } from 'playwright/test'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import {
  addAddress,
  askToPay,
  callSite,
  confirmPayment,
  findClass,
  openOrder,
  orderCard,
  payOrder,
} from '../support/buying-steps.ts'
import { seededPassword } from '../support/care-steps.ts'
import { logInBrowser, signUp } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'
import { sendBy } from '../support/send-by.ts'

test.slow()
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownAddress()))

/**
 * What breaks the rules in light and in dark colours, wide; and what is wrong with the page when it is narrow. The page's
 * frame has tests of its own: its middle is looked at, or the dialog that lies over it.
 */
async function faults(page: Page, name: string): Promise<string[]> {
  const place = (await page.getByRole('dialog').count()) > 0 ? '[role=dialog]' : 'main'
  const found = (await breachesInBothColours(page, { place })).map((breach) => `${name} ${breach}`)
  await page.setViewportSize({ width: 390, height: 844 })
  if ((await overhang(page)) > 0) found.push(`${name} scrolls sideways`)
  await page.setViewportSize({ width: 1440, height: 900 })
  const titles = await page.locator('h1').count()
  if (titles !== 1) found.push(`${name} has ${titles} first headings`)
  return found
}

test('a learner asks one course back, and staff agree', async ({ page, browser }) => {
  const phone = await signUp(page)
  const product = await findClass(page, { sendsMaterials: false })
  const orderNo = await openOrder(page.request, product)
  await payOrder(page.request, orderNo)
  const { orderInfo } = await callSite<{ orderInfo: { items: { productId: number; name: string }[] } }>(
    page.request,
    `/api/order/detail?orderNo=${orderNo}`,
  )
  const line = orderInfo.items[0] ?? { productId: 0, name: '' }

  await openPage(page, '/user/order')
  const card = orderCard(page, orderNo)
  await card.getByRole('button', { name: '申请退款' }).click()
  const dialog = page.getByRole('dialog', { name: '申请退款' })
  await dialog.getByRole('button', { name: '全部不选' }).click()
  await dialog.getByRole('checkbox', { name: line.name }).check()
  const reason = dialog.getByLabel('退款原因')
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(reason).toHaveAccessibleDescription('请说一下原因')
  await expect(reason).toBeFocused()

  await reason.fill('时间排不开')
  await page.route('**/api/order/refund/apply', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(dialog.getByRole('button', { name: '提交申请' })).toBeEnabled()
  await expect(reason).toHaveValue('时间排不开')
  await sendBy(page, '/api/order/refund/apply', () =>
    dialog.getByRole('button', { name: '提交申请' }).click({ timeout: 500 }),
  )
  await expect(page.getByRole('status').filter({ hasText: '退款申请已提交' })).toBeVisible()
  await expect(card.getByText('退款：待审核')).toBeVisible()
  await card.getByRole('button', { name: '订单进度' }).click()
  await expect(page.getByRole('dialog', { name: '订单进度' }).getByRole('list', { name: '退款' })).toContainText(
    '待审核',
  )
  await page.keyboard.press('Escape')

  const staff = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  // Another login of the same account would end this one: then it is tried again.
  await expect(async () => {
    await logInBrowser(staff, { phone: '13800000005', password: seededPassword })
    const { records } = await callSite<{ records: { id: number; orderNo: string; state: number }[] }>(
      staff.request,
      '/api/staff/order/refund/list?pageSize=50',
    )
    const task = records.find((one) => one.orderNo === orderNo)
    if (task?.state === 1)
      await callSite(staff.request, '/api/staff/order/refund/decide', { id: task.id, approve: true, answer: '好的' })
    expect(task).toBeDefined()
  }).toPass()
  await staff.close()

  await expect(async () => {
    await openPage(page, '/user/order')
    await expect(card.getByText('部分退款')).toBeVisible({ timeout: 1000 })
  }).toPass()
  const { isSignUp } = await callSite<{ isSignUp: boolean }>(
    page.request,
    `/api/order/purchase?productId=${line.productId}`,
  )
  expect({ phone, isSignUp }).toEqual({ phone, isSignUp: false })
  const rest = orderInfo.items.find(({ productId }) => productId !== line.productId)
  expect(await callSite(page.request, `/api/order/purchase?productId=${rest?.productId}`)).toMatchObject({
    isSignUp: true,
  })
})

test('before paying pages are accessible, wide and narrow', async ({ page }) => {
  await signUp(page)
  const product = await findClass(page, { deposit: true, sendsMaterials: true })
  await openPage(page, '/coupon')
  await page.getByRole('button', { name: '新同学见面礼：立即领取' }).click()
  await expect(page.getByRole('button', { name: '新同学见面礼：已领取' })).toBeVisible()
  const found = await faults(page, 'coupons')
  await openPage(page, '/coupon/invite/together')
  found.push(...(await faults(page, 'invite')))
  await openPage(page, '/deposits')
  found.push(...(await faults(page, 'no-deposits')))
  await openPage(page, `/order/deposit/4?productId=${product.id}`)
  found.push(...(await faults(page, 'deposit')))
  await openPage(page, product.url)
  await page.getByRole('button', { name: '立即报名' }).click()
  await expect(page.getByRole('dialog', { name: '选择班期' }).getByRole('radio').first()).toBeVisible()
  found.push(...(await faults(page, 'classes')))
  const orderNo = await openOrder(page.request, product)
  await openPage(page, `/order/pay/2?orderNo=${orderNo}`)
  await addAddress(page)
  await expect(page.getByRole('radio', { name: /林小满/ })).toBeChecked()
  await askToPay(page)
  await expect(page.getByRole('img', { name: /付款码$/ })).toBeVisible()
  found.push(...(await faults(page, 'pay')))
  await page.getByRole('button', { name: '取消订单' }).click()
  await expect(page.getByRole('dialog', { name: '取消订单' })).toBeVisible()
  found.push(...(await faults(page, 'cancel')))
  await page.getByRole('dialog').getByRole('button', { name: '取消订单' }).click()
  await expect(page.getByText('这个订单已取消')).toBeFocused()
  found.push(...(await faults(page, 'cancelled')))
  expect(found).toEqual([])
})

test('after paying pages are accessible, wide and narrow', async ({ page }) => {
  await signUp(page)
  const product = await findClass(page, { sendsMaterials: false })
  const orderNo = await openOrder(page.request, product)
  const found: string[] = []
  await openPage(page, `/order/result/${orderNo}`)
  await expect(page.getByRole('heading', { level: 1, name: '正在确认付款结果' })).toBeVisible()
  found.push(...(await faults(page, 'waiting')))
  await openPage(page, `/order/pay/2?orderNo=${orderNo}`)
  const address = await askToPay(page)
  const cashier = await page.context().newPage()
  await cashier.goto(address)
  found.push(...(await faults(cashier, 'cashier')))
  await cashier.close()
  await confirmPayment(page, address)
  await expect(page.getByRole('heading', { level: 1, name: '支付成功' })).toBeVisible()
  found.push(...(await faults(page, 'result')))
  for (const path of [`/entrance/${orderNo}`, `/user/order/receipt/${orderNo}`]) {
    await openPage(page, path)
    found.push(...(await faults(page, String(path.split('/').at(-2)))))
  }
  await openPage(page, '/user/order')
  const card = orderCard(page, orderNo)
  await card.locator('summary').click()
  found.push(...(await faults(page, 'orders')))
  for (const name of ['申请退款', '订单进度']) {
    await card.getByRole('button', { name }).click()
    await expect(
      page
        .getByRole('dialog', { name })
        .getByRole('listitem')
        .or(page.getByRole('dialog', { name }).getByRole('checkbox'))
        .first(),
    ).toBeVisible()
    found.push(...(await faults(page, name === '订单进度' ? 'steps' : 'refund')))
    await page.keyboard.press('Escape')
  }
  await openPage(page, '/user/order?status=5')
  found.push(...(await faults(page, 'no-orders')))
  await page.goto('/order/result/20990101000000000001')
  found.push(...(await faults(page, 'no-order')))
  expect(found).toEqual([])
})
