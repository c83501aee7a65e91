import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import {
  buildOrder,
  buildPaidOrder,
  buildPayment,
  buildSchedule,
  buildUserCoupon,
  notifyPaid,
} from '../support/order-factories.ts'
import { buildHeldDeposit, buildOffer } from '../support/order-steps.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

/** Statements guard themselves; this is what stands behind them when one day a statement doesn't. */
const refusedBy = (constraint: string) => expect.objectContaining({ constraint })

describe('the database itself refuses, whatever the statement', () => {
  test('a seat beyond the class (CHECK enrolled <= capacity)', async () => {
    const scheduleId = await buildSchedule(backend, await buildProduct(backend.database, { lectureType: 1 }), {
      capacity: 2,
      enrolled: 2,
    })
    await expect(
      sql`update class_schedules set enrolled = enrolled + 1 where id = ${scheduleId}`.execute(backend.database.db),
    ).rejects.toMatchObject({ code: '23514' })
  })

  test('coupons over stock or twice (CHECK claimed, unique claim_no)', async () => {
    const { userId } = await registerLearner(backend)
    const userCouponId = await buildUserCoupon(backend, userId)
    const { couponId } = await backend.database.db
      .selectFrom('userCoupons')
      .select('userCoupons.couponId')
      .where('userCoupons.id', '=', userCouponId)
      .executeTakeFirstOrThrow()
    await expect(
      sql`update coupons set total = 3, claimed = 4 where id = ${couponId}`.execute(backend.database.db),
    ).rejects.toMatchObject({ code: '23514' })
    const again = sql`insert into user_coupons (coupon_id, user_id, claim_no, claimed_at, valid_until) select coupon_id, user_id, claim_no, claimed_at, valid_until from user_coupons where id = ${userCouponId}`
    await expect(again.execute(backend.database.db)).rejects.toEqual(
      refusedBy('user_coupons_coupon_id_user_id_claim_no_key'),
    )
  })

  test('two coupons on one order (user_coupons_one_per_order)', async () => {
    const { userId } = await registerLearner(backend)
    const order = await buildOrder(backend, { userId, lines: [{ priceFen: 5000 }] })
    await buildUserCoupon(backend, userId, { orderId: order.id })
    await expect(buildUserCoupon(backend, userId, { orderId: order.id })).rejects.toEqual(
      refusedBy('user_coupons_one_per_order'),
    )
  })

  test('two deposits on one order (deposits_used_uq, CHECK sold <= stock)', async () => {
    const { userId } = await registerLearner(backend)
    const productId = await buildProduct(backend.database, { priceFen: 50_000 })
    const offerId = await buildOffer(backend, productId, { stock: 2 })
    const deposits = [
      await buildHeldDeposit(backend, userId, productId, offerId),
      await buildHeldDeposit(backend, userId, await buildProduct(backend.database), offerId),
    ]
    const order = await buildOrder(backend, { userId, lines: [{ priceFen: 5000 }] })
    await expect(
      sql`update deposits set state = 2, used_order_id = ${order.id} where id = any(${deposits}::bigint[])`.execute(
        backend.database.db,
      ),
    ).rejects.toEqual(refusedBy('deposits_used_uq'))
    await expect(
      sql`update deposit_offers set sold = 3 where id = ${offerId}`.execute(backend.database.db),
    ).rejects.toMatchObject({ code: '23514' })
  })

  test('two open payments of one order and way (payments_one_pending_uq)', async () => {
    const { userId } = await registerLearner(backend)
    const order = await buildOrder(backend, { userId, lines: [{ priceFen: 5000 }] })
    await buildPayment(backend, order)
    await expect(buildPayment(backend, order)).rejects.toEqual(refusedBy('payments_one_pending_uq'))
  })

  test('notifications, trades and enrolments twice (unique ids, enrolments_active_uq)', async () => {
    const { db } = backend.database
    const { userId } = await registerLearner(backend)
    const order = await buildOrder(backend, { userId, lines: [{ priceFen: 5000 }] })
    const payment = await buildPayment(backend, order)
    await notifyPaid(backend, payment, { notifyId: 'told-twice', tradeNo: 'T-twice' })
    const repeated = sql`insert into payment_notifications (provider, notify_id, out_trade_no, raw, received_at) select provider, notify_id, out_trade_no, raw, received_at from payment_notifications where notify_id = 'told-twice'`
    await expect(repeated.execute(db)).rejects.toEqual(refusedBy('payment_notifications_provider_notify_id_key'))
    const other = await buildPayment(
      backend,
      await buildOrder(backend, { userId: (await registerLearner(backend)).userId, lines: [{ priceFen: 5000 }] }),
    )
    await expect(
      sql`update payments set provider_trade_no = 'T-twice' where out_trade_no = ${other.outTradeNo}`.execute(db),
    ).rejects.toEqual(refusedBy('payments_provider_provider_trade_no_key'))
    const enrolled = sql`insert into enrolments (user_id, product_id, schedule_id, order_id, source, begin_at, created_at) select user_id, product_id, schedule_id, order_id, source, begin_at, created_at from enrolments where user_id = ${userId}`
    await expect(enrolled.execute(db)).rejects.toEqual(refusedBy('enrolments_active_uq'))
  })

  test('giving back too much or twice (CHECK refunded, refund_lines_done_uq)', async () => {
    const { db } = backend.database
    const { userId } = await registerLearner(backend)
    const order = await buildPaidOrder(backend, { userId, lines: [{ priceFen: 5000 }] })
    await expect(
      sql`update orders set refunded_fen = paid_fen + 1 where id = ${order.id}`.execute(db),
    ).rejects.toMatchObject({ code: '23514' })
    const giveBack = async (): Promise<void> => {
      const { rows } = await sql<{ id: number }>`
        insert into refund_requests (order_id, user_id, state, reason, amount_fen, created_at, done_at) values (${order.id}, ${userId}, 5, '不学了', 5000, now(), now()) returning id`.execute(
        db,
      )
      await sql`insert into refund_lines (request_id, order_item_id, amount_fen, done) select ${rows[0]?.id}::bigint, i.id, 5000, true from order_items i where i.order_id = ${order.id}`.execute(
        db,
      )
    }
    await giveBack()
    await expect(giveBack()).rejects.toEqual(refusedBy('refund_lines_done_uq'))
  })
})
