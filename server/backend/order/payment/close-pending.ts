import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { settlePayment } from '#server/backend/order/payment/settle.ts'
import type { SettleOutcome } from '#server/backend/order/payment/settle-store.ts'
import { PayError, type PaymentAtProvider, type PayProvider } from '#server/backend/ports/pay/pay-provider.ts'
import type { PaymentRow } from '#server/backend/db/tables/order-tables.ts'
import { listPending, markClosed } from './payment-store.ts'

/** Who took a payment; throws `PayError` when the configuration doesn't name them any more. */
export function providerOf(ctx: BackendContext, payment: Pick<PaymentRow, 'provider'>): PayProvider {
  const provider = ctx.pay.byName(payment.provider)
  if (!provider) throw new PayError(`The payment provider ${payment.provider} isn't configured.`)
  return provider
}

/** Settles what a provider has told us when we asked it. */
export async function settleAnswer(
  ctx: BackendContext,
  { provider, outTradeNo }: Pick<PaymentRow, 'provider' | 'outTradeNo'>,
  found: PaymentAtProvider,
): Promise<SettleOutcome> {
  const { tradeNo, amountFen, paidAt } = found
  if (found.state !== 'paid' || tradeNo === null || amountFen === null)
    throw new PayError(
      `The payment provider ${provider} answered that a payment is paid, without its number or amount.`,
    )
  return settlePayment(ctx, {
    provider,
    notifyId: `asked:${outTradeNo}`,
    outTradeNo,
    tradeNo,
    amountFen,
    paidAt: paidAt ?? new Date(ctx.clock.now()),
    raw: { asked: true, tradeNo, amountFen },
  })
}

/** Closes one payment at its provider, outside of any transaction; 'paid' when money was faster, and it is settled then. */
export async function closePayment(ctx: BackendContext, payment: PaymentRow): Promise<'closed' | 'paid'> {
  const provider = providerOf(ctx, payment)
  if ((await provider.close(payment.outTradeNo)) === 'closed') {
    await markClosed(ctx, payment)
    return 'closed'
  }
  const outcome = await settleAnswer(ctx, payment, await provider.query(payment.outTradeNo))
  // Money that somebody has to look at counts for nothing yet.
  return outcome === 'review' || outcome === 'unknown' ? 'closed' : 'paid'
}

/**
 * Closes what is open at the payment providers for an order, at all of them at once and outside of any transaction: 'paid' when
 * money was faster, and the order is settled then. Throws `PayError` when a provider can't say.
 */
export async function closePending(ctx: BackendContext, orderId: number): Promise<'closed' | 'paid'> {
  // one that can't be asked keeps no other open
  const closings = (await listPending(ctx.db, orderId)).map((payment) => closePayment(ctx, payment))
  const ended = await Promise.allSettled(closings)
  const reasons = ended.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof PayError)) ?? reasons[0]
  return ended.some((one) => one.status === 'fulfilled' && one.value === 'paid') ? 'paid' : 'closed'
}

/**
 * Closes what is open at the payment providers for an order whose price has changed. A provider that can't be asked changes
 * nothing: money that still comes at the old price settles, and the difference goes back.
 */
export async function closeStalePayments(ctx: BackendContext, orderId: number): Promise<void> {
  try {
    await closePending(ctx, orderId)
  } catch (error) {
    if (!(error instanceof PayError)) throw error
    ctx.log.warn({ err: error, orderId }, 'a payment of an old price could not be closed')
  }
}
