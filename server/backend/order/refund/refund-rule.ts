import { OrderStatus, RefundState } from '#shared/contract/enums.ts'
import type { Order } from '#server/backend/order/checkout/order-lock-store.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { refundAppealDays } from '#shared/rules/order-rules.ts'

/** When a learner may ask for money back; the staff may open a refund at any time. */
export const refundRule = {
  /** Days from the payment. */
  days: 7,
  text: '支付后 7 天内可在线申请退款，款项按每门课程的实付金额原路退回；优惠券和定金抵扣的部分不计入退款金额。整单退款后，仍在有效期内的优惠券退回您的账户，所用定金一并退回。超过 7 天请联系客服；学校停开的班级不受 7 天限制。',
} as const

/**
 * Why a learner can't ask for a refund of an order at all, in words; null when they can. What the school itself has called off is given back
 * whenever that was.
 */
export function refundObstacle(
  order: Pick<Order, 'status' | 'paidAt'>,
  now: number,
  isCalledOff = false,
): string | null {
  if (order.status === OrderStatus.refund) return '订单已全部退款'
  if (order.status === OrderStatus.partlyPaid) return '订单尚未付清，请联系客服办理退款'
  if (order.status !== OrderStatus.allPaid && order.status !== OrderStatus.partRefund) return '订单未支付，无需退款'
  if (isCalledOff) return null
  if (order.paidAt === null || now > order.paidAt.getTime() + refundRule.days * dayMs)
    return `已超过支付后 ${refundRule.days} 天的退款期限，请联系客服`
  return null
}

interface Refusal {
  readonly state: number
  readonly decidedAt: Date | null
  /** All that it asked for was paid back since, by another request. */
  readonly isPaidBack: boolean
}

/** Until when a request can be appealed that was refused; null for others, and when nothing of it is left to be paid back. */
export function appealUntil({ state, decidedAt, isPaidBack }: Refusal): number | null {
  const isOpen = state === RefundState.refused && decidedAt !== null && !isPaidBack
  return isOpen ? decidedAt.getTime() + refundAppealDays * dayMs : null
}
