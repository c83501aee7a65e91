import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRefund } from '#server/backend/order/refund/refund-core.ts'
import { Code } from '#shared/contract/codes.ts'
import { DepositState, OrderStatus, RefundState, UserCouponState } from '#shared/contract/enums.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { sendCall, startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay } from '../support/fake-pay-provider.ts'
import { notifyPaid } from '../support/order-factories.ts'
import {
  buildHeldDeposit,
  buildOffer,
  couponState,
  depositState,
  giveCoupon,
  payAtSchool,
  readOrder,
  signUpFor,
} from '../support/order-steps.ts'

const pay = createFakePay()
const dayMs = 86_400_000
let backend: TestBackend
let office: Learner
let admin: Learner
beforeAll(async () => {
  backend = await startTestBackend({ SESSION_IDLE_DAYS: '90' }, { pay })
  office = await buildStaff(backend, 'education')
  admin = await buildStaff(backend, 'administrator')
})
beforeEach(() => backend.clock.set(testNow))
afterAll(() => backend?.close())

const refusal = (message: string) =>
  expect.objectContaining({ code: Code.Toast, message: expect.stringContaining(message) })

/** An error in Chinese words that isn't the server's fault. */
const inWords = expect.objectContaining({ message: expect.stringMatching(/^(?!服务器错误).*[\u4e00-\u9fff]/u) })

async function buyer(priceFen = 10_000) {
  const learner = await registerLearner(backend)
  const api = backend.as(learner.cookie)
  const productId = await buildProduct(backend.database, { priceFen })
  const orderNo = await signUpFor(backend, learner.cookie, productId)
  await api.call('POST /api/order/check/check-agreement', { orderNo })
  const list = (amount?: string) =>
    api.call('GET /api/pay/get-payment-list', { orderNo, ...(amount === undefined ? {} : { amount }) })
  const choose = (choice: { userCouponId?: number; depositId?: number }) =>
    api.call('GET /api/order/discounts', { orderNo, ...choice })
  return {
    ...learner,
    api,
    productId,
    orderNo,
    list,
    choose,
    detail: () => readOrder(backend, learner.cookie, orderNo),
  }
}

async function paymentsOf(orderNo: string) {
  return backend.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.orderId')
    .selectAll('payments')
    .where('orders.sn', '=', orderNo)
    .orderBy('payments.id')
    .execute()
}

describe('two tabs', () => {
  test('two coupon choices: the older tab asks, pays the newer', async () => {
    const one = await buyer()
    const [less, more] = [
      await giveCoupon(backend, one.userId, { amountFen: 1000 }),
      await giveCoupon(backend, one.userId, { amountFen: 2000 }),
    ]
    expect((await one.choose({ userCouponId: less })).payAmount).toBe('90.00')
    await one.list('90.00')
    expect((await one.choose({ userCouponId: more })).payAmount).toBe('80.00')
    await expect(one.list('90.00')).rejects.toEqual(refusal('应付金额已变为 ¥80.00，请确认后再支付'))
    expect((await couponState(backend, less)).state).toBe(UserCouponState.unused)
    const open = (await paymentsOf(one.orderNo)).filter(({ status }) => status === 1)
    expect(open).toEqual([])
    expect((await one.list('80.00')).map(({ amount }) => amount)).toEqual(['80.00', '80.00'])
  })

  test('the older code’s money settles, the excess goes back', async () => {
    const one = await buyer()
    await one.list('100.00')
    const [old] = await paymentsOf(one.orderNo)
    if (!old) throw new Error('No payment was opened.')
    await one.choose({ userCouponId: await giveCoupon(backend, one.userId, { amountFen: 2000 }) })
    expect(await notifyPaid(backend, old)).toBe('paid')
    const { orderInfo, timeline } = await one.detail()
    expect(orderInfo).toMatchObject({ status: OrderStatus.allPaid, paidAmount: '80.00' })
    expect(timeline.map(({ note }) => note)).toContain('这笔支付多于订单的应付金额，多付的 ¥20.00 将原路退回')
  })
})

describe('amounts that are none', () => {
  test.each([
    '100',
    '100.5',
    '100.000',
    '1e2',
    '-100.00',
    '+100.00',
    ' 100.00',
    '100.00元',
    '１００.００',
    'NaN',
    '[]',
    '9'.repeat(500),
  ])('%j opens no payment', async (amount) => {
    const one = await buyer()
    await expect(one.list(amount)).rejects.toMatchObject({ code: Code.Fail, message: '参数 amount 不正确' })
    expect(await paymentsOf(one.orderNo)).toEqual([])
    expect((await one.detail()).orderInfo.status).toBe(OrderStatus.waitPayment)
  })

  test.each([-1, 0.1, 10.5, '-1', '1e2', '10.005', '1,000', '', null, [], {}])(
    '%j yuan are taken by nobody of the staff',
    async (paid) => {
      const learner = await registerLearner(backend)
      const productId = await buildProduct(backend.database, { priceFen: 10_000 })
      const input = { userId: learner.userId, productId, paid: paid as string, note: '现金' }
      const { status, body } = await sendCall(backend.agent, 'POST /api/staff/order/create', input, {
        Cookie: office.cookie,
      })
      expect([status, body.msg]).toEqual([400, '参数 paid 不正确'])
      expect((await backend.as(learner.cookie).call('GET /api/user/order/list', {})).total).toBe(0)
    },
  )

  test.each([-1, 1.5, '1.5', 'abc', '', 9e18])('choice %j of a coupon changes nothing', async (userCouponId) => {
    const one = await buyer()
    await expect(one.choose({ userCouponId: userCouponId as number })).rejects.toMatchObject({ code: Code.Fail })
    expect((await one.detail()).priceObject).toMatchObject({ payAmount: '100.00', userCouponId: null })
  })
})

describe.each([
  ['500 characters', '课'.repeat(500)],
  ['operators', `1' or '1'='1'; drop table orders; -- <script>alert(1)</script> {{7*7}} \u202e%00../../`],
  ['emoji', '👩‍👩‍👧‍👦🇨🇳❤️‍🔥'.repeat(20)],
])('%s in a text that a learner sends', (_what, text) => {
  test('as an order’s number name no order, in words', async () => {
    const one = await buyer()
    const calls = [
      () => one.api.call('GET /api/order/detail', { orderNo: text }),
      () => one.api.call('GET /api/order/discounts', { orderNo: text, userCouponId: 0 }),
      () => one.api.call('POST /api/order/check/check-agreement', { orderNo: text }),
      () => one.api.call('POST /api/order/address', { orderNo: text, addressId: 1 }),
      () => one.api.call('POST /api/order/cancel', { orderNo: text }),
      () => one.api.call('GET /api/pay/get-payment-list', { orderNo: text }),
      () => one.api.call('GET /api/pay/status', { orderNo: text }),
      () => one.api.call('POST /api/coupon/list', { orderNo: text }),
      () => one.api.call('GET /api/order/refund/preview', { orderNo: text }),
      () => one.api.call('POST /api/order/refund/apply', { orderNo: text, reason: '不学了' }),
      () => one.api.call('POST /api/order/refund/withdraw', { orderNo: text }),
      () => one.api.call('GET /api/user/entrance/get-by-order-no', { orderNo: text }),
    ]
    for (const call of calls) await expect(call()).rejects.toEqual(inWords)
    expect((await one.detail()).orderInfo.status).toBe(OrderStatus.waitPayment)
  })

  test('at the cashier open no payment, in words', async () => {
    const one = await buyer()
    const list = (input: object) => one.api.call('GET /api/pay/get-payment-list', { orderNo: one.orderNo, ...input })
    await expect(list({ amount: text })).rejects.toEqual(inWords)
    await expect(list({ again: text })).rejects.toEqual(inWords)
    await expect(list({ couponIds: text.padEnd(201) })).rejects.toEqual(inWords)
    expect(await paymentsOf(one.orderNo)).toEqual([])
  })

  test('as a choice or a product change nothing, in words', async () => {
    const one = await buyer()
    const choose = (choice: object) => one.choose(choice as { userCouponId: number })
    await expect(choose({ userCouponId: text })).rejects.toEqual(inWords)
    await expect(choose({ depositId: text })).rejects.toEqual(inWords)
    const call = (input: object) => one.api.call('GET /api/course/sign-up', input as { courseId: number })
    await expect(call({ courseId: text })).rejects.toEqual(inWords)
    await expect(call({ courseId: one.productId, scheduleId: text })).rejects.toEqual(inWords)
    await expect(one.api.call('GET /api/coupon/get', { inviteId: text })).rejects.toEqual(inWords)
    expect((await one.detail()).priceObject).toMatchObject({ payAmount: '100.00', userCouponId: null, depositId: null })
    expect((await one.api.call('GET /api/user/order/list', {})).total).toBe(1)
  })

  test('as a call’s token name one call, or are refused', async () => {
    const one = await buyer()
    await buildOffer(backend, one.productId, { amountFen: 1000, deductFen: 2000 })
    const ask = () =>
      one.api.call('POST /api/order/deposit/create-order', { productId: one.productId, clientToken: text })
    if (text.length > 64) return expect(ask()).rejects.toEqual(inWords)
    expect(await ask()).toEqual(await ask())
  })

  test('as a refund’s reason are kept, or refused in words', async () => {
    const one = await buyer()
    await payAtSchool(backend, one.orderNo, admin.userId)
    const ask = () => one.api.call('POST /api/order/refund/apply', { orderNo: one.orderNo, reason: text })
    const isTooLong = [...text].length > 200
    if (isTooLong) await expect(ask()).rejects.toMatchObject({ code: Code.Fail, message: '退款原因最多 200 个字' })
    else expect((await ask()).reason).toBe(text)
    const { orderInfo, refunds } = await one.detail()
    expect(orderInfo).toMatchObject({ status: OrderStatus.allPaid, refundedAmount: '0.00' })
    expect(refunds.map(({ reason }) => reason)).toEqual(isTooLong ? [] : [text])
  })
})

describe('between page and payment', () => {
  test('an ended coupon isn’t taken, one chosen in time counts', async () => {
    const [late, early] = [await buyer(), await buyer()]
    const validUntil = new Date(testNow + 60_000)
    const [lateCoupon, earlyCoupon] = [
      await giveCoupon(backend, late.userId, { validUntil }),
      await giveCoupon(backend, early.userId, { validUntil }),
    ]
    await early.choose({ userCouponId: earlyCoupon })
    backend.clock.set(testNow + 60_000)
    await expect(late.choose({ userCouponId: lateCoupon })).rejects.toEqual(refusal('该优惠券不可用：'))
    expect((await late.detail()).priceObject).toMatchObject({ payAmount: '100.00', userCouponId: null })
    expect((await early.list('90.00')).map(({ amount }) => amount)).toEqual(['90.00', '90.00'])
  })

  test('a raised price is seen before it is paid', async () => {
    const learner = await registerLearner(backend)
    const productId = await buildProduct(backend.database, { priceFen: 10_000 })
    await backend.db.updateTable('products').set({ priceFen: 12_000 }).where('id', '=', productId).execute()
    const orderNo = await signUpFor(backend, learner.cookie, productId)
    const api = backend.as(learner.cookie)
    await api.call('POST /api/order/check/check-agreement', { orderNo })
    await expect(api.call('GET /api/pay/get-payment-list', { orderNo, amount: '100.00' })).rejects.toEqual(
      refusal('应付金额已变为 ¥120.00'),
    )
    expect(await paymentsOf(orderNo)).toEqual([])
    await backend.db.updateTable('products').set({ priceFen: 15_000 }).where('id', '=', productId).execute()
    expect((await api.call('GET /api/pay/get-payment-list', { orderNo, amount: '120.00' }))[0]?.amount).toBe('120.00')
  })
})

test('buying again after the time is no case for books', async () => {
  const one = await buyer()
  await backend.db.updateTable('products').set({ serviceDays: 30 }).where('id', '=', one.productId).execute()
  await payAtSchool(backend, one.orderNo, admin.userId)
  expect(await one.api.call('GET /api/course/sign-up', { courseId: one.productId })).toEqual({ doPay: true })
  backend.clock.set(testNow + 31 * dayMs)
  const again = await signUpFor(backend, one.cookie, one.productId)
  expect((await readOrder(backend, one.cookie, again)).priceObject).toMatchObject({
    payAmount: '100.00',
    ownedAmount: '0.00',
  })
  await payAtSchool(backend, again, admin.userId)
  const own = await backend.db
    .selectFrom('enrolments')
    .select('status')
    .where('userId', '=', one.userId)
    .where('status', '=', 1)
    .execute()
  expect(own).toHaveLength(1)
  await backend.runJob('money.reconcile')
  const cases = await backend.db.selectFrom('moneyAlerts').select('ref').where('kind', '=', 'invariant').execute()
  expect(cases).toEqual([])
})

describe('an order that is paid in part', () => {
  async function partly() {
    const learner = await registerLearner(backend)
    const productId = await buildProduct(backend.database, { priceFen: 10_000 })
    const depositId = await buildHeldDeposit(
      backend,
      learner.userId,
      productId,
      await buildOffer(backend, productId, { amountFen: 1000, deductFen: 2000 }),
    )
    const input = { userId: learner.userId, productId, paid: '30', note: '现金' }
    const { orderNo, status } = await backend.as(office.cookie).call('POST /api/staff/order/create', input)
    expect(status).toBe(OrderStatus.partlyPaid)
    return { ...learner, depositId, orderNo, detail: () => readOrder(backend, learner.cookie, orderNo) }
  }
  const close = (by: Learner, orderNo: string) =>
    backend.as(by.cookie).call('POST /api/staff/order/close', { orderNo, note: '学员不来了' })

  test('closed by an administrator gives money and deposit back', async () => {
    const one = await partly()
    expect((await depositState(backend, one.depositId)).state).toBe(DepositState.locked)
    expect(await close(admin, one.orderNo)).toBe(true)
    await backend.runJob('refunds.push')
    const { orderInfo, refunds } = await one.detail()
    expect(orderInfo).toMatchObject({ status: OrderStatus.refund, refundedAmount: '30.00' })
    expect(refunds).toEqual([
      expect.objectContaining({
        state: RefundState.done,
        amount: '30.00',
        reason: '订单已关闭：学员不来了',
        lines: [expect.objectContaining({ amount: '30.00' })],
      }),
    ])
    expect((await depositState(backend, one.depositId)).state).toBe(DepositState.held)
    const messages = await backend.db
      .selectFrom('userMessages')
      .innerJoin('notifyMessages', 'notifyMessages.id', 'userMessages.messageId')
      .select('contentHtml')
      .where('userId', '=', one.userId)
      .execute()
    expect(messages.map(({ contentHtml }) => contentHtml).join()).toContain('订单已关闭：学员不来了')
    const acts = await backend.db
      .selectFrom('staffAudits')
      .select(['action', 'staffId'])
      .where('subjectId', '=', one.orderNo)
      .where('action', '=', 'order.close')
      .execute()
    expect(acts).toEqual([{ action: 'order.close', staffId: admin.userId }])
  })

  test('closed by the office takes no money until decided', async () => {
    const one = await partly()
    await close(office, one.orderNo)
    expect((await one.detail()).orderInfo).toMatchObject({
      status: OrderStatus.partlyPaid,
      refundState: RefundState.asked,
    })
    const api = backend.as(one.cookie)
    await api.call('POST /api/order/check/check-agreement', { orderNo: one.orderNo })
    const pay = () => api.call('GET /api/pay/get-payment-list', { orderNo: one.orderNo })
    const decide = async (approve: boolean) => {
      const id = (await one.detail()).refunds.find(({ state }) => state === RefundState.asked)?.id ?? 0
      await backend.as(admin.cookie).call('POST /api/staff/order/refund/decide', { id, approve, answer: '' })
    }
    await expect(pay()).rejects.toEqual(refusal('订单正在退款'))
    await decide(false)
    expect((await pay())[0]?.amount).toBe('50.00')
    await close(office, one.orderNo)
    await decide(true)
    await expect(pay()).rejects.toEqual(refusal('订单正在退款'))
  })

  test('just paid in full isn’t given back by closing', async () => {
    const one = await partly()
    const { id } = await backend.db
      .selectFrom('orders')
      .select('id')
      .where('sn', '=', one.orderNo)
      .executeTakeFirstOrThrow()
    await backend.db
      .updateTable('orders')
      .set({ status: OrderStatus.allPaid, paidFen: 8000 })
      .where('id', '=', id)
      .execute()
    const input = {
      orderId: id,
      reason: '关闭',
      asker: 'staff',
      staffId: admin.userId,
      onlyIn: OrderStatus.partlyPaid,
    } as const
    await expect(openRefund(backend.context, input)).rejects.toEqual(refusal('订单的状态刚刚改变，请刷新'))
  })
})
