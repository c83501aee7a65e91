import { listUnevaluated } from '#server/backend/classroom/tools/evaluation-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { dueFen } from '#server/backend/order/checkout/open-state.ts'
import type { OrderRow } from '#server/backend/order/checkout/own-order-store.ts'
import { refundObstacle } from '#server/backend/order/refund/refund-rule.ts'
import {
  type CommentState,
  DepositState,
  ItemState,
  OrderKind,
  OrderStatus,
  type PayChannel,
  type PayState,
  RefundState,
  type UseState,
} from '#shared/contract/enums.ts'
import type { EvaluableLesson } from '#shared/contract/my-course.ts'
import type { OrderItem, OrderSummary, PriceObject } from '#shared/contract/order-fields.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { toYuan } from '#shared/rules/money.ts'
import { refundAppealDays } from '#shared/rules/order-rules.ts'
import { type ItemRow, type OrderSide, listItems, listSides } from './order-view-store.ts'

function toItem(row: ItemRow): OrderItem {
  return {
    id: row.id,
    productId: row.productId,
    name: row.name,
    coverImg: row.coverImg ?? '',
    lectureType: row.lectureType,
    scheduleId: row.scheduleId,
    scheduleName: row.scheduleName,
    price: toYuan(row.priceFen),
    payAmount: toYuan(row.priceFen - row.ownedFen - row.couponFen - row.depositFen),
    owned: row.state === ItemState.ownedBefore,
    refunded: row.state === ItemState.refunded,
  }
}

/** A refund is asked for, or approved and under way. */
function isRefunding(state: RefundState | null): boolean {
  return state === RefundState.asked || state === RefundState.approved
}

function canRefund(order: OrderRow, items: readonly ItemRow[], side: OrderSide, now: number): boolean {
  if (isRefunding(side.refundState)) return false
  if (order.orderKind === OrderKind.deposit)
    return refundObstacle(order, now) === null && side.depositState === DepositState.held
  return items.some(
    ({ state, isCalledOff }) => state === ItemState.sold && refundObstacle(order, now, isCalledOff) === null,
  )
}

const isOpened = ({ status }: OrderRow): boolean => status === OrderStatus.allPaid || status === OrderStatus.partRefund

/** By order: the lesson of what it brought that its learner may evaluate. */
async function findEvaluations(
  db: Database,
  orders: readonly OrderRow[],
  itemsOf: ReadonlyMap<number, readonly ItemRow[]>,
  now: Date,
): Promise<Map<number, EvaluableLesson>> {
  const found = new Map<number, EvaluableLesson>()
  for (const [userId, own] of Map.groupBy(orders.filter(isOpened), (order) => order.userId)) {
    const soldBy = (order: OrderRow): number[] =>
      (itemsOf.get(order.id) ?? []).flatMap(({ state, productId }) => (state === ItemState.refunded ? [] : productId))
    const courseIds = own.flatMap(soldBy)
    if (courseIds.length === 0) continue
    const lessons = new Map(
      (await listUnevaluated(db, userId, { courseIds }, now)).map(({ courseId, ...lesson }) => [courseId, lesson]),
    )
    for (const order of own) {
      const lesson = soldBy(order).flatMap((courseId) => lessons.get(courseId) ?? [])[0]
      if (lesson) found.set(order.id, lesson)
    }
  }
  return found
}

/** The orders with their lines as the learner sees them at `now`, in their order: three queries, and one a learner, however many they are. */
export async function viewOrders(db: Database, orders: readonly OrderRow[], now: number): Promise<OrderSummary[]> {
  if (orders.length === 0) return []
  const ids = orders.map((order) => order.id)
  const [items, sides] = await Promise.all([
    listItems(db, ids),
    listSides(db, ids, new Date(now - refundAppealDays * dayMs)),
  ])
  const itemsOf = Map.groupBy(items, (item) => item.orderId)
  const evaluations = await findEvaluations(db, orders, itemsOf, new Date(now))
  return orders.map((order) => {
    const own = itemsOf.get(order.id) ?? []
    const side = sides.get(order.id)
    if (!side) throw new Error(`Order ${order.id} can't be shown.`)
    const { name, coverImg, lectureType } = side
    return {
      id: order.id,
      orderNo: order.sn,
      sn: order.sn,
      orderKind: order.orderKind,
      status: order.status as OrderStatus,
      payState: order.payState as PayState,
      payChannel: order.payChannel as PayChannel,
      useState: order.useState as UseState,
      commentState: order.commentState as CommentState,
      amount: toYuan(order.amountFen),
      payAmount: toYuan(order.payAmountFen),
      dueAmount: toYuan(dueFen(order)),
      paidAmount: toYuan(order.paidFen),
      refundedAmount: toYuan(order.refundedFen),
      createTime: order.createdAt.getTime(),
      expireTime: order.expireAt.getTime(),
      paidTime: order.paidAt?.getTime() ?? null,
      items: own.map(toItem),
      product: {
        id: order.productId,
        name,
        coverImg: coverImg ?? '',
        lectureType,
        url: detailUrl(lectureType, order.productId),
      },
      refundState: side.refundState,
      canRefund: canRefund(order, own, side, now),
      canAppeal: side.hasOpenRefusal && order.status !== OrderStatus.refund,
      hasEntrance: side.hasEntrance && isOpened(order),
      evaluation: evaluations.get(order.id) ?? null,
    }
  })
}

/** What of an order is paid, deducted and still to be paid. */
export function toPriceObject(
  order: OrderRow,
  chosen: { userCouponId: number | null; depositId: number | null },
): PriceObject {
  return {
    orderNo: order.sn,
    amount: toYuan(order.amountFen),
    ownedAmount: toYuan(order.ownedFen),
    couponAmount: toYuan(order.couponFen),
    depositAmount: toYuan(order.depositFen),
    paidAmount: toYuan(order.paidFen),
    payAmount: toYuan(dueFen(order)),
    ...chosen,
  }
}
