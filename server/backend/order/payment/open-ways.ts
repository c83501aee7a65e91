import { within } from '#server/backend/base/within.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { PaymentFlight } from '#server/backend/context/open-payment.ts'
import { dueFen } from '#server/backend/order/checkout/open-state.ts'
import type { Order } from '#server/backend/order/checkout/order-lock-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { type PayType, payTypes } from '#shared/contract/enums.ts'
import type { Payment } from '#shared/contract/pay.ts'
import { toYuan } from '#shared/rules/money.ts'
import { expiryOf, openPayment } from './open-payments.ts'
import { listPayTypes } from './payment-store.ts'

interface Way {
  readonly payType: PayType
  readonly name: string
  readonly icon: string | null
  readonly flightName: string
  readonly flight: PaymentFlight
}

function isPayType(value: string): value is PayType {
  return payTypes.some((type) => type === value)
}

/** Begins a payment for each way that is switched on and configured, all at the same time. */
async function startWays(ctx: CallContext, order: Order, again: PayType | undefined): Promise<Way[]> {
  return (await listPayTypes(ctx.db)).flatMap(({ payType, name, icon }): Way[] => {
    const provider = isPayType(payType) ? ctx.pay.forType(payType) : undefined
    if (!provider || !isPayType(payType)) return []
    const flightName = `${order.id} ${dueFen(order)} ${payType}`
    const open = () => openPayment(ctx, order, payType, provider)
    const flight = ctx.payFlights.start(flightName, open, { again: again === payType })
    // what comes after the answer is finished before the process ends
    ctx.background.later('open a payment', () => flight.done)
    return [{ payType, name, icon, flightName, flight }]
  })
}

/** Until all have answered, or the patience for those that haven't is over. */
async function waitFor(ways: readonly Way[], patienceMs: number): Promise<void> {
  await within(Promise.all(ways.map(({ flight }) => flight.done)), patienceMs)
}

function answerOf(ctx: CallContext, order: Order, { payType, name, icon, flight }: Way): Payment {
  const known = flight.now()
  if (known.state === 'ready') {
    const { amountFen, payUrl, qrCode, expireAt } = known.payment
    return {
      payType,
      name,
      icon,
      state: 'ready',
      amount: toYuan(amountFen),
      payUrl,
      qrCode,
      expireTime: expireAt.getTime(),
    }
  }
  const state = known.state === 'opening' ? 'opening' : 'unavailable'
  return {
    payType,
    name,
    icon,
    state,
    amount: toYuan(dueFen(order)),
    payUrl: null,
    qrCode: null,
    expireTime: expiryOf(ctx, order).getTime(),
  }
}

/**
 * The ways to pay an order, each as it stands after a moment: a provider that hangs keeps nobody from paying by another one. Throws
 * 4004 when no way can be had at all, `OrderMoved` when the order changed meanwhile. `again`: a way that could not be opened is
 * tried once more.
 */
export async function openWays(ctx: CallContext, order: Order, again: PayType | undefined): Promise<Payment[]> {
  const ways = await startWays(ctx, order, again)
  await waitFor(ways, ctx.config.pay.waitMs)
  for (const { flight } of ways) {
    const known = flight.now()
    if (known.state === 'thrown') throw known.error
  }
  if (ways.some(({ flight }) => flight.now().state !== 'unavailable'))
    return ways.map((way) => answerOf(ctx, order, way))
  // whoever presses again wants them tried again
  for (const { flightName } of ways) ctx.payFlights.forget(flightName)
  throw new ApiError(Code.Toast, ways.length > 0 ? '支付暂时不可用，请稍后再试' : '暂未开通在线支付，请联系客服')
}
