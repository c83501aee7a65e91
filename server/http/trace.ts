import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const traceForm = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** A new trace (W3C Trace Context), for work that no request asks for. */
export function newTraceparent(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`
}

const given = new WeakMap<IncomingMessage, string>()

/** The trace of a request: its own `traceparent` when it is well-formed, else a new one; the same for everything that the request causes. */
export function traceparentOf(req: IncomingMessage): string {
  const known = given.get(req)
  if (known !== undefined) return known
  const { traceparent } = req.headers
  const trace = typeof traceparent === 'string' && traceForm.test(traceparent) ? traceparent : newTraceparent()
  given.set(req, trace)
  return trace
}

/** The id by which lines of several processes are found together; undefined when it isn't a trace. */
export function traceId(traceparent: unknown): string | undefined {
  return typeof traceparent === 'string' && traceForm.test(traceparent) ? traceparent.slice(3, 35) : undefined
}
