import type { Selectable } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { OrderItemsTable } from '#server/backend/db/tables/order-tables.ts'
import { findItems } from '#server/backend/order/checkout/fulfil-store.ts'
import type { Order } from '#server/backend/order/checkout/order-lock-store.ts'
import { shareOut } from '#server/backend/order/checkout/price.ts'
import { DepositState, ItemState, OrderKind, OrderStatus } from '#shared/contract/enums.ts'
import { listCalledOffCourses } from './called-off-store.ts'
import { refundObstacle } from './refund-rule.ts'
import { openRequest, getDepositTerms } from './refund-lines-store.ts'

/** A line of an order with what would be given back for it. */
export interface PossibleRefund {
  readonly item: Selectable<OrderItemsTable>
  /** Fen: price − coupon share − deposit share; of an order paid in part, the line's share of that. */
  readonly amountFen: number
  /** Why it can't be given back, in words; null when it can. */
  readonly why: string | null
}

const lineWhys: Readonly<Record<number, string>> = {
  [ItemState.refunded]: '已退款',
  [ItemState.ownedBefore]: '此前已拥有，本次未计费',
}

/** Every line of an order, with the reason where it can't be refunded. The staff is not held to the rule's days. */
export async function possibleRefunds(
  db: Database,
  order: Order,
  now: number,
  asker: 'learner' | 'staff',
): Promise<PossibleRefund[]> {
  const items = await findItems(db, order.id)
  const obstacle = (await openRequest(db, order.id))
    ? '已有退款申请在处理中'
    : ((await depositObstacle(db, order, asker)) ?? (asker === 'learner' ? null : staffObstacle(order)))
  const off = await listCalledOffCourses(db, order.id)
  const whyNot = ({ productId }: Pick<OrderItemsTable, 'productId'>): string | null =>
    obstacle ?? (asker === 'learner' ? refundObstacle(order, now, off.has(productId)) : null)
  const cash = items.map((item) =>
    item.state === ItemState.ownedBefore ? 0 : item.priceFen - item.couponFen - item.depositFen,
  )
  const amounts = order.status === OrderStatus.partlyPaid ? shareOut(order.paidFen, cash) : cash
  return items.map((item, index) => ({
    item,
    amountFen: amounts[index] ?? 0,
    why: lineWhys[item.state] ?? whyNot(item),
  }))
}

function staffObstacle({ status }: Order): string | null {
  return status === OrderStatus.allPaid || status === OrderStatus.partlyPaid || status === OrderStatus.partRefund
    ? null
    : '订单当前状态不能退款'
}

/** A deposit goes back only as long as no order has it. */
async function depositObstacle(db: Database, order: Order, asker: 'learner' | 'staff'): Promise<string | null> {
  if (order.orderKind !== OrderKind.deposit) return null
  const deposit = await getDepositTerms(db, order.id)
  if (deposit.state === DepositState.used || deposit.state === DepositState.locked) return '定金已用于订单抵扣'
  if (deposit.state === DepositState.closed) return '定金已过期'
  if (asker === 'learner' && !deposit.refundable) return '该定金不支持退款'
  return null
}
