import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelOrder } from '#server/backend/order/checkout/cancel.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { createFakePay } from '../support/fake-pay-provider.ts'
import { type BuiltOrder, buildOrder, buildPayment, ledgerBalances, notifyPaid } from '../support/order-factories.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend({}, { pay: createFakePay() })
})

afterAll(() => backend.close())

const one = (priceFen = 9900) => ({ lines: [{ priceFen }] })

async function orderRow(order: BuiltOrder) {
  return backend.database.db
    .selectFrom('orders')
    .selectAll('orders')
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow()
}

async function enrolmentsOf(order: BuiltOrder) {
  return backend.database.db
    .selectFrom('enrolments')
    .select([
      'enrolments.productId',
      'enrolments.scheduleId',
      'enrolments.orderItemId',
      'enrolments.status',
      'enrolments.endAt',
    ])
    .where('enrolments.userId', '=', order.userId)
    .orderBy('enrolments.id')
    .execute()
}

async function eventsOf(order: BuiltOrder): Promise<string[]> {
  const rows = await backend.database.db
    .selectFrom('orderLogs')
    .select('orderLogs.event')
    .where('orderLogs.orderId', '=', order.id)
    .orderBy('orderLogs.id')
    .execute()
  return rows.map((row) => row.event)
}

async function messagesOf(userId: number) {
  return backend.database.db
    .selectFrom('userMessages')
    .innerJoin('notifyMessages', 'notifyMessages.id', 'userMessages.messageId')
    .select(['notifyMessages.title', 'notifyMessages.buttonUrl'])
    .where('userMessages.userId', '=', userId)
    .orderBy('userMessages.id')
    .execute()
}

async function postings(order: BuiltOrder): Promise<string[]> {
  const rows = await backend.database.db
    .selectFrom('ledgerTransactions')
    .select('ledgerTransactions.kind')
    .where('ledgerTransactions.orderId', '=', order.id)
    .orderBy('ledgerTransactions.id')
    .execute()
  return rows.map((row) => row.kind)
}

describe('money that no order takes', () => {
  test('two codes at once: one goes back (order row lock)', async () => {
    const order = await buildOrder(backend, one())
    const payments = [await buildPayment(backend, order), await buildPayment(backend, order, { payType: 'alipay' })]
    const outcomes = await Promise.all(payments.map((payment) => notifyPaid(backend, payment)))
    expect(outcomes.sort()).toEqual(['late', 'paid'])
    expect(await orderRow(order)).toMatchObject({ status: 1, paidFen: 9900 })
    const refunds = await backend.database.db
      .selectFrom('refunds')
      .select(['refunds.amountFen', 'refunds.requestId', 'refunds.status'])
      .where('refunds.orderId', '=', order.id)
      .execute()
    expect(refunds).toEqual([{ amountFen: 9900, requestId: null, status: 1 }])
    expect(backend.woken).toContain('refunds.push')
    expect(await backend.runJob('refunds.push')).toBeGreaterThan(0)
    expect(await ledgerBalances(backend, [order.id])).toEqual({ 'cash:embedded': 9900, revenue: -9900 })
    expect((await messagesOf(order.userId)).map((message) => message.title)).toEqual(
      expect.arrayContaining(['报名成功', '重复支付，款项将退回', '款项已退回']),
    )
  })

  test('for a cancelled order opens nothing, all goes back', async () => {
    const order = await buildOrder(backend, one())
    const payment = await buildPayment(backend, order)
    expect(await cancelOrder(backend.context, order.id, { actor: 'learner', note: '不想买了' })).toBe('cancelled')
    expect(await notifyPaid(backend, payment)).toBe('late')
    await backend.runJob('refunds.push')
    expect(await orderRow(order)).toMatchObject({ status: 5, paidFen: 0, refundedFen: 0 })
    expect(await enrolmentsOf(order)).toEqual([])
    expect(await eventsOf(order)).toEqual(['cancelled', 'late-payment', 'late-refund-done'])
    expect(await postings(order)).toEqual(['late-payment', 'late-refund', 'refund-done'])
    expect(await ledgerBalances(backend, [order.id])).toEqual({})
  })

  test('of another amount waits for a person, one alert', async () => {
    const order = await buildOrder(backend, one())
    const payment = await buildPayment(backend, order)
    expect(await notifyPaid(backend, payment, { amountFen: 1 })).toBe('review')
    expect(await notifyPaid(backend, payment, { amountFen: 1 })).toBe('review')
    expect(await orderRow(order)).toMatchObject({ status: 0, paidFen: 0 })
    expect(await postings(order)).toEqual([])
    const alerts = await backend.database.db
      .selectFrom('moneyAlerts')
      .select(['moneyAlerts.kind', 'moneyAlerts.differenceFen'])
      .where('moneyAlerts.ref', '=', `payment:${payment.id}`)
      .execute()
    expect(alerts).toEqual([{ kind: 'amount-differs', differenceFen: -9899 }])
  })

  test('of another amount, corrected by notification, gives the course', async () => {
    const order = await buildOrder(backend, one())
    const payment = await buildPayment(backend, order)
    expect(await notifyPaid(backend, payment, { amountFen: 1 })).toBe('review')
    expect(await notifyPaid(backend, payment)).toBe('paid')
    expect(await orderRow(order)).toMatchObject({ status: 1, paidFen: 9900 })
    expect(await notifyPaid(backend, payment, { amountFen: 1 })).toBe('repeat')
  })

  test('of a foreign payment or provider is unknown, reported', async () => {
    const order = await buildOrder(backend, one())
    const payment = await buildPayment(backend, order)
    expect(await notifyPaid(backend, { ...payment, outTradeNo: 'NOBODY' })).toBe('unknown')
    expect(await notifyPaid(backend, { ...payment, provider: 'alipay' })).toBe('unknown')
    expect(await orderRow(order)).toMatchObject({ status: 0 })
    expect(
      await backend.database.db
        .selectFrom('moneyAlerts')
        .select('moneyAlerts.kind')
        .where('moneyAlerts.ref', 'in', [`embedded:trade-${payment.id}`, `alipay:trade-${payment.id}`])
        .execute(),
    ).toHaveLength(2)
  })

  test('whose trade number is taken waits (provider_trade_no)', async () => {
    const [first, second] = [await buildOrder(backend, one()), await buildOrder(backend, one())]
    await notifyPaid(backend, await buildPayment(backend, first), { tradeNo: 'the-same' })
    expect(await notifyPaid(backend, await buildPayment(backend, second), { tradeNo: 'the-same' })).toBe('review')
    expect(await orderRow(second)).toMatchObject({ status: 0 })
  })

  test('for a paid payment, another number, waits for a person', async () => {
    const order = await buildOrder(backend, one())
    const payment = await buildPayment(backend, order)
    await notifyPaid(backend, payment)
    expect(await notifyPaid(backend, payment, { tradeNo: 'another-one' })).toBe('review')
    expect(await orderRow(order)).toMatchObject({ status: 1, paidFen: 9900 })
    expect(
      await backend.database.db
        .selectFrom('moneyAlerts')
        .select(['moneyAlerts.kind', 'moneyAlerts.differenceFen'])
        .where('moneyAlerts.ref', 'like', '%:another-one:%')
        .execute(),
    ).toEqual([{ kind: 'trade-number', differenceFen: 9900 }])
  })
})
