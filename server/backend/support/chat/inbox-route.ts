import express, { type Request, type Response, type Router } from 'express'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { notify } from '#server/backend/message/notify.ts'
import { type InboxDelivery, InboxError, type SupportInbox } from '#server/backend/ports/support/support-port.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { inboxPath } from '#shared/contract/support.ts'
import { hasActiveAccount, noteDelivery } from './inbox-store.ts'

const largestBody = '256kb'
/** So much of an answer stands in the message; the rest is in the window. */
const shownLength = 500

/** Puts an answer that was given elsewhere into its learner's inbox. False: the same was delivered before. */
async function take(ctx: BackendContext, { id, answer }: InboxDelivery): Promise<boolean> {
  const now = new Date(ctx.clock.now())
  return ctx.tx(async (trx) => {
    if (!(await noteDelivery(trx, id, now))) return false
    if (answer && answer.text !== '' && (await hasActiveAccount(trx, answer.userId)))
      await notify(trx, now, {
        userId: answer.userId,
        topic: 'support',
        ref: `inbox:${answer.messageId}`,
        title: '客服回复了你',
        text: answer.text.slice(0, shownLength),
      })
    return true
  })
}

async function hear(ctx: BackendContext, inbox: SupportInbox, request: Request, response: Response): Promise<void> {
  const address = String(request.headers['x-forwarded-for'] ?? request.socket.remoteAddress ?? 'local')
  // only forged ones count: however many the inbox sends, they are heard
  await ctx.limits.check('supportForged', address)
  let delivery: InboxDelivery
  try {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    delivery = inbox.readDelivery(request.headers, body, ctx.clock.now())
  } catch (error) {
    if (!(error instanceof InboxError)) throw error
    await ctx.limits.take('supportForged', address)
    ctx.log.warn({ err: error, address }, 'a delivery of the inbox was refused')
    throw new ApiError(Code.Fail, '签名不正确', 401)
  }
  if (!(await take(ctx, delivery))) throw new ApiError(Code.Fail, '已经收到过', 409)
  response.set('Cache-Control', 'no-store').status(200).json({ ok: true })
}

/** Where an inbox elsewhere tells of answers: verified by its signature alone, each once. Outside the contract, and before bodies are parsed. */
export function inboxRoute(ctx: BackendContext): Router {
  const router = express.Router()
  router.post(
    inboxPath,
    express.raw({ type: () => true, limit: largestBody, inflate: false }),
    async (request, response) => {
      const { inbox } = ctx.support
      if (!inbox) throw new ApiError(Code.NotFound, '接口不存在', 404)
      await hear(ctx, inbox, request, response)
    },
  )
  return router
}
