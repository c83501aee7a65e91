import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { settleOffline } from '#server/backend/order/payment/settle.ts'
import { openRefund } from '#server/backend/order/refund/refund-core.ts'
import { PayError } from '#server/backend/ports/pay/pay-provider.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay, type FakePay } from '../support/fake-pay-provider.ts'
import { type BuiltPayment, buildOrder, buildPaidOrder, buildPayment, notifyPaid } from '../support/order-factories.ts'

const dayMs = 86_400_000
let backend: TestBackend
let pay: FakePay
/** Noon of the day that is reconciled; each test has its own. */
let noon = testNow
let day = ''

beforeAll(async () => {
  pay = createFakePay()
  backend = await startTestBackend({}, { pay })
})

beforeEach(() => {
  noon += 10 * dayMs
  backend.clock.set(noon)
  day = new Date(noon).toISOString().slice(0, 10)
})

afterEach(() => pay.bills.clear())

afterAll(() => backend.close())

/** The night after, at ten past three in Shanghai. */
async function nextNight(): Promise<number> {
  backend.clock.set(Date.parse(`${day}T03:10:00+08:00`) + dayMs)
  return backend.runJob('money.reconcile')
}

async function reconciliation() {
  return backend.database.db
    .selectFrom('reconciliations')
    .selectAll('reconciliations')
    .where('reconciliations.day', '=', day)
    .executeTakeFirst()
}

async function alertsOfDay(): Promise<string[]> {
  const rows = await backend.database.db
    .selectFrom('moneyAlerts')
    .select('moneyAlerts.ref')
    .where('moneyAlerts.ref', 'like', `${day}:%`)
    .orderBy('moneyAlerts.ref')
    .execute()
  return rows.map((row) => row.ref.slice(day.length + 1))
}

/** A paid order of `amountFen` and its payment. */
async function paid(amountFen: number): Promise<{ orderId: number; payment: BuiltPayment }> {
  const order = await buildOrder(backend, { lines: [{ priceFen: amountFen }] })
  const payment = await buildPayment(backend, order)
  await notifyPaid(backend, payment)
  return { orderId: order.id, payment }
}

test('a day in agreement has difference 0.00 and no alert', async () => {
  const { orderId, payment } = await paid(9900)
  await openRefund(backend.context, { orderId, reason: '不学了', asker: 'staff', staffId: null })
  await backend.runJob('refunds.push')
  const other = await paid(5000)
  const cash = await buildOrder(backend, { lines: [{ priceFen: 700 }] })
  await backend.context.tx((trx) =>
    settleOffline(trx, {
      orderId: cash.id,
      amountFen: 700,
      tradeNo: null,
      staffId: cash.userId,
      note: '现金',
      now: new Date(noon),
    }),
  )
  const refundNo = [...pay.refunds.keys()].at(-1) ?? ''
  pay.bills.set(day, [
    { outTradeNo: payment.outTradeNo, outRefundNo: null, amountFen: 9900 },
    { outTradeNo: payment.outTradeNo, outRefundNo: refundNo, amountFen: -9900 },
    { outTradeNo: other.payment.outTradeNo, outRefundNo: null, amountFen: 5000 },
  ])
  expect(await nextNight()).toBe(0)
  expect(await reconciliation()).toMatchObject({
    ordersFen: 5700,
    ledgerFen: 5700,
    providerFen: 5700,
    differenceFen: 0,
  })
  expect(await alertsOfDay()).toEqual([])
})

test('unknown, differing and missing payments are three alerts', async () => {
  const [missing, wrong] = [await paid(1000), await paid(2000)]
  pay.bills.set(day, [
    { outTradeNo: wrong.payment.outTradeNo, outRefundNo: null, amountFen: 2500 },
    { outTradeNo: 'NOBODYS', outRefundNo: null, amountFen: 500 },
  ])
  expect(await nextNight()).toBe(3)
  expect(await reconciliation()).toMatchObject({
    ordersFen: 3000,
    ledgerFen: 3000,
    providerFen: 3000,
    differenceFen: 2000,
  })
  expect(await alertsOfDay()).toEqual(['NOBODYS', missing.payment.outTradeNo, wrong.payment.outTradeNo].sort())
})

test('a payment twice on the bill differs once', async () => {
  const { payment } = await paid(1000)
  const line = { outTradeNo: payment.outTradeNo, outRefundNo: null, amountFen: 1000 }
  pay.bills.set(day, [line, line])
  expect(await nextNight()).toBe(1)
  expect(await reconciliation()).toMatchObject({ ordersFen: 1000, providerFen: 2000, differenceFen: 1000 })
})

test('a second payment is found by the bill’s number', async () => {
  const { outTradeNo } = (await paid(1000)).payment
  backend.clock.set(noon - dayMs)
  const second = await paid(700)
  await backend.database.db
    .updateTable('payments')
    .set({ providerOutTradeNo: outTradeNo })
    .where('payments.outTradeNo', '=', second.payment.outTradeNo)
    .execute()
  pay.bills.set(day, [
    { outTradeNo, outRefundNo: null, amountFen: 700 },
    { outTradeNo, outRefundNo: null, amountFen: 1000 },
  ])
  await nextNight()
  expect(await alertsOfDay()).toEqual([])
})

test('a provider’s refund on the day before is no difference', async () => {
  const { orderId, payment } = await paid(1000)
  pay.bills.set(day, [{ outTradeNo: payment.outTradeNo, outRefundNo: null, amountFen: 1000 }])
  await openRefund(backend.context, { orderId, reason: '不学了', asker: 'staff', staffId: null })
  backend.clock.set(Date.parse(`${day}T00:00:20+08:00`) + dayMs)
  await backend.runJob('refunds.push')
  const refundNo = [...pay.refunds.keys()].at(-1) ?? ''
  pay.bills.set(day, [
    ...((pay.bills.get(day) as []) ?? []),
    { outTradeNo: payment.outTradeNo, outRefundNo: refundNo, amountFen: -1000 },
  ])
  expect(await nextNight()).toBe(0)
  day = new Date(noon + dayMs).toISOString().slice(0, 10)
  expect(await nextNight()).toBe(0)
  expect(await reconciliation()).toMatchObject({ differenceFen: 0 })
})

test('a missing bill is asked for till noon, then reported', async () => {
  const { payment } = await paid(1000)
  pay.bills.set(day, new PayError('not ready'))
  await nextNight()
  expect(await reconciliation()).toBeUndefined()
  expect(await alertsOfDay()).toEqual([])
  backend.clock.set(Date.parse(`${day}T11:10:00+08:00`) + dayMs)
  await backend.runJob('money.reconcile')
  expect(await alertsOfDay()).toEqual(['bill'])
  pay.bills.set(day, [{ outTradeNo: payment.outTradeNo, outRefundNo: null, amountFen: 1000 }])
  backend.clock.set(Date.parse(`${day}T03:10:00+08:00`) + 2 * dayMs)
  await backend.runJob('money.reconcile')
  expect(await reconciliation()).toMatchObject({ providerFen: 1000, differenceFen: 0 })
})

test('lost courses and unbooked money are reported once', async () => {
  const order = await buildPaidOrder(backend, { lines: [{ priceFen: 1000 }] })
  await backend.database.db.deleteFrom('enrolments').where('enrolments.orderId', '=', order.id).execute()
  const unbooked = await buildOrder(backend, { lines: [{ priceFen: 1000 }] })
  const payment = await buildPayment(backend, unbooked, { status: 2, paidAt: new Date(noon) })
  await nextNight()
  await nextNight()
  const alerts = await backend.database.db
    .selectFrom('moneyAlerts')
    .select('moneyAlerts.ref')
    .where('moneyAlerts.kind', '=', 'invariant')
    .where('moneyAlerts.ref', 'in', [`paid-without-enrolment:${order.id}`, `payment-without-ledger:${payment.id}`])
    .execute()
  expect(alerts).toHaveLength(2)
  expect(await alertsOfDay()).toContain('ledger')
})

test('a course paid twice is reported, a rebought one not', async () => {
  const { db } = backend.database
  const buyTwice = async (between: { status: 2 | 3; endAt?: Date }): Promise<number> => {
    const first = await buildPaidOrder(backend, { lines: [{ priceFen: 1000 }] })
    await db.updateTable('enrolments').set(between).where('enrolments.orderId', '=', first.id).execute()
    backend.clock.set(backend.clock.now() + 60_000)
    return (
      await buildPaidOrder(backend, { userId: first.userId, lines: [{ productId: first.productId, priceFen: 1000 }] })
    ).id
  }
  const twice = await buyTwice({ status: 3 })
  const anew = await buyTwice({ status: 2, endAt: new Date(noon) })
  await nextNight()
  const alerts = await db
    .selectFrom('moneyAlerts')
    .select('moneyAlerts.ref')
    .where('moneyAlerts.ref', 'in', [`paid-twice:${twice}`, `paid-twice:${anew}`])
    .execute()
  expect(alerts).toEqual([{ ref: `paid-twice:${twice}` }])
})
