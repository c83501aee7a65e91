import express, { type Request, type Response, type Router } from 'express'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { finishRefund } from '#server/backend/order/refund/refund-finish.ts'
import { settlePayment } from '#server/backend/order/payment/settle.ts'
import { PayError, type PayNotification, type PayProvider } from '#server/backend/ports/pay/pay-provider.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { payNotifyPath, payProviderNames } from '#shared/contract/pay-notify.ts'
import { findPaymentByNumber, markClosed, noteNotification } from './payment-store.ts'

const largestBody = '64kb'

/** Does what a verified notification says. Throws when it can't be done now: the provider comes again. */
async function take(
  ctx: BackendContext,
  provider: PayProvider,
  { notifyId, outTradeNo, event, raw }: PayNotification,
): Promise<void> {
  if (event.kind === 'paid') {
    const { tradeNo, amountFen, paidAt } = event
    await settlePayment(ctx, { provider: provider.name, notifyId, outTradeNo, tradeNo, amountFen, paidAt, raw })
    return
  }
  if (event.kind === 'refund') await finishRefund(ctx, event.outRefundNo, event.state, event.message)
  else {
    const payment = await findPaymentByNumber(ctx.db, provider.name, outTradeNo)
    if (payment) await markClosed(ctx, payment)
  }
  // After the deed, which may be done twice without harm: a notification that is written down has had its effect.
  await noteNotification(ctx.db, {
    provider: provider.name,
    notifyId,
    outTradeNo,
    raw: JSON.stringify(raw ?? null),
    receivedAt: new Date(ctx.clock.now()),
    outcome: event.kind,
  })
}

async function answer(ctx: BackendContext, provider: PayProvider, request: Request, response: Response): Promise<void> {
  const address = String(request.headers['x-forwarded-for'] ?? request.socket.remoteAddress ?? 'local')
  // Only forged ones count: however many a provider sends, they are heard.
  await ctx.limits.check('payForged', address)
  const send = (taken: boolean, status?: number): void => {
    const { status: usual, contentType, body } = provider.notificationAnswer(taken)
    response
      .status(status ?? usual)
      .set({ 'content-type': contentType, 'cache-control': 'no-store' })
      .send(body)
  }
  let notification: PayNotification
  try {
    notification = await provider.readNotification(
      request.headers,
      Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    )
  } catch (error) {
    if (!(error instanceof PayError)) throw error
    await ctx.limits.take('payForged', address)
    ctx.log.warn({ err: error, provider: provider.name, address }, 'a notification of a payment was refused')
    return send(false, 400)
  }
  try {
    await take(ctx, provider, notification)
  } catch (error) {
    ctx.log.error(
      { err: error, provider: provider.name, outTradeNo: notification.outTradeNo },
      'a notification of a payment could not be taken',
    )
    return send(false, 500)
  }
  send(true)
}

/** Where providers tell of payments: verified by their signatures alone, answered by their words. Outside the contract, and before bodies are parsed. */
export function notifyRoutes(ctx: BackendContext): Router {
  const router = express.Router()
  for (const name of payProviderNames) {
    router.post(
      payNotifyPath(name),
      express.raw({ type: () => true, limit: largestBody, inflate: false }),
      async (request, response) => {
        const provider = ctx.pay.byName(name)
        if (!provider) throw new ApiError(Code.NotFound, '接口不存在', 404)
        await answer(ctx, provider, request, response)
      },
    )
  }
  return router
}
