import { expect, test } from 'playwright/test'
import { detailUrl } from '#shared/rules/detail-url.ts'
import {
  amountOf,
  askToPay,
  callSite,
  confirmPayment,
  findClass,
  openOrder,
  orderCard,
} from '../support/buying-steps.ts'
import { signUp } from '../support/learner-browser.ts'
import { askForCode, newPhone, openPage, ownAddress, readCode, typePhone } from '../support/login-steps.ts'

// What a learner buys with is a number nobody had before: the stories run beside each other, and again.
test.slow()
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownAddress()))

test('a visitor signs up free, going on after login', async ({ page }) => {
  const { records } = await callSite<{ records: { id: number; lectureType: number }[] }>(
    page.request,
    '/api/common/course-list-page?isCharge=false',
  )
  const free = records[0] ?? { id: 0, lectureType: 0 }
  await openPage(page, detailUrl(free.lectureType, free.id))
  await page.getByRole('button', { name: '免费报名' }).click()
  const dialog = page.getByRole('dialog', { name: /^(进教室|注册账号)$/ })
  const phone = newPhone()
  await typePhone(dialog, phone)
  await askForCode(page, dialog)
  await dialog.getByLabel('短信验证码').fill(await readCode(phone))
  await dialog.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '报名成功' })).toBeVisible()
  await page.getByRole('dialog', { name: '注册成功' }).getByRole('button', { name: '以后再说' }).click()
  await expect(page.getByText('已报名', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('已报名', { exact: true })).toBeVisible()
})

test('a learner buys with a coupon, shown the teacher', async ({ page }) => {
  await signUp(page)
  const product = await findClass(page, { sendsMaterials: false })

  await openPage(page, '/coupon')
  await page.getByRole('button', { name: '老同学续报券：立即领取' }).click()
  await expect(page.getByRole('button', { name: '老同学续报券：已领取' })).toBeDisabled()

  await openPage(page, product.url)
  await page.getByRole('button', { name: '立即报名' }).focus()
  await page.keyboard.press('Enter')
  const classes = page.getByRole('dialog', { name: '选择班期' })
  const choices = classes.getByRole('radio')
  await choices.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(choices.nth(1)).toBeChecked()
  const className = await classes.locator('label').nth(1).locator('b').innerText()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/order/pay/**')
  await expect(page.getByRole('heading', { level: 1, name: '核对并支付' })).toBeVisible()
  await expect(page.getByText(className)).toBeVisible()

  const coupon = page.getByRole('radio', { name: /^老同学续报券/ })
  await coupon.check()
  await expect(amountOf(page, '优惠券')).toHaveText('−¥120.00')
  const rest = (Number(product.price) - 120).toLocaleString('en', { minimumFractionDigits: 2 })
  await expect(amountOf(page, '应付')).toHaveText(`¥${rest}`)

  const agreement = page.getByRole('checkbox', { name: /已阅读并同意/ })
  await agreement.uncheck()
  await page.getByRole('button', { name: '去支付' }).click()
  await expect(agreement).toHaveAccessibleDescription('请先阅读并同意购买协议')
  await expect(agreement).toBeFocused()
  const address = await askToPay(page)
  const panel = page.getByRole('region', { name: '支付' })
  await expect(panel.getByRole('img', { name: /付款码$/ })).toBeVisible()
  await expect(panel.getByText(`¥${rest}`)).toBeVisible()

  await confirmPayment(page, address)
  await page.waitForURL('**/order/result/**')
  await expect(page.getByRole('heading', { level: 1, name: '支付成功' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: '账号菜单，有新的入学信息' }).click()
  await page.getByRole('link', { name: '入学信息', exact: true }).click()
  const teacher = page.getByRole('region', { name: '班主任' })
  await expect(teacher.getByRole('img', { name: /的微信二维码$/ })).toBeVisible()
  await teacher.getByRole('button', { name: '叫老师联系我' }).click()
  await expect(teacher.getByRole('button', { name: /^已通知，\d+ 秒后可以再叫$/ })).toBeDisabled()

  const orderNo = String(new URL(page.url()).pathname.split('/').pop())
  await openPage(page, '/user/order')
  await expect(page.getByRole('button', { name: '账号菜单', exact: true })).toBeVisible()
  await expect(orderCard(page, orderNo).getByText('已支付')).toBeVisible()
  await openPage(page, product.url)
  await expect(page.getByText('已报名', { exact: true })).toBeVisible()

  // a live course of it: which of its classes is the learner's own choice, and leads to the room
  const { stages } = await callSite<{ stages: { courses: { id: number; lectureType: number }[] }[] }>(
    page.request,
    `/api/classSystem/get-classSystem-V2?id=${product.id}`,
  )
  const live = stages.flatMap(({ courses }) => courses).find(({ lectureType }) => lectureType === 1)
  await openPage(page, detailUrl(live?.lectureType ?? 0, live?.id ?? 0))
  await page.getByRole('button', { name: '选择班期' }).click()
  await page.getByRole('dialog', { name: '选择班期' }).getByRole('button', { name: '选这个班' }).click()
  await expect(page.getByRole('status').filter({ hasText: '班期选好了' })).toBeVisible()
  await expect(page.getByRole('button', { name: '选择班期' })).toHaveCount(0)
  // who has the course isn't offered to try it
  await expect(page.getByRole('button', { name: /^试看/ })).toHaveCount(0)
  await page.getByRole('link', { name: /^(进入|去)教室：/ }).click()
  await expect(page.getByRole('tab', { name: '聊天' })).toBeVisible()
})

test('a deposit is paid first and deducted at sign-up', async ({ page }) => {
  await signUp(page)
  const product = await findClass(page, { deposit: true, sendsMaterials: false })
  await openPage(page, product.url)
  await page.getByRole('link', { name: /^定金 ¥/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '支付定金' })).toBeVisible()
  const now = await amountOf(page, '现在付').innerText()
  const off = await amountOf(page, '报名时抵').innerText()
  const balance = await amountOf(page, '到时再付').innerText()
  await page.getByRole('button', { name: '提交定金订单' }).click()
  await page.waitForURL('**/order/pay/**')
  await expect(amountOf(page, '应付')).toHaveText(now)
  await confirmPayment(page, await askToPay(page))
  await expect(page.getByRole('heading', { level: 1, name: '定金已付' })).toBeVisible()

  await page.getByRole('link', { name: '我的定金' }).first().click()
  await expect(page.getByText('可抵扣')).toBeVisible()
  await page.getByRole('link', { name: '去报名，付尾款' }).click()
  await page.getByRole('button', { name: '付尾款' }).click()
  await page.getByRole('dialog', { name: '选择班期' }).getByRole('button', { name: '报这个班' }).click()
  await page.waitForURL('**/order/pay/**')
  const deposit = page.getByRole('checkbox', { name: /^用已付的定金/ })
  await deposit.setChecked(true)
  await expect(deposit).toBeChecked()
  await expect(amountOf(page, '定金抵扣')).toHaveText(`−${off}`)
  await expect(amountOf(page, '应付')).toHaveText(balance)
  await confirmPayment(page, await askToPay(page))
  await expect(page.getByRole('heading', { level: 1, name: '支付成功' })).toBeVisible()
  await openPage(page, '/deposits')
  await expect(page.getByText('已抵扣')).toBeVisible()
})

test('an order cancelled elsewhere is over where shown', async ({ page, context }) => {
  await signUp(page)
  const orderNo = await openOrder(page.request, await findClass(page, { sendsMaterials: false }))
  await openPage(page, `/order/pay/2?orderNo=${orderNo}`)
  await askToPay(page)
  const other = await context.newPage()
  await openPage(other, '/user/order')
  const card = orderCard(other, orderNo)
  await expect(card.getByRole('timer')).toHaveText(/^\d\d:\d\d$/)
  await card.getByRole('button', { name: '取消订单' }).click()
  await other.getByRole('dialog', { name: '取消订单' }).getByRole('button', { name: '取消订单' }).click()
  await expect(card.getByText('已取消')).toBeVisible()
  await other.close()
  await expect(page.getByText('这个订单已取消')).toBeFocused()
  await expect(page.getByRole('link', { name: '回到课程' })).toBeVisible()
  await expect(page.getByRole('img', { name: /付款码$/ })).toBeHidden()
})

test('an expired order is over in front of its learner', async ({ page }) => {
  await signUp(page)
  const orderNo = await openOrder(page.request, await findClass(page, { sendsMaterials: false }))
  await page.clock.install()
  await openPage(page, `/order/pay/2?orderNo=${orderNo}`)
  await expect(page.getByRole('timer')).toHaveText(/^(30|29):\d\d$/)
  await callSite(page.request, '/api/order/cancel', { orderNo })
  await page.clock.fastForward('30:00')
  await expect(page.getByText('这个订单已取消')).toBeFocused()
  await expect(page.getByRole('timer')).toBeHidden()
})

test('another’s order is as unknown as none', async ({ page, browser, baseURL }) => {
  await signUp(page)
  const orderNo = await openOrder(page.request, await findClass(page, { sendsMaterials: false }))
  const paths = (no: string): string[] => [
    `/order/pay/2?orderNo=${no}`,
    `/order/result/${no}`,
    `/entrance/${no}`,
    `/user/order/receipt/${no}`,
  ]
  const stranger = await browser.newPage({ baseURL, extraHTTPHeaders: ownAddress(), locale: 'zh-CN' })
  for (const path of paths(orderNo)) {
    await openPage(stranger, path)
    await expect(stranger.getByRole('dialog', { name: '进教室' })).toBeVisible()
    await expect(stranger.locator('h1')).toHaveText('请先登录')
  }
  await stranger.close()
  await page.context().clearCookies()
  await signUp(page)
  for (const path of paths('20990101000000000001')) {
    const answer = await page.request.get(path)
    expect(answer.status()).toBe(405)
    expect(await answer.text()).toContain('当前用户与订单不匹配</h1>')
  }
  for (const path of paths(orderNo)) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(405)
    await expect(page.getByRole('heading', { level: 1, name: '当前用户与订单不匹配' })).toBeVisible()
  }
})
