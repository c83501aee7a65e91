import { type APIRequestContext, expect, type Locator, type Page } from 'playwright/test'

/** How a learner buys, in a browser; what isn't looked at by a test goes through the site's API. */

const origin = `http://127.0.0.1:${process.env.E2E_PORT}`

interface Envelope<T> {
  code: number
  msg: string
  body: T
}

/** Calls the site, or another one at `base`, as a browser's learner; with `data` it is a POST. Throws what went wrong. */
export async function callSite<T>(request: APIRequestContext, path: string, data?: object, base = origin): Promise<T> {
  const headers = { reqSource: 'pcSite', origin: base }
  const answer = data
    ? await request.post(`${base}${path}`, { headers, data })
    : // as browsers do when a kept connection was just ended
      await request.get(`${base}${path}`, { headers, maxRetries: 1 })
  const { code, msg, body } = (await answer.json()) as Envelope<T>
  if (code !== 1) throw new Error(`${path} answered ${code}: ${msg}`)
  return body
}

export interface ClassProduct {
  id: number
  name: string
  price: string
  url: string
  sendsMaterials: boolean
  schedules: { id: number; left: number | null; status: number }[]
}

interface Purchase {
  /** Can be had by a deposit first. */
  deposit?: boolean
  sendsMaterials: boolean
}

/** A system class with a free seat. */
export async function findClass(
  { request }: { request: APIRequestContext },
  { deposit = false, sendsMaterials }: Purchase,
): Promise<ClassProduct> {
  const { records } = await callSite<{ records: { id: number }[] }>(
    request,
    '/api/classSystem/list-classSystem?pageSize=40',
  )
  for (const { id } of records) {
    const product = await callSite<ClassProduct & { depositInfo: { channel: number } | null }>(
      request,
      `/api/common/get-product-detail?productId=${id}`,
    )
    const hasSeat = product.schedules.some(({ left, status }) => status === 1 && (left ?? 1) > 0)
    if (hasSeat && product.sendsMaterials === sendsMaterials && (product.depositInfo?.channel === 4) === deposit)
      return product
  }
  throw new Error('There is no such system class.')
}

/** Signs up for a class without the browser's page: the number of the order that waits for payment. */
export async function openOrder(request: APIRequestContext, { id, schedules }: ClassProduct): Promise<string> {
  const schedule = schedules.find(({ left, status }) => status === 1 && (left ?? 1) > 0)
  const { orderNo } = await callSite<{ orderNo?: string }>(
    request,
    `/api/course/sign-up?courseId=${id}&classScheduleId=${schedule?.id}`,
  )
  if (!orderNo) throw new Error('No order was made.')
  return orderNo
}

/** Pays an order at the sandbox's cashier without looking at it, and waits until the school has settled it. */
export async function payOrder(request: APIRequestContext, orderNo: string): Promise<void> {
  await callSite(request, '/api/order/check/check-agreement', { orderNo, agreementStatus: true })
  let payUrl: string | null | undefined
  // a way that its provider hasn't opened yet has no address: it is asked for again, as the cashier does
  await expect(async () => {
    const payments = await callSite<{ payUrl: string | null }[]>(
      request,
      `/api/pay/get-payment-list?orderNo=${orderNo}`,
    )
    payUrl = payments.find((one) => one.payUrl)?.payUrl
    expect(payUrl).toBeTruthy()
  }).toPass()
  await request.post(String(payUrl), { form: { answer: 'pay' }, headers: { origin } })
  await expect
    .poll(async () => (await callSite<{ status: number }>(request, `/api/pay/status?orderNo=${orderNo}`)).status)
    .toBe(1)
}

/** Agrees and asks for the ways to pay; the cashier's address, which the code holds as well. */
export async function askToPay(page: Page): Promise<string> {
  const box = page.getByRole('checkbox', { name: /已阅读并同意/ })
  if (await box.count()) await box.check()
  await page.getByRole('button', { name: '去支付' }).click()
  const link = page.getByRole('region', { name: '支付' }).getByRole('link', { name: /^打开.+页面$/ })
  return String(await link.getAttribute('href'))
}

/** Confirms a payment at the cashier in a tab of its own. */
export async function confirmPayment(page: Page, address: string): Promise<void> {
  const cashier = await page.context().newPage()
  await cashier.goto(address)
  await cashier.getByRole('button', { name: /^确认支付/ }).click()
  await expect(cashier.getByRole('heading', { level: 1, name: '支付成功' })).toBeVisible()
  await cashier.close()
}

/** Gives an order an address, as it needs one when books or tools are sent. */
export async function addAddress(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: '新增地址' })
  await form.getByLabel('收货人').fill('林小满')
  await form.getByLabel('手机号').fill('13900000001')
  await form.getByLabel('详细地址').fill('民生路 1 号 302')
  await form.getByRole('button', { name: '保存地址' }).click()
}

/** One of the learner's orders on their page. */
export function orderCard(page: Page, orderNo: string): Locator {
  return page.getByRole('article', { name: `订单 ${orderNo}` })
}

/** The amount that stands beside a word in a list of amounts: '¥20.00'. */
export function amountOf(page: Page, label: string): Locator {
  return page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd')
}
