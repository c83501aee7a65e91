import { OrderStatus, RefundState } from '#shared/contract/enums.ts'

/** Labels of the order status (spec §4); part refunded has none there, this one is ours. */
export const orderStatusTexts: Readonly<Record<OrderStatus, string>> = {
  [OrderStatus.waitPayment]: '待支付',
  [OrderStatus.allPaid]: '已支付',
  [OrderStatus.partlyPaid]: '部分支付',
  [OrderStatus.refund]: '已退款',
  [OrderStatus.partRefund]: '部分退款',
  [OrderStatus.cancel]: '已取消',
}

/** Tabs of the order list: all, 0, 1, 2, 3, 5 (spec §4). */
export const orderTabs: readonly { status: OrderStatus | ''; text: string }[] = [
  { status: '', text: '全部' },
  ...[OrderStatus.waitPayment, OrderStatus.allPaid, OrderStatus.partlyPaid, OrderStatus.refund, OrderStatus.cancel].map(
    (status) => ({ status, text: orderStatusTexts[status] }),
  ),
]

export const refundStateTexts: Readonly<Record<RefundState, string>> = {
  [RefundState.asked]: '待审核',
  [RefundState.approved]: '退款处理中',
  [RefundState.refused]: '未通过',
  [RefundState.withdrawn]: '已撤回',
  [RefundState.done]: '已退款',
}

/** Toasts of a sign-up (spec §8). */
export const signUpTexts = { done: '报名成功', failed: '报名失败', classChosen: '班期选好了' } as const

/** The title when an order isn't the caller's (spec §6). */
export const noOrderText = '当前用户与订单不匹配'

/** A refused refund can be appealed for so many days after it was refused, once. */
export const refundAppealDays = 15

/** Characters of a reason for a refund. */
export const refundReasonLimit = 200
