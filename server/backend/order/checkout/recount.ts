import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import { findEnrolled, findEnrolment } from '#server/backend/order/enrolment/enrol.ts'
import { Account, credit, debit, postLedger } from '#server/backend/order/ledger/ledger.ts'
import { tellExcess } from '#server/backend/order/payment/returned-money.ts'
import { refundPayments } from '#server/backend/order/refund/refund-store.ts'
import { CouponKind, ItemState, OrderKind, OrderStatus, RefundState, UserCouponState } from '#shared/contract/enums.ts'
import { moneyText } from '#shared/rules/money.ts'
import { findItems, fulfilOrder } from './fulfil.ts'
import { isOpen } from './open-state.ts'
import type { Order } from './order-lock.ts'
import { addLog } from './order-log-store.ts'
import { releaseCoupon } from './release-discounts.ts'
import { repriceOrder } from './reprice.ts'

/** What an open order costs now. */
export interface Recount {
  /** The order as it is after the count. */
  readonly order: Order
  /** The learner has come to own its product: it isn't sold again. */
  readonly isOwned: boolean
  /** In words, what changed; null when the price is what it was. */
  readonly change: string | null
  /** What was paid in part covers the new price: the products that the learner has from now on. */
  readonly given?: readonly number[]
}

/**
 * Counts anew what the learner owns of an open order: a course that came to be theirs since is taken off the price, one that
 * was given back is in it again, a coupon whose threshold isn't reached any more is free again. The order is locked with its
 * learner, so that no other order of theirs is completed meanwhile. Closed and completed orders, and those whose money is on
 * its way back, stay as they are.
 */
export async function recountOrder(trx: DatabaseTransaction, order: Order, now: Date): Promise<Recount> {
  if (!isOpen(order)) return { order, isOwned: false, change: null }
  if (await findEnrolment(trx, order.userId, order.productId, now)) return { order, isOwned: true, change: null }
  if (order.orderKind !== OrderKind.product) return { order, isOwned: false, change: null }
  if (order.status === OrderStatus.partlyPaid && (await isGoingBack(trx, order.id)))
    return { order, isOwned: false, change: null }
  const moved = await moveLines(trx, order, now)
  if (moved === null) return { order, isOwned: false, change: null }
  const dropped = await dropCoupon(trx, order, now)
  const counted = await repriceOrder(trx, order, now)
  const change = `${moved}${dropped ? '，优惠券不再满足使用条件、已退回' : ''}，应付金额由 ${moneyText(order.payAmountFen)} 变为 ${moneyText(counted.payAmountFen)}`
  await addLog(trx, {
    orderId: order.id,
    event: 'recounted',
    from: order.status,
    to: order.status,
    actor: 'system',
    amountFen: counted.payAmountFen,
    note: change,
    at: now,
  })
  if (counted.status !== OrderStatus.allPaid) return { order: counted, isOwned: false, change }
  return { order: counted, isOwned: false, change, given: await completeCovered(trx, { order, counted, now }) }
}

/**
 * A refund of what was paid in part is asked for or approved: the money would otherwise pay for what is left of the order as
 * well, and what is asked back would not be what was paid.
 */
export async function isGoingBack(trx: Database, orderId: number): Promise<boolean> {
  const refunding = await trx
    .selectFrom('refundRequests')
    .select('refundRequests.id')
    .where('refundRequests.orderId', '=', orderId)
    .where('refundRequests.state', 'in', [RefundState.asked, RefundState.approved])
    .executeTakeFirst()
  return refunding !== undefined
}

/** What was paid in part is all that the order costs now: the rest goes back, and the learner has what they bought. */
async function completeCovered(
  trx: DatabaseTransaction,
  { order, counted, now }: { order: Order; counted: Order; now: Date },
): Promise<number[]> {
  const excessFen = order.paidFen - counted.paidFen
  if (excessFen > 0) {
    await postLedger(trx, {
      kind: 'price-difference',
      ref: `order:${order.id}:covered`,
      orderId: order.id,
      at: now,
      entries: [debit(Account.advance, excessFen), credit(Account.refundDue, excessFen)],
    })
    await refundPayments(trx, counted, { requestId: null, amountFen: excessFen, reason: '应付金额减少，差额退回', now })
    await tellExcess(trx, counted, { amountFen: excessFen, ref: `order:${order.id}:covered`, now })
  }
  return fulfilOrder(trx, counted, now)
}

/** Lines follow what is owned; in words which, null when none moved. */
async function moveLines(trx: DatabaseTransaction, order: Order, now: Date): Promise<string | null> {
  const items = await findItems(trx, order.id)
  const enrolled = await findEnrolled(
    trx,
    order.userId,
    items.map((item) => item.productId),
    now,
  )
  const gained = items.filter((item) => item.state === ItemState.sold && enrolled.has(item.productId))
  const lost = items.filter((item) => item.state === ItemState.ownedBefore && !enrolled.has(item.productId))
  for (const [lines, state] of [
    [gained, ItemState.ownedBefore],
    [lost, ItemState.sold],
  ] as const) {
    if (lines.length === 0) continue
    await trx
      .updateTable('orderItems')
      .set({ state })
      .where(
        'orderItems.id',
        'in',
        lines.map((item) => item.id),
      )
      .execute()
  }
  const names = (lines: typeof items): string => lines.map((item) => `《${item.name}》`).join('')
  const words = [
    gained.length > 0 ? `${names(gained)}您已拥有` : '',
    lost.length > 0 ? `${names(lost)}已不在您名下` : '',
  ].filter(Boolean)
  return words.length > 0 ? words.join('，') : null
}

/** Frees the order's coupon when what is left doesn't reach its threshold. */
async function dropCoupon(trx: DatabaseTransaction, order: Order, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select u.id from user_coupons u join coupons c on c.id = u.coupon_id
    where u.order_id = ${order.id} and u.state = ${sql.lit(UserCouponState.locked)} and c.kind = ${sql.lit(CouponKind.fullReduction)}
      and c.threshold_fen > (select coalesce(sum(i.price_fen), 0) from order_items i where i.order_id = ${order.id} and i.state = ${sql.lit(ItemState.sold)})`.execute(
    trx,
  )
  if (rows.length === 0) return false
  await releaseCoupon(trx, order.id, now)
  return true
}
