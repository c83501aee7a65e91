import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { lockOrder } from '#server/backend/order/checkout/order-lock-store.ts'
import { addLog } from '#server/backend/order/checkout/order-log-store.ts'
import type { RefundAtProvider } from '#server/backend/ports/pay/pay-provider.ts'
import { RefundStatus } from '#shared/contract/enums.ts'
import { finishRefund } from './refund-finish.ts'
import {
  type DueRefund,
  dueRefunds,
  claimRefund,
  notePushed,
  findRefundOrder,
  reopenRefund,
} from './refund-push-store.ts'

/** Sends due refunds to their providers and asks for those under way. */
export const pushRefundsJob: Job = {
  name: 'refunds.push',
  cron: '* * * * *',
  async run(ctx) {
    let done = 0
    for (const refund of await dueRefunds(ctx.db, ctx.clock.now())) {
      if (!(await claimRefund(ctx.db, refund, ctx.clock.now()))) continue
      await push(ctx, refund)
      done++
    }
    return done
  },
}

/** One refund; the provider is asked outside of any transaction, under the refund's own number, so that a second try is the same refund. */
async function push(ctx: BackendContext, refund: DueRefund): Promise<void> {
  let answer: RefundAtProvider
  try {
    answer = await askProvider(ctx, refund)
  } catch (error) {
    ctx.log.warn({ err: error, outRefundNo: refund.outRefundNo }, 'a refund could not be sent')
    await finishRefund(ctx, refund.outRefundNo, 'failed', (error as Error).message)
    return
  }
  if (answer.state === 'done' || answer.state === 'failed') {
    await finishRefund(ctx, refund.outRefundNo, answer.state, answer.message)
    return
  }
  // 'none': the provider doesn't know it, so it is sent (again)
  const status = answer.state === 'processing' ? RefundStatus.processing : RefundStatus.requested
  await notePushed(ctx.db, status, refund, ctx.clock.now())
}

async function askProvider(
  ctx: BackendContext,
  { provider: name, status, outRefundNo, amountFen, totalFen, reason, ...known }: DueRefund,
): Promise<RefundAtProvider> {
  // one of two payments under the same number is told from the other by the provider's own
  const isSecond = known.providerOutTradeNo !== null
  const outTradeNo = known.providerOutTradeNo ?? known.outTradeNo
  const tradeNo = isSecond ? (known.providerTradeNo ?? undefined) : undefined
  // money taken outside goes back outside: whoever approved it sees to that
  if (name === 'offline') return { state: 'done', message: null }
  const provider = ctx.pay.byName(name)
  if (!provider) throw new Error(`The provider ${name} is not configured.`)
  if (status === RefundStatus.processing) return provider.queryRefund({ outTradeNo, tradeNo, outRefundNo })
  return provider.refund({ outTradeNo, tradeNo, outRefundNo, amountFen, totalFen, reason: reason ?? '退款' })
}

/**
 * Sends a refund that has failed again, under its number; false when it hasn't failed. `onRepeated` runs in its
 * transaction.
 */
export async function repeatRefund(
  ctx: BackendContext,
  refundId: number,
  staffId: number,
  onRepeated?: (trx: DatabaseTransaction) => Promise<void>,
): Promise<boolean> {
  const now = new Date(ctx.clock.now())
  const repeated = await ctx.tx(async (trx) => {
    const found = await findRefundOrder(trx, refundId)
    const order = found && (await lockOrder(trx, found.orderId))
    const refund = await reopenRefund(trx, refundId, now)
    if (!order || !refund) return false
    await addLog(trx, {
      orderId: order.id,
      event: 'refund-repeated',
      from: order.status,
      to: order.status,
      actor: 'staff',
      actorId: staffId,
      amountFen: refund.amountFen,
      note: '退款已重新提交',
      at: now,
    })
    await onRepeated?.(trx)
    return true
  })
  if (repeated) await ctx.jobs.wake(pushRefundsJob.name)
  return repeated
}
