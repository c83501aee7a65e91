import express, { type Router } from 'express'
import * as z from 'zod/mini'
import type { Notices } from './notices.ts'
import type { PayBook, RefundMode } from './pay-book.ts'
import { sameText } from './signature.ts'

const Command = z.object({
  mode: z.optional(z.enum(['normal', 'repeat', 'delay', 'reorder', 'lose'])),
  times: z.optional(z.int().check(z.gte(1), z.lte(100))),
  delaySeconds: z.optional(z.int().check(z.gte(0), z.lte(86_400))),
  refunds: z.optional(z.enum(['done', 'fail', 'wait'])),
  /** Sends now what nobody has read. */
  deliver: z.optional(z.enum(['in-order', 'reversed'])),
  outTradeNo: z.optional(z.string()),
  /** Ends the refunds that wait, as `refunds` says. */
  endRefunds: z.optional(z.boolean()),
})

export interface ControlOptions {
  readonly book: PayBook
  readonly notices: Notices
  readonly token: string
  readonly refunds: { mode: RefundMode }
}

/** For tests and developers on this machine: how notifications and refunds behave. */
export function controlRoutes({ book, notices, token, refunds }: ControlOptions): Router {
  const router = express.Router()
  router.use('/control', (request, response, next) => {
    const isLocal =
      /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '') &&
      request.headers['x-forwarded-for'] === undefined
    if (isLocal && sameText(request.headers.authorization ?? '', `Bearer ${token}`)) return next()
    response.status(404).end()
  })
  const state = () => ({
    mode: notices.mode,
    times: notices.times,
    delaySeconds: notices.delayMs / 1000,
    refunds: refunds.mode,
    refundsOpen: book.openRefunds().length,
    notices: book.notices().map(({ notifyId, outTradeNo, tries, isRead }) => ({ notifyId, outTradeNo, tries, isRead })),
  })
  router.get('/control', (_request, response) => {
    response.set('cache-control', 'no-store').json(state())
  })
  router.post('/control', express.json({ limit: '4kb' }), async (request, response) => {
    const command = Command.safeParse(request.body ?? {})
    if (!command.success)
      return response
        .status(400)
        .json({ message: `${command.error.issues[0]?.path.join('.') || 'The body'} is wrong.` })
    const { mode, times, delaySeconds, refunds: refundMode, deliver, outTradeNo, endRefunds } = command.data
    if (mode) notices.mode = mode
    if (times) notices.times = times
    if (delaySeconds !== undefined) notices.delayMs = delaySeconds * 1000
    if (refundMode) refunds.mode = refundMode
    if (endRefunds) for (const { outRefundNo } of book.openRefunds()) await book.endRefund(outRefundNo, refunds.mode)
    const read = deliver
      ? await notices.deliver({ reversed: deliver === 'reversed', times: times ?? 1, outTradeNo })
      : 0
    response.set('cache-control', 'no-store').json({ ...state(), read })
  })
  return router
}
