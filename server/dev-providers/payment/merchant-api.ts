import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import * as z from 'zod/mini'
import { dayMs } from '#shared/rules/day-ms.ts'
import { type BookPayment, type BookRefund, BookRefusal, type PayBook, type RefundMode } from './pay-book.ts'
import { cashierSeal, faultOfMessage, signatureWindowMs, signMessage } from './signature.ts'

const largestBody = '16kb'

const Number_ = z.string().check(z.regex(/^[\w-]{6,64}$/))
const Fen = z.int().check(z.positive())
const Opening = z.object({
  outTradeNo: Number_,
  amountFen: Fen,
  subject: z.string().check(z.minLength(1), z.maxLength(200)),
  expireAt: z.int(),
  returnUrl: z.string().check(z.regex(/^https?:\/\//), z.maxLength(500)),
})
const Refunding = z.object({
  outTradeNo: Number_,
  outRefundNo: Number_,
  amountFen: Fen,
  reason: z.string().check(z.maxLength(200)),
})

export interface MerchantApiOptions {
  readonly book: PayBook
  readonly merchantPublicKey: string
  readonly providerPrivateKey: string
  readonly cashierKey: string
  readonly now: () => number
  readonly refundMode: () => RefundMode
}

/** Nonces that came lately: a call that is sent a second time is refused. */
function createNonceList(now: () => number): (nonce: string) => boolean {
  const seen = new Map<string, number>()
  return (nonce) => {
    for (const [old, until] of seen) {
      if (until > now()) break
      seen.delete(old)
    }
    if (seen.has(nonce)) return false
    seen.set(nonce, now() + 2 * signatureWindowMs)
    return true
  }
}

function parse<T extends z.ZodMiniType>(schema: T, body: string): z.output<T> {
  try {
    return schema.parse(JSON.parse(body))
  } catch {
    throw new BookRefusal(400, 'PARAM_ERROR', '参数错误')
  }
}

function paymentAnswer({ outTradeNo, state, tradeNo, amountFen, paidAt }: BookPayment): object {
  return { outTradeNo, state, tradeNo, amountFen, paidAt }
}

function refundAnswer({ outRefundNo, state, message }: BookRefund): object {
  return { outRefundNo, state, message }
}

/** What the merchant may ask: every call is signed, of now and sent once; every answer is signed for its call. */
export function merchantApi({
  book,
  merchantPublicKey,
  providerPrivateKey,
  cashierKey,
  now,
  refundMode,
}: MerchantApiOptions): Router {
  const router = express.Router()
  const isNew = createNonceList(now)
  router.use(express.text({ type: () => true, limit: largestBody }))

  const bodyOf = (request: Request): string => (typeof request.body === 'string' ? request.body : '')
  const answer = (request: Request, response: Response, status: number, value: object): void => {
    const body = JSON.stringify(value)
    const nonce = String(request.headers['pay-nonce'] ?? '')
    response
      .status(status)
      .set({
        'content-type': 'application/json',
        'cache-control': 'no-store',
        ...signMessage(providerPrivateKey, now(), ['answer', nonce], body),
      })
      .send(body)
  }
  router.use((request, _response, next) => {
    const fault = faultOfMessage(merchantPublicKey, now(), {
      headers: request.headers,
      parts: [request.method, request.originalUrl],
      body: bodyOf(request),
    })
    if (fault) throw new BookRefusal(401, 'SIGN_ERROR', `签名错误：${fault}`)
    if (!isNew(String(request.headers['pay-nonce']))) throw new BookRefusal(401, 'REPLAYED', '请求已经处理过')
    next()
  })

  router.post('/payments', async (request, response) => {
    const payment = await book.open(parse(Opening, bodyOf(request)))
    const path = `/pay/cashier/${payment.outTradeNo}?sign=${cashierSeal(cashierKey, payment.outTradeNo)}`
    answer(request, response, 200, { ...paymentAnswer(payment), cashier: path })
  })
  router.get('/payments/:no', (request, response) => {
    const payment = book.findPayment(request.params.no)
    if (!payment) throw new BookRefusal(404, 'PAYMENT_NOT_EXIST', '付款单不存在')
    answer(request, response, 200, paymentAnswer(payment))
  })
  router.post('/payments/:no/close', async (request, response) => {
    answer(request, response, 200, paymentAnswer(await book.close(request.params.no, false)))
  })
  router.post('/refunds', async (request, response) => {
    const refund = await book.refund(parse(Refunding, bodyOf(request)))
    answer(request, response, 200, refundAnswer(refund))
    // The money goes back after the merchant has been answered, as it does everywhere.
    if (refund.state === 'processing') setImmediate(() => void book.endRefund(refund.outRefundNo, refundMode()))
  })
  router.get('/refunds/:no', (request, response) => {
    const refund = book.findRefund(request.params.no)
    if (!refund) throw new BookRefusal(404, 'REFUND_NOT_EXIST', '退款单不存在')
    answer(request, response, 200, refundAnswer(refund))
  })
  router.get('/bill', (request, response) => {
    const { day } = request.query
    const from =
      typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00+08:00`) : Number.NaN
    if (Number.isNaN(from)) throw new BookRefusal(400, 'PARAM_ERROR', '参数错误')
    answer(request, response, 200, { day, lines: book.linesBetween(from, from + dayMs) })
  })
  router.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (error instanceof BookRefusal)
      answer(request, response, error.status, { word: error.word, message: error.message })
    else next(error)
  })
  return router
}
