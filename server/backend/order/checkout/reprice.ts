import type { Database } from '#server/backend/db/database.ts'
import { ItemState, OrderStatus } from '#shared/contract/enums.ts'
import type { Order } from './order-lock-store.ts'
import { type OrderPrice, type PricedLine, priceOrder } from './price.ts'
import { releaseDeposit } from './release-discounts-store.ts'
import { findDeductions, listPricedLines, shareDeductions, setPrice } from './reprice-store.ts'

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
  const lines = await listPricedLines(trx, orderId)
  const priced = lines.map((line) => ({ priceFen: line.priceFen, owned: line.state === ItemState.ownedBefore }))
  const price = await priceWithDeductions(trx, orderId, priced)
  for (const [index, line] of lines.entries()) {
    const share = price.lines[index]
    if (!share) continue
    const { ownedFen, couponFen, depositFen } = share
    if (ownedFen === line.ownedFen && couponFen === line.couponFen && depositFen === line.depositFen) continue
    await shareDeductions(trx, { ownedFen, couponFen, depositFen, lineId: line.id })
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
  return setPrice(trx, { fens, isCovered, orderId: order.id, status: order.status, now })
}
