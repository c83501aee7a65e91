import { type Request, type Response, Router } from 'express'
import { ApiError, Code, codeMessages, type Envelope } from '#shared/contract/codes.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Binding } from './binding.ts'
import { fromStatementLimits } from './call-limits.ts'
import { requestFields } from './request-fields.ts'

/** Answers one reading call of a batch as if it had come alone. */
export type AnswerRead = (binding: Binding, input: unknown, request: Request) => Promise<unknown>

const mostCalls = 64

/**
 * `POST /batch` on the socket of this machine: many reads of one page in one request. The body is [[route, input], …]; each
 * answer is a line [index, status, envelope], written as soon as it is there, so a slow one holds nobody up. Only public reads.
 */
export function bindBatch(ctx: BackendContext, bindings: readonly Binding[], answerRead: AnswerRead): Router {
  const readable = bindings.filter(({ endpoint }) => endpoint.access === 'public' && endpoint.writes === false)
  const byRoute = new Map(readable.map((binding) => [binding.endpoint.route as string, binding]))
  const router = Router()

  async function line(index: number, item: unknown, request: Request): Promise<string> {
    const [route, input] = Array.isArray(item) ? (item as unknown[]) : []
    const answer = (status: number, code: number, msg: string, body: unknown): string => {
      const envelope: Envelope = { code, msg, body: body ?? null, Time: ctx.clock.now() }
      return `${JSON.stringify([index, status, envelope])}\n`
    }
    try {
      const binding = byRoute.get(String(route))
      if (!binding) throw new ApiError(Code.NotFound, '接口不存在', 404)
      return answer(200, Code.Success, codeMessages[Code.Success], await answerRead(binding, input, request))
    } catch (error) {
      const known = error instanceof ApiError ? error : fromStatementLimits(error)
      if (known) return answer(known.status, known.code, known.message, null)
      ctx.log.error({ err: error, route, ...requestFields(request) }, 'a call failed')
      return answer(500, Code.Fail, codeMessages[Code.Fail], null)
    }
  }

  router.post('/batch', async (request: Request, response: Response, next) => {
    // A request over the network has an address; only the socket's own side may ask for many things at once.
    const items: unknown = request.body
    if (request.socket.remoteAddress !== undefined) return next()
    if (!Array.isArray(items) || items.length > mostCalls) throw new ApiError(Code.Fail, '参数不正确', 400)
    response.set({ 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' })
    let ready = ''
    let scheduled = false
    const flush = (): void => {
      scheduled = false
      if (ready !== '') response.write(ready)
      ready = ''
    }
    await Promise.all(
      items.map(async (item, index) => {
        const text = await line(index, item, request)
        ready += text
        if (!scheduled) setImmediate(flush)
        scheduled = true
      }),
    )
    // What the last answers have left is written with the end.
    response.end(ready)
    ready = ''
  })
  return router
}
