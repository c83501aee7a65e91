import { expect, type Page, test } from 'playwright/test'
import {
  amountOf,
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

// Each story ends with a learner who owns once and has paid once, and with a page that says why.
test.slow()
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownAddress()))

interface Line {
  productId: number
  name: string
  lectureType: number
  price: string
}

async function detailOf(
  page: Page,
  orderNo: string,
): Promise<{ orderInfo: { items: Line[]; status: number; paidAmount: string } }> {
  return callSite(page.request, `/api/order/detail?orderNo=${orderNo}`)
}

/** A recorded course of a bundle's order. */
async function courseOf(page: Page, orderNo: string): Promise<Line> {
  const { orderInfo } = await detailOf(page, orderNo)
  const line = orderInfo.items.find(({ lectureType, price }) => lectureType === 3 && Number(price) > 0)
  if (!line) throw new Error('The system class has no recorded course.')
  return line
}

async function orderCourse(page: Page, { productId }: Line): Promise<string> {
  const { orderNo } = await callSite<{ orderNo: string }>(page.request, `/api/course/sign-up?courseId=${productId}`)
  return orderNo
}

async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.LOOK_FOLDER
  if (!folder) return
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

const cashier = (orderNo: string): string => `/order/pay?orderNo=${orderNo}`
const pressPay = (page: Page): Promise<void> => page.getByRole('button', { name: /^(去支付|重新取付款码)$/ }).click()

test('a course beside its open class cheapens the class', async ({ page }) => {
  await signUp(page)
  const orderNo = await openOrder(page.request, await findClass(page, { sendsMaterials: false }))
  const course = await courseOf(page, orderNo)
  await openPage(page, cashier(orderNo))
  const late = await askToPay(page)
  const before = await amountOf(page, '应付').innerText()
  await payOrder(page.request, await orderCourse(page, course))

  await pressPay(page)
  await expect(page.getByText(`《${course.name}》您已拥有`).first()).toBeVisible()
  await expect(amountOf(page, '应付')).not.toHaveText(before)
  const left = await amountOf(page, '应付').innerText()
  await look(page, 'cheaper')
  const code = await page.context().newPage()
  await code.goto(late)
  await expect(code.getByText('付款已关闭')).toBeVisible()
  await code.close()
  await confirmPayment(page, await askToPay(page))
  await expect(page.getByRole('heading', { level: 1, name: '支付成功' })).toBeVisible()
  await expect(page.getByText(left).first()).toBeVisible()
  await openPage(page, `/order/result/${orderNo}`)
  await look(page, 'cheaper-end')
  await openPage(page, '/user/order')
  await expect(page.getByRole('article').filter({ has: page.getByText('已支付', { exact: true }) })).toHaveCount(2)
  await look(page, 'cheaper-orders')
})

test('a paid class closes its course’s order, explained', async ({ page }) => {
  await signUp(page)
  const bundleNo = await openOrder(page.request, await findClass(page, { sendsMaterials: false }))
  const course = await courseOf(page, bundleNo)
  const courseNo = await orderCourse(page, course)
  await openPage(page, cashier(courseNo))
  await askToPay(page)
  await payOrder(page.request, bundleNo)
  await expect(page.getByText('这个订单已取消')).toBeVisible()
  await expect(page.getByText(/您已拥有该课程/).first()).toBeVisible()
  await look(page, 'owned')
  expect(await callSite(page.request, `/api/order/purchase?productId=${course.productId}`)).toMatchObject({
    isSignUp: true,
    openOrderNo: null,
  })
  await openPage(page, `/order/result/${courseNo}`)
  await expect(page.getByText(/您已拥有该课程/).first()).toBeVisible()
  await look(page, 'owned-end')
})

test('a left-out deposit comes back, announced beforehand', async ({ page }) => {
  await signUp(page)
  const product = await findClass(page, { deposit: true, sendsMaterials: false })
  const { orderNo: depositNo } = await callSite<{ orderNo: string }>(page.request, '/api/order/deposit/create-order', {
    productId: product.id,
    type: 4,
  })
  await payOrder(page.request, depositNo)
  const orderNo = await openOrder(page.request, product)
  await openPage(page, cashier(orderNo))
  const deposit = page.getByRole('checkbox', { name: /^用已付的定金/ })
  await expect(deposit).toBeChecked()
  await deposit.uncheck()
  await expect(page.getByText(/全额原路退回，不再抵扣/)).toBeVisible()
  await expect(amountOf(page, '定金抵扣')).toHaveCount(0)
  await look(page, 'deposit')
  await confirmPayment(page, await askToPay(page))
  await expect(page.getByRole('heading', { level: 1, name: '支付成功' })).toBeVisible()
  await expect(async () => {
    await openPage(page, '/deposits')
    await expect(page.getByText('已退款').first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await look(page, 'deposit-end')
})

test('a second paid code comes back, and says so', async ({ page }) => {
  await signUp(page)
  const product = await findClass(page, { sendsMaterials: false })
  const orderNo = await openOrder(page.request, product)
  await openPage(page, cashier(orderNo))
  await askToPay(page)
  let addresses: string[] = []
  await expect(async () => {
    const ways = await callSite<{ payUrl: string | null }[]>(
      page.request,
      `/api/pay/get-payment-list?orderNo=${orderNo}`,
    )
    addresses = ways.flatMap(({ payUrl }) => payUrl ?? [])
    expect(addresses).toHaveLength(2)
  }).toPass()
  const total = await amountOf(page, '应付').innerText()
  // at the same moment: nobody has closed the other code yet
  await Promise.all(
    addresses.map((address) =>
      page.request.post(address, { form: { answer: 'pay' }, headers: { origin: new URL(address).origin } }),
    ),
  )
  await expect(page.getByRole('heading', { level: 1, name: '支付成功' })).toBeVisible()
  await expect(async () => {
    await openPage(page, `/order/result/${orderNo}`)
    await expect(page.getByText(`订单此前已经付清，这是一笔重复的支付，${total} 将全额原路退回`).first()).toBeVisible({
      timeout: 1000,
    })
    await expect(page.getByText(`${total} 已原路退回`).first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await look(page, 'late')
  const { orderInfo } = await detailOf(page, orderNo)
  expect([orderInfo.status, `¥${orderInfo.paidAmount}`]).toEqual([1, total.replaceAll(',', '')])
})

test('a part-paid order is paid off or given back', async ({ page, browser }) => {
  const phone = await signUp(page)
  const product = await findClass(page, { sendsMaterials: false })
  const schedule = product.schedules.find(({ left, status }) => status === 1 && (left ?? 1) > 0)
  const staff = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  let orderNo = ''
  // Another login of the same account would end this one: then it is tried again.
  await expect(async () => {
    await logInBrowser(staff, { phone: '13800000005', password: seededPassword })
    const input = {
      phone,
      productId: product.id,
      scheduleId: schedule?.id,
      paid: '100',
      note: '现金',
      clientToken: `part-${phone}`,
    }
    orderNo = (await callSite<{ orderNo: string }>(staff.request, '/api/staff/order/create', input)).orderNo
  }).toPass()
  await staff.close()

  await openPage(page, `/order/result/${orderNo}`)
  await expect(page.getByRole('heading', { level: 1, name: '已付一部分' })).toBeVisible()
  await look(page, 'partly')
  await page.getByRole('link', { name: '付尾款' }).click()
  await expect(amountOf(page, '还应付')).toBeVisible()
  const address = await askToPay(page)
  await openPage(page, '/user/order')
  await orderCard(page, orderNo).getByRole('button', { name: '取消订单并退款' }).click()
  await page.getByRole('dialog', { name: '取消订单' }).getByRole('button', { name: '取消订单' }).click()
  await expect(page.getByText('订单已取消，已付的款项将原路退回')).toBeVisible()
  const late = await page.context().newPage()
  await late.goto(address)
  await expect(late.getByText('付款已关闭')).toBeVisible()
  await late.close()
  await expect(async () => {
    await openPage(page, cashier(orderNo))
    await expect(page.getByText('这个订单已退款')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await look(page, 'partly-end')
  expect(await callSite(page.request, `/api/order/purchase?productId=${product.id}`)).toMatchObject({
    isSignUp: false,
    openOrderNo: null,
  })
})

test('a hanging way to pay leaves the other', async ({ page, context }) => {
  await signUp(page)
  const orderNo = await openOrder(page.request, await findClass(page, { sendsMaterials: false }))
  await openPage(page, cashier(orderNo))
  // WeChat's side doesn't answer, as far as this page hears: what the school answers for it is what it answers then.
  let isHung = true
  let hasGivenUp = false
  await page.route('**/api/pay/get-payment-list?*', async (route) => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { body: { payType: string }[] }
    const state = hasGivenUp ? 'unavailable' : 'opening'
    const body = envelope.body.map((one) =>
      isHung && one.payType === 'wechat' ? { ...one, state, payUrl: null, qrCode: null } : one,
    )
    await route.fulfill({ response: answer, json: { ...envelope, body } })
  })
  const box = page.getByRole('checkbox', { name: /已阅读并同意/ })
  if (await box.count()) await box.check()
  await pressPay(page)
  const panel = page.getByRole('region', { name: '支付' })
  await expect(panel.getByRole('radio', { name: /支付宝/ })).toBeChecked()
  await expect(panel.getByRole('img', { name: '支付宝付款码' })).toBeVisible()
  await panel.getByText('正在打开', { exact: true }).click()
  await expect(panel.getByText(/^正在打开微信支付，请稍等，也可以先用别的方式支付$/)).toBeVisible()
  await look(page, 'opening')
  hasGivenUp = true
  await expect(panel.getByText(/微信支付暂时没有回应，没有扣款。可以换一种方式支付，或者再试一次/)).toBeVisible()
  await look(page, 'hanging')
  isHung = false
  await panel.getByRole('button', { name: '再试一次' }).click()
  await expect(panel.getByRole('img', { name: '微信支付付款码' })).toBeVisible()

  await context.setOffline(true)
  await expect(panel.getByText(/网络不通，连上以后会接着确认/)).toBeVisible()
  await pressPay(page)
  await expect(page.getByText('网络不通，请检查网络后再试').first()).toBeVisible()
  await look(page, 'offline')
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: /^(去支付|重新取付款码)$/ })).toBeEnabled()
  await confirmPayment(page, String(await panel.getByRole('link', { name: /^打开.+页面$/ }).getAttribute('href')))
  await expect(page.getByRole('heading', { level: 1, name: '支付成功' })).toBeVisible()
  await look(page, 'hanging-end')
})
