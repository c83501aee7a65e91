import { expect } from 'vitest'
import { settlePayment } from '#server/backend/order/payment/settle.ts'
import { pick, refusal } from './machine-step.ts'
import { movedLines } from './order-views.ts'
import type { OrderFacts, OrderWorld } from './order-world.ts'

/** Asks for the ways to pay an order, as its learner does at the cashier; answers the words of a refusal. */
export async function openPayments(
  world: OrderWorld,
  orders: readonly OrderFacts[],
  index: number,
): Promise<string | undefined> {
  const { order, learner } = pick(world, orders, index)
  await refusal(learner.api.call('POST /api/order/check/check-agreement', { orderNo: order.sn }))
  return refusal(learner.api.call('GET /api/pay/get-payment-list', { orderNo: order.sn }))
}

/** The same, when nobody else does anything meanwhile: no way to pay asks for money for what the learner has. */
export async function openChecked(world: OrderWorld, orders: readonly OrderFacts[], index: number): Promise<void> {
  if ((await openPayments(world, orders, index)) === undefined)
    expect(await movedLines(world, pick(world, orders, index).order.id)).toEqual([])
}

/** One of an order's payments at the provider, the oldest first; undefined without any. */
export async function paymentOf({ backend }: OrderWorld, orderId: number, which: number) {
  const payments = await backend.database.db
    .selectFrom('payments')
    .selectAll('payments')
    .where('payments.orderId', '=', orderId)
    .where('payments.provider', '=', 'embedded')
    .orderBy('payments.id')
    .execute()
  return payments[which % Math.max(payments.length, 1)]
}

/** What a provider tells of a payment. */
export interface PaidNotice {
  readonly id: number
  readonly outTradeNo: string
  readonly amountFen: number
  readonly notifyId: string
  readonly tradeNo: string
}

/** The provider tells of money; it has it from then on. */
export async function tellPaid(world: OrderWorld, { outTradeNo, amountFen, notifyId, tradeNo }: PaidNotice) {
  const { backend, notifyIds } = world
  const paidAt = new Date(backend.clock.now())
  notifyIds.add(notifyId)
  return settlePayment(backend.context, {
    provider: 'embedded',
    notifyId,
    outTradeNo,
    tradeNo,
    amountFen,
    paidAt,
    raw: {},
  })
}
