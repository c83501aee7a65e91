import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { findEnrolled, findEnrolment } from '#server/backend/order/enrolment/enrol-store.ts'
import { Account, credit, debit, postLedger } from '#server/backend/order/ledger/ledger.ts'
import { tellExcess } from '#server/backend/order/payment/returned-money.ts'
import { refundPayments } from '#server/backend/order/refund/refund-store.ts'
import { ItemState, OrderKind, OrderStatus } from '#shared/contract/enums.ts'
import { moneyText } from '#shared/rules/money.ts'
import { fulfilOrder } from './fulfil.ts'
import { findItems } from './fulfil-store.ts'
import { isOpen } from './open-state.ts'
import type { Order } from './order-lock-store.ts'
import { addLog } from './order-log-store.ts'
import { releaseCoupon } from './release-discounts-store.ts'
import { repriceOrder } from './reprice.ts'
import { isGoingBack, setItemState, missesThreshold } from './recount-store.ts'

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
    const itemIds = lines.map((item) => item.id)
    await setItemState(trx, state, itemIds)
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
  const isBelow = await missesThreshold(trx, order.id)
  if (!isBelow) return false
  await releaseCoupon(trx, order.id, now)
  return true
}
