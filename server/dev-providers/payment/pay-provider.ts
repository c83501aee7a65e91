import { join } from 'node:path'
import express, { type ErrorRequestHandler, type Express } from 'express'
import { cashierRoutes } from './cashier.ts'
import { controlRoutes } from './control.ts'
import { openJournal } from './journal.ts'
import type { PayKeys } from './keys.ts'
import { merchantApi } from './merchant-api.ts'
import { createNotices, type NotifyTarget } from './notices.ts'
import { createPayBook, type RefundMode } from './pay-book.ts'

export interface PayProviderOptions {
  readonly keys: PayKeys
  /** Folder of its books. */
  readonly folder: string
  /** Where the merchant takes notifications. */
  readonly target: NotifyTarget
  /** The merchant as payers see it. */
  readonly siteName: string
  readonly now?: () => number
  readonly onError?: (error: unknown) => void
}

/** A payment provider on this machine: what the real ones do, with money that doesn't exist. */
export function createPayProvider({
  keys,
  folder,
  target,
  siteName,
  now = Date.now,
  onError = console.error,
}: PayProviderOptions): { app: Express; close(): Promise<void> } {
  const { journal, entries } = openJournal(join(folder, 'journal.jsonl'))
  const refunds: { mode: RefundMode } = { mode: 'done' }
  const book = createPayBook({ journal, entries, now, onNotice: (notice) => notices.add(notice) })
  const notices = createNotices({
    target,
    privateKey: keys.provider.privateKey,
    now,
    list: () => book.notices(),
    save: (notice) => book.saveNotice(notice),
  })
  // What the last process left under way goes on.
  for (const { outRefundNo } of book.openRefunds()) void book.endRefund(outRefundNo, refunds.mode)
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.get('/healthz', (_request, response) => {
    response.type('text').send('ok')
  })
  app.use(cashierRoutes({ book, cashierKey: keys.cashierKey, siteName, now }))
  app.use(controlRoutes({ book, notices, token: keys.controlToken, refunds }))
  app.use(
    '/v1',
    merchantApi({
      book,
      merchantPublicKey: keys.merchant.publicKey,
      providerPrivateKey: keys.provider.privateKey,
      cashierKey: keys.cashierKey,
      now,
      refundMode: () => refunds.mode,
    }),
  )
  app.use(((error: unknown, _request, response, _next) => {
    const { status } = error as { status?: number }
    if (status === undefined || status >= 500) onError(error)
    if (response.headersSent) response.destroy()
    else response.status(status ?? 500).end()
  }) satisfies ErrorRequestHandler)
  return {
    app,
    async close() {
      notices.stop()
      await journal.close()
    },
  }
}
