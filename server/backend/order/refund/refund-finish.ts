import { nextTry } from './refund-tries.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { notify } from '#server/backend/message/notify.ts'
import { lockOrder, type Order } from '#server/backend/order/checkout/order-lock-store.ts'
import { addLog } from '#server/backend/order/checkout/order-log-store.ts'
import { Account, credit, debit, ledgerRef, postLedger } from '#server/backend/order/ledger/ledger.ts'
import { alertMoney } from '#server/backend/order/ledger/money-alert-store.ts'
import { moneyText } from '#shared/rules/money.ts'
import { completeRequest } from './refund-complete.ts'
import {
  findRefund,
  closeRefund,
  getRefundedPayment,
  addRefunded,
  hasOpenRefund,
  findApproved,
  lockOpenRefund,
  noteFailure,
} from './refund-finish-store.ts'

/** After so many tries that failed the staff has to look. */
const triesLimit = 8

/**
 * Takes a provider's word on a refund: done (once, however often it is told), or failed. False when that was known already
 * or no refund of ours has the number. The only way in for notifications and for answers to our own questions.
 */
export async function finishRefund(
  ctx: BackendContext,
  outRefundNo: string,
  state: 'done' | 'failed',
  message: string | null = null,
): Promise<boolean> {
  const now = new Date(ctx.clock.now())
  return ctx.tx(async (trx) => {
    const found = await findRefund(trx, outRefundNo)
    const order = found && (await lockOrder(trx, found.orderId, 'change'))
    if (!found || !order) return false
    return state === 'done'
      ? markDone(trx, order, found.id, now)
      : markFailed(trx, order, { refundId: found.id, message, now })
  })
}

async function markDone(trx: DatabaseTransaction, order: Order, refundId: number, now: Date): Promise<boolean> {
  const refund = await closeRefund(trx, refundId, now)
  if (!refund) return false
  const payment = await getRefundedPayment(trx, refund.paymentId)
  const { amountFen } = refund
  await postLedger(trx, {
    kind: 'refund-done',
    ref: ledgerRef('refundDone', refundId),
    orderId: order.id,
    at: now,
    entries: [debit(Account.refundDue, amountFen), credit(Account.cash(payment.provider), amountFen)],
  })
  if (payment.isLate || refund.requestId === null) {
    await tellLateRefund(trx, order, { refundId, amountFen, now })
    return true
  }
  await addRefunded(trx, amountFen, order.id)
  const waiting = await hasOpenRefund(trx, refund.requestId)
  if (waiting) return true
  const request = await findApproved(trx, refund.requestId)
  if (request) await completeRequest(trx, order, request, now)
  return true
}

async function tellLateRefund(
  trx: DatabaseTransaction,
  order: Order,
  { refundId, amountFen, now }: { refundId: number; amountFen: number; now: Date },
): Promise<void> {
  await addLog(trx, {
    orderId: order.id,
    event: 'late-refund-done',
    from: order.status,
    to: order.status,
    actor: 'system',
    amountFen,
    note: `${moneyText(amountFen)} 已原路退回`,
    at: now,
  })
  await notify(trx, now, {
    userId: order.userId,
    topic: 'refund',
    ref: `refund:${refundId}:done`,
    title: '款项已退回',
    text: `订单 ${order.sn} 的 ${moneyText(amountFen)} 已原路退回。`,
    button: { name: '查看订单', url: '/user/order' },
  })
}

/** A try that failed: the next one comes later, until the staff has to look. */
async function markFailed(
  trx: DatabaseTransaction,
  order: Order,
  { refundId, message, now }: { refundId: number; message: string | null; now: Date },
): Promise<boolean> {
  const refund = await lockOpenRefund(trx, refundId)
  if (!refund) return false
  const tries = refund.tries + 1
  const isOver = tries >= triesLimit
  const lastError = (message ?? 'the provider refused').slice(0, 500)
  await noteFailure(trx, {
    tries,
    lastError,
    isOver,
    refundId,
    tryAt: nextTry(now.getTime(), tries),
  })
  if (!isOver) return true
  await alertMoney(trx, now, {
    kind: 'refund-failed',
    ref: `refund:${refundId}`,
    detail: { outRefundNo: refund.outRefundNo, amountFen: refund.amountFen, message: lastError },
    differenceFen: refund.amountFen,
  })
  await addLog(trx, {
    orderId: order.id,
    event: 'refund-delayed',
    from: order.status,
    to: order.status,
    actor: 'system',
    amountFen: refund.amountFen,
    note: '退款暂未成功，客服正在处理',
    at: now,
  })
  return true
}
