import express, { type Request, type Response, type Router } from 'express'
import { cashierPage, cashierStyle, missingPage } from './cashier-page.ts'
import type { BookPayment, PayBook } from './pay-book.ts'
import { cashierSeal, sameText } from './signature.ts'

export interface CashierOptions {
  readonly book: PayBook
  readonly cashierKey: string
  readonly siteName: string
  readonly now: () => number
}

/** Style sheets of the site that shows the page: it names them itself. */
function stylesOf(request: Request): string[] {
  const named = request.headers['x-site-styles']
  return (typeof named === 'string' ? named.split(' ') : []).filter((href) => /^\/assets\/[\w.-]+\.css$/.test(href))
}

/** Where payers confirm or give up. Who has the sealed address may pay: it is on the payer's screen and in the code. */
export function cashierRoutes({ book, cashierKey, siteName, now }: CashierOptions): Router {
  const router = express.Router()

  function find(request: Request<{ no: string }>): BookPayment | undefined {
    const { no } = request.params
    const { sign } = request.query
    return typeof sign === 'string' && sameText(sign, cashierSeal(cashierKey, no)) ? book.findPayment(no) : undefined
  }

  function show(response: Response, status: number, html: string): void {
    response
      .status(status)
      .set({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        // Not none: then a form's Origin would be null, by which the site knows its own pages.
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(html)
  }

  router.get('/pay/cashier.css', (_request, response) => {
    response.set({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }).send(cashierStyle)
  })
  router.get('/pay/cashier/:no', (request, response) => {
    const payment = find(request)
    if (!payment) return show(response, 404, missingPage(stylesOf(request)))
    show(response, 200, cashierPage({ payment, now: now(), siteName, styles: stylesOf(request) }))
  })
  router.post(
    '/pay/cashier/:no',
    express.urlencoded({ extended: false, limit: '4kb' }),
    async (request: Request<{ no: string }>, response) => {
      const payment = find(request)
      if (!payment) return show(response, 404, missingPage(stylesOf(request)))
      const { answer } = (request.body ?? {}) as { answer?: unknown }
      if (answer === 'pay') await book.pay(payment.outTradeNo)
      else if (answer === 'abandon') await book.close(payment.outTradeNo, true)
      // A reload or the back button shows how it stands, and sends nothing again.
      response.set('cache-control', 'no-store').redirect(303, request.originalUrl)
    },
  )
  return router
}
