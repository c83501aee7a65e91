import type { Database } from '#server/backend/db/database.ts'
import { whyNot } from '#server/backend/order/coupon/order-coupons.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OrderKind, OrderStatus } from '#shared/contract/enums.ts'
import { addLog } from './order-log-store.ts'
import { lockOwnOrder, type OrderRow } from './own-order-store.ts'
import { releaseCoupon, releaseDeposit } from './release-discounts-store.ts'
import { repriceOrder } from './reprice.ts'
import { findChosenCoupon, lockCoupon, findCouponFor, findChosenDeposit, lockDeposit } from './order-discounts-store.ts'

/** What a learner chooses for an order: 0 takes a choice away, undefined keeps it. */
export interface Choices {
  readonly userCouponId?: number | undefined
  readonly depositId?: number | undefined
}

/** An order with the learner's choices. */
export interface Chosen {
  readonly order: OrderRow
  /** It costs something else than before: payments that were opened for it don't fit any more. */
  readonly isChanged: boolean
}

/**
 * Keeps the chosen coupon and deposit on an unpaid order and computes its price anew, line by line; choosing what is chosen
 * already changes nothing. Throws code 405 for an order that isn't the learner's, 4004 in words when a choice can't be taken;
 * then nothing has changed.
 */
export async function chooseDiscounts(
  trx: Database,
  input: { userId: number; sn: string; choices: Choices; now: Date },
): Promise<Chosen> {
  const { userId, sn, choices, now } = input
  const order = await lockOwnOrder(trx, userId, sn)
  const asked = choices.userCouponId !== undefined || choices.depositId !== undefined
  if (order.status !== OrderStatus.waitPayment) {
    if (asked)
      throw new ApiError(
        Code.Toast,
        order.status === OrderStatus.partlyPaid
          ? '订单已支付部分金额，不能更改优惠'
          : '订单已支付或已取消，不能更改优惠',
      )
    return { order, isChanged: false }
  }
  if (!asked) return { order, isChanged: false }
  if (order.expireAt <= now) throw new ApiError(Code.Toast, '订单已超时，请重新报名')
  if (order.orderKind === OrderKind.deposit) {
    if (choices.userCouponId || choices.depositId) throw new ApiError(Code.Toast, '定金订单不能使用优惠')
    return { order, isChanged: false }
  }
  if (choices.userCouponId !== undefined) await chooseCoupon(trx, order, choices.userCouponId, now)
  if (choices.depositId !== undefined) await chooseDeposit(trx, order, choices.depositId, now)
  const priced = await repriceOrder(trx, order, now)
  if (choices.depositId && priced.depositFen === 0)
    throw new ApiError(Code.Toast, '订单应付金额低于定金，无需使用定金；报名后定金全额退回')
  if (priced !== order) {
    const { payAmountFen: amountFen } = priced
    await addLog(trx, {
      orderId: order.id,
      event: 'discount',
      from: order.status,
      to: order.status,
      actor: 'learner',
      actorId: order.userId,
      amountFen,
      note: '更改优惠',
      at: now,
    })
  }
  return { order: priced, isChanged: priced !== order }
}

async function chooseCoupon(trx: Database, order: OrderRow, id: number, now: Date): Promise<void> {
  const current = await findChosenCoupon(trx, order.id)
  if (current?.id === id) return
  await releaseCoupon(trx, order.id, now)
  if (id === 0) return
  // this decides; the words for a coupon that can't be had are found afterwards, and everything is rolled back then
  const isLocked = await lockCoupon(trx, { orderId: order.id, userId: order.userId, id, now })
  const coupon = await findCouponFor(trx, order.productId, order.userId, id)
  if (!coupon) throw new ApiError(Code.Toast, '优惠券不存在')
  const reason = whyNot(
    coupon,
    { orderId: order.id, productId: order.productId, baseFen: order.amountFen - order.ownedFen },
    now,
  )
  if (reason !== null) throw new ApiError(Code.Toast, `该优惠券不可用：${reason}`)
  if (!isLocked) throw new ApiError(Code.Toast, '该优惠券不可用')
}

async function chooseDeposit(trx: Database, order: OrderRow, id: number, now: Date): Promise<void> {
  const current = await findChosenDeposit(trx, order.id)
  if (current?.id === id) return
  await releaseDeposit(trx, order.id)
  if (id === 0) return
  const isLocked = await lockDeposit(trx, {
    orderId: order.id,
    userId: order.userId,
    productId: order.productId,
    id,
    now,
  })
  if (!isLocked) throw new ApiError(Code.Toast, '该定金不可用')
}
