import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decideRefund, openRefund } from '#server/backend/order/refund/refund-core.ts'
import { finishRefund } from '#server/backend/order/refund/refund-finish.ts'
import { repeatRefund } from '#server/backend/order/refund/refund-push.ts'
import { PayError } from '#server/backend/ports/pay/pay-provider.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay, type FakePay } from '../support/fake-pay-provider.ts'
import {
  type BuiltOrder,
  buildOrder,
  buildPayment,
  buildSchedule,
  buildUserCoupon,
  notifyPaid,
} from '../support/order-factories.ts'
let backend: TestBackend
let pay: FakePay
let learner: Learner
let staffId: number

beforeAll(async () => {
  pay = createFakePay()
  backend = await startTestBackend({}, { pay })
  staffId = (await buildStaff(backend, 'education')).userId
})

beforeEach(async () => {
  backend.clock.set(testNow)
  pay.refundAnswers = []
  // what an earlier test has left
  await backend.runJob('refunds.push')
  learner = await registerLearner(backend)
})

afterAll(() => backend.close())

function api() {
  return backend.as(learner.cookie)
}

async function orderRow(order: BuiltOrder) {
  return backend.database.db
    .selectFrom('orders')
    .selectAll('orders')
    .where('orders.id', '=', order.id)
    .executeTakeFirstOrThrow()
}

/** Products that the learner is enrolled in now, with the class. */
async function courses(userId: number): Promise<string[]> {
  const rows = await backend.database.db
    .selectFrom('enrolments')
    .select(['enrolments.productId', 'enrolments.scheduleId'])
    .where('enrolments.userId', '=', userId)
    .where('enrolments.status', '=', 1)
    .orderBy('enrolments.id')
    .execute()
  return rows.map((row) => (row.scheduleId === null ? `${row.productId}` : `${row.productId}/${row.scheduleId}`))
}

async function refundsOf(order: BuiltOrder) {
  return backend.database.db
    .selectFrom('refunds')
    .selectAll('refunds')
    .where('refunds.orderId', '=', order.id)
    .orderBy('refunds.id')
    .execute()
}

async function ask(order: BuiltOrder, itemIds?: readonly number[]): Promise<number> {
  const info = await api().call('POST /api/order/refund/apply', {
    orderNo: order.sn,
    reason: '时间冲突',
    ...(itemIds ? { itemIds: [...itemIds] } : {}),
  })
  return info.id
}

async function approve(requestId: number): Promise<void> {
  await decideRefund(backend.context, { requestId, approve: true, answer: '', staffId })
}

/** A bundle of three courses for 300.00, of which a coupon takes 30.00. */
async function buildBundle(): Promise<{ order: BuiltOrder; scheduleId: number; couponId: number }> {
  const productId = await buildProduct(backend.database, { lectureType: 2, priceFen: 30_000 })
  const scheduleId = await buildSchedule(backend, productId, { enrolled: 5, capacity: 30 })
  const line = { priceFen: 10_000, couponFen: 1000 }
  const order = await buildOrder(backend, { userId: learner.userId, productId, scheduleId, lines: [line, line, line] })
  const couponId = await buildUserCoupon(backend, learner.userId, { orderId: order.id })
  await notifyPaid(backend, await buildPayment(backend, order))
  return { order, scheduleId, couponId }
}

describe('never more than was paid', () => {
  test('20 refunds of equal lines: one (orders row lock, refund_requests_open_uq)', async () => {
    const { order } = await buildBundle()
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        openRefund(backend.context, { orderId: order.id, reason: '不学了', asker: 'staff', staffId }),
      ),
    )
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    const refunds = await refundsOf(order)
    expect(refunds.reduce((sum, refund) => sum + refund.amountFen, 0)).toBe(27_000)
  })

  test('20 approvals at once: one (refund_requests.state, order row lock)', async () => {
    const { order } = await buildBundle()
    const requestId = await ask(order)
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => approve(requestId)))
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ message: '退款申请已处理' })
    expect(await refundsOf(order)).toHaveLength(1)
  })

  test('20 reports of a finished refund: one (refunds.status, ledger ref)', async () => {
    const { order } = await buildBundle()
    await approve(await ask(order))
    const [refund] = await refundsOf(order)
    const opened = await Promise.all(
      Array.from({ length: 20 }, () => finishRefund(backend.context, refund?.outRefundNo ?? '', 'done')),
    )
    expect(opened.filter(Boolean)).toHaveLength(1)
    expect(await orderRow(order)).toMatchObject({ status: 3, refundedFen: 27_000 })
    await backend.runJob('refunds.push')
    expect(pay.refunds.has(refund?.outRefundNo ?? '')).toBe(false)
  })

  test('more than was paid is never approved', async () => {
    const { order } = await buildBundle()
    const requestId = await ask(order)
    await backend.database.db
      .updateTable('refundRequests')
      .set({ amountFen: 27_001 })
      .where('refundRequests.id', '=', requestId)
      .execute()
    await expect(approve(requestId)).rejects.toThrow()
    expect(await refundsOf(order)).toEqual([])
    expect(await orderRow(order)).toMatchObject({ status: 1, refundedFen: 0 })
  })

  test('a line once (refund_lines_done_uq), never overpaid (refunded_fen <= paid_fen)', async () => {
    const { order } = await buildBundle()
    await approve(await ask(order))
    await backend.runJob('refunds.push')
    const { db } = backend.database
    const request = await db
      .insertInto('refundRequests')
      .values({
        orderId: order.id,
        userId: learner.userId,
        reason: '再退',
        amountFen: 9000,
        createdAt: new Date(testNow),
      })
      .returning('refundRequests.id')
      .executeTakeFirstOrThrow()
    await expect(
      db
        .insertInto('refundLines')
        .values({ requestId: request.id, orderItemId: order.itemIds[0] ?? 0, amountFen: 9000, done: true })
        .execute(),
    ).rejects.toThrow('refund_lines_done_uq')
    await expect(
      db.updateTable('orders').set({ refundedFen: 27_001 }).where('orders.id', '=', order.id).execute(),
    ).rejects.toThrow(/check/)
  })
})

describe('a provider that doesn’t do at once what it is asked', () => {
  test('is retried five times under one number, then staff act', async () => {
    const { order } = await buildBundle()
    await approve(await ask(order))
    const [{ id, outRefundNo } = { id: 0, outRefundNo: '' }] = await refundsOf(order)
    pay.refundAnswers = Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0 ? new PayError('unreachable') : { state: 'failed' as const, message: '余额不足' },
    )
    const minutes: number[] = []
    for (let tries = 0; tries < 8; tries++) {
      expect(await backend.runJob('refunds.push')).toBe(1)
      expect(await backend.runJob('refunds.push')).toBe(0)
      const [refund] = await refundsOf(order)
      minutes.push(((refund?.tryAt.getTime() ?? 0) - backend.clock.now()) / 60_000)
      backend.clock.set(refund?.tryAt.getTime() ?? 0)
    }
    expect(minutes.slice(0, 7)).toEqual([1, 2, 5, 10, 30, 30, 30])
    expect(await refundsOf(order)).toMatchObject([{ status: 4, lastError: '余额不足' }])
    expect(await backend.runJob('refunds.push')).toBe(0)
    expect(
      await backend.database.db
        .selectFrom('moneyAlerts')
        .select('moneyAlerts.kind')
        .where('moneyAlerts.ref', '=', `refund:${id}`)
        .execute(),
    ).toEqual([{ kind: 'refund-failed' }])
    expect(await repeatRefund(backend.context, id, staffId)).toBe(true)
    expect(await repeatRefund(backend.context, id, staffId)).toBe(false)
    await backend.runJob('refunds.push')
    expect(await refundsOf(order)).toMatchObject([{ status: 3, outRefundNo }])
    expect(pay.refunds.get(outRefundNo)).toMatchObject({ asked: 9 })
    expect(await orderRow(order)).toMatchObject({ status: 3 })
  })

  test('is asked how a refund stands until it is done', async () => {
    const { order } = await buildBundle()
    await approve(await ask(order))
    pay.refundAnswers = [
      { state: 'processing', message: null },
      { state: 'processing', message: null },
      { state: 'done', message: null },
    ]
    await backend.runJob('refunds.push')
    expect(await refundsOf(order)).toMatchObject([{ status: 2 }])
    expect(await courses(learner.userId)).toHaveLength(4)
    for (const minutes of [1, 3]) {
      backend.clock.set(testNow + minutes * 60_000)
      await backend.runJob('refunds.push')
    }
    const [refund] = await refundsOf(order)
    expect(refund).toMatchObject({ status: 3 })
    expect(pay.refunds.get(refund?.outRefundNo ?? '')).toMatchObject({ asked: 1 })
  })

  test('gets one refund though two processes push (refunds.try_at)', async () => {
    const { order } = await buildBundle()
    await approve(await ask(order))
    const done = await Promise.all([backend.runJob('refunds.push'), backend.runJob('refunds.push')])
    expect(done[0] + done[1]).toBe(1)
    const [refund] = await refundsOf(order)
    expect(pay.refunds.get(refund?.outRefundNo ?? '')).toMatchObject({ asked: 1 })
  })
})
