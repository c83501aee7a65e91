import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { PaymentRow } from '#server/backend/db/tables/order-tables.ts'
import { dueFen } from '#server/backend/order/checkout/open-state.ts'
import type { Order } from '#server/backend/order/checkout/order-lock-store.ts'
import {
  type OpenedPayment,
  PayError,
  type PaymentRequest,
  type PayProvider,
} from '#server/backend/ports/pay/pay-provider.ts'
import { OrderStatus, type PayType } from '#shared/contract/enums.ts'
import { askFirstMs } from './ask-times.ts'
import { closePayment } from './close-pending.ts'
import { describeOrder, findPending, insertPending, saveOpened } from './payment-store.ts'

const mostTries = 4

/** Thrown when the order changed while its payment was opened: read it again. */
export class OrderMoved extends Error {}

/** A number of ours that providers take: letters and digits, at most 32. */
function newTradeNo(now: number): string {
  return `P${shanghaiDay(now).replaceAll('-', '')}${randomBytes(11).toString('hex')}`
}

/** Until when a payment can be paid: as long as the order waits; what is left of one that is partly paid has the usual time. */
export function expiryOf(ctx: CallContext, order: Order): Date {
  return order.status === OrderStatus.waitPayment
    ? order.expireAt
    : new Date(ctx.clock.now() + ctx.config.orders.unpaidMinutes * 60_000)
}

function isUsable(payment: PaymentRow, provider: PayProvider, amountFen: number, now: number): boolean {
  return payment.amountFen === amountFen && payment.expireAt.getTime() > now && payment.provider === provider.name
}

async function openAtProvider(
  ctx: CallContext,
  provider: PayProvider,
  order: Order,
  payment: Pick<PaymentRow, 'outTradeNo' | 'amountFen' | 'expireAt'>,
): Promise<OpenedPayment> {
  const request: PaymentRequest = {
    outTradeNo: payment.outTradeNo,
    amountFen: payment.amountFen,
    expireAt: payment.expireAt,
    subject: `${ctx.config.brand.name}-${await describeOrder(ctx.db, order.id)}`.slice(0, 100),
    clientAddress: isIP(ctx.address) ? ctx.address : '127.0.0.1',
    returnUrl: `${ctx.config.origin}/order/result/${order.sn}`,
  }
  const opened = await provider.open(request)
  if (opened.payUrl === null && opened.qrCode === null)
    throw new PayError(`The payment provider ${provider.name} gave neither an address nor a code.`)
  return opened
}

/**
 * The open payment of an order by one way: the one that waits, when it is of the amount that is due, or a new one after the old
 * one is closed at the provider. Calls at the same time answer the same payment. Throws `OrderMoved` when the order was paid
 * or changed meanwhile, `PayError` when the provider can't be asked.
 */
export async function openPayment(
  ctx: CallContext,
  order: Order,
  payType: PayType,
  provider: PayProvider,
): Promise<PaymentRow> {
  const amountFen = dueFen(order)
  for (let tries = 0; tries < mostTries; tries += 1) {
    const now = ctx.clock.now()
    const pending = await findPending(ctx.db, order.id, payType)
    if (pending && isUsable(pending, provider, amountFen, now)) {
      if (pending.payUrl !== null || pending.qrCode !== null) return pending
      // Written down, but its answer isn't: another call waits for it, or a crash came between. Opening it again is the same payment.
      await saveOpened(ctx.db, pending.id, await openAtProvider(ctx, provider, order, pending))
      continue
    }
    if (pending) {
      if ((await closePayment(ctx, pending)) === 'paid') throw new OrderMoved()
      continue
    }
    await ctx.limits.take('paymentOpened', String(order.userId))
    const fresh = {
      orderId: order.id,
      payType,
      provider: provider.name,
      outTradeNo: newTradeNo(now),
      amountFen,
      expireAt: expiryOf(ctx, order),
      askAt: new Date(now + askFirstMs),
      now: new Date(now),
    }
    if ((await ctx.tx((trx) => insertPending(trx, fresh))) === 'changed') throw new OrderMoved()
  }
  throw new PayError(`Payments of order ${order.id} change faster than they can be opened.`)
}
