import { findOrderStatus } from '#server/backend/order/checkout/order-status-store.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import type { PaymentRow } from '#server/backend/db/tables/order-tables.ts'
import { isOpen } from '#server/backend/order/checkout/open-state.ts'
import { PayError } from '#server/backend/ports/pay/pay-provider.ts'
import { closePayment, providerOf, settleAnswer } from './close-pending.ts'
import { markClosed } from './payment-store.ts'
import { listDuePayments, claimPayment } from './due-payment-store.ts'

const mostPerRun = 1000

/** Takes payments whose time to be asked about has come; a payment taken here is nobody else's until its next time. */
async function claimDue(ctx: BackendContext, now: Date): Promise<PaymentRow[]> {
  const due = await listDuePayments(ctx.db, now)
  const claimed: PaymentRow[] = []
  for (const { id, askAt, askCount } of due) {
    const row = await claimPayment(ctx.db, { askCount, id, askAt, now })
    if (row) claimed.push(row)
  }
  return claimed
}

/** Whether nobody should pay it any more: its time is over, or the order takes no money. */
async function isOver(ctx: BackendContext, payment: PaymentRow, now: number): Promise<boolean> {
  if (payment.expireAt.getTime() <= now) return true
  const order = await findOrderStatus(ctx.db, payment.orderId)
  return order === undefined || !isOpen(order)
}

/** Asks about one payment: a lost notification is made good, one that is over is closed. */
async function askOne(ctx: BackendContext, payment: PaymentRow): Promise<void> {
  const found = await providerOf(ctx, payment).query(payment.outTradeNo)
  if (found.state === 'paid') await settleAnswer(ctx, payment, found)
  else if (found.state === 'closed') await markClosed(ctx, payment)
  else if (await isOver(ctx, payment, ctx.clock.now())) await closePayment(ctx, payment)
}

/** Asks providers about open payments: whatever became of a notification, a paid order is known within a minute. */
export const askPaymentsJob: Job = {
  name: 'payments.ask',
  cron: '* * * * *',
  async run(ctx) {
    let asked = 0
    while (asked < mostPerRun) {
      const claimed = await claimDue(ctx, new Date(ctx.clock.now()))
      if (claimed.length === 0) break
      for (const payment of claimed) {
        try {
          await askOne(ctx, payment)
        } catch (error) {
          if (!(error instanceof PayError)) throw error
          ctx.log.warn({ err: error, outTradeNo: payment.outTradeNo }, 'a payment could not be asked about')
        }
      }
      asked += claimed.length
    }
    return asked
  },
}
