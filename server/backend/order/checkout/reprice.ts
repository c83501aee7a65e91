import type { Database } from '#server/backend/db/database.ts'
import { DepositState, ItemState, OrderStatus, UserCouponState } from '#shared/contract/enums.ts'
import type { Order } from './order-lock.ts'
import { type OrderPrice, type PricedLine, priceOrder } from './price.ts'
import { releaseDeposit } from './release-discounts.ts'

/** Fen that the coupon and the deposit locked for an order take off its price, and what was paid for the deposit. */
async function findDeductions(
  trx: Database,
  orderId: number,
): Promise<{ couponFen: number; depositFen: number; depositPaidFen: number }> {
  const coupon = await trx
    .selectFrom('userCoupons')
    .innerJoin('coupons', 'coupons.id', 'userCoupons.couponId')
    .select('coupons.amountFen')
    .where('userCoupons.orderId', '=', orderId)
    .where('userCoupons.state', '=', UserCouponState.locked)
    .executeTakeFirst()
  const deposit = await trx
    .selectFrom('deposits')
    .select(['deposits.deductFen', 'deposits.amountFen'])
    .where('deposits.usedOrderId', '=', orderId)
    .where('deposits.state', '=', DepositState.locked)
    .executeTakeFirst()
  return {
    couponFen: coupon?.amountFen ?? 0,
    depositFen: deposit?.deductFen ?? 0,
    depositPaidFen: deposit?.amountFen ?? 0,
  }
}

/**
 * The price of lines with what is locked for their order. A deposit that would take off less than was paid for it isn't used
 * up: it is held again, and goes back in full when the product is bought.
 */
async function priceWithDeductions(trx: Database, orderId: number, lines: readonly PricedLine[]): Promise<OrderPrice> {
  const { couponFen, depositFen, depositPaidFen } = await findDeductions(trx, orderId)
  const price = priceOrder({ lines, couponFen, depositFen })
  if (price.depositFen >= depositPaidFen) return price
  await releaseDeposit(trx, orderId)
  return priceOrder({ lines, couponFen, depositFen: 0 })
}

/** Writes what each line carries; answers the whole price. */
async function shareOverLines(trx: Database, orderId: number): Promise<OrderPrice> {
  const lines = await trx
    .selectFrom('orderItems')
    .select([
      'orderItems.id',
      'orderItems.priceFen',
      'orderItems.state',
      'orderItems.ownedFen',
      'orderItems.couponFen',
      'orderItems.depositFen',
    ])
    .where('orderItems.orderId', '=', orderId)
    .orderBy('orderItems.lineNo')
    .execute()
  const priced = lines.map((line) => ({ priceFen: line.priceFen, owned: line.state === ItemState.ownedBefore }))
  const price = await priceWithDeductions(trx, orderId, priced)
  for (const [index, line] of lines.entries()) {
    const share = price.lines[index]
    if (!share) continue
    const { ownedFen, couponFen, depositFen } = share
    if (ownedFen === line.ownedFen && couponFen === line.couponFen && depositFen === line.depositFen) continue
    await trx
      .updateTable('orderItems')
      .set({ ownedFen, couponFen, depositFen })
      .where('orderItems.id', '=', line.id)
      .execute()
  }
  return price
}

/**
 * Computes an open order's price from its lines and from what is locked for it now, and writes it when it differs; the order
 * is locked. An order that is paid in part and costs no more than that any more is paid from then on: the caller gives back
 * the rest and gives what was bought. Answers the order as it is then, the same object when nothing changed.
 */
export async function repriceOrder(trx: Database, order: Order, now: Date): Promise<Order> {
  const { amountFen: _amountFen, lines: _lines, ...fens } = await shareOverLines(trx, order.id)
  if (fens.ownedFen === order.ownedFen && fens.couponFen === order.couponFen && fens.depositFen === order.depositFen)
    return order
  const isCovered = order.status === OrderStatus.partlyPaid && fens.payAmountFen <= order.paidFen
  return trx
    .updateTable('orders')
    .set((eb) => ({
      ...fens,
      version: eb('orders.version', '+', 1),
      ...(isCovered ? { paidFen: fens.payAmountFen, status: OrderStatus.allPaid, paidAt: now } : {}),
    }))
    .where('orders.id', '=', order.id)
    .where('orders.status', '=', order.status)
    .returningAll('orders')
    .executeTakeFirstOrThrow()
}
