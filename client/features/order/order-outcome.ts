import type { OrderDetail } from '#client/features/order/use-order.ts'
import { OrderStatus } from '#shared/contract/enums.ts'

const closing: ReadonlySet<string> = new Set(['cancelled', 'expired'])
const comingBack: ReadonlySet<string> = new Set(['late-payment', 'late-refund-done', 'price-difference'])

type Known = Pick<OrderDetail, 'orderInfo' | 'timeline'>

/** The last thing that was said of some kind on an order's timeline, a whole sentence; undefined when nothing was. */
function lastSaid({ timeline }: Known, events: ReadonlySet<string>): string | undefined {
  const note = timeline.findLast((step) => events.has(step.event))?.note
  return note ? `${note}。` : undefined
}

/** What became of an order that can't be paid any more, in the words of its own timeline. */
export function whyClosed(order: Known): string {
  const { status } = order.orderInfo
  if (status === OrderStatus.refund) return '已付的款项原路退回。'
  if (status !== OrderStatus.cancel) return '不用再支付。'
  return `${lastSaid(order, closing) ?? ''}占用的名额、优惠券和定金都退回了。`
}

/** Money that came for an order and goes back, or has, and why; undefined without any. */
export function whyMoneyBack({ timeline }: Known): string | undefined {
  const notes = timeline.flatMap(({ event, note }) => (comingBack.has(event) && note ? `${note}。` : []))
  return notes.length > 0 ? notes.join('') : undefined
}
