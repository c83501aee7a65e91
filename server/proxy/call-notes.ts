import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { Code } from '#shared/contract/codes.ts'

/** What the log and the metrics say of a call: in `res.locals`. */
export interface CallNotes {
  /** The call as the contract writes it; `unknown` for every other address, however many there are. */
  route?: string
  /** Code of the envelope; nothing for an answer that is none. */
  code?: number
  /** The mark of the user, as the service that knows the session gives it. */
  user?: string
}

type NotedResponse = ServerResponse & { locals?: CallNotes }

/** Between our own service and this proxy only. */
const codeHeader = 'x-call-code'
const userHeader = 'x-call-user'
/** Adds to what is said of a call. */
export function noteCall(res: ServerResponse, notes: CallNotes): void {
  const noted = res as NotedResponse
  noted.locals = { ...noted.locals, ...notes }
}

/** What has been said of it. */
export function callNotes(res: ServerResponse): CallNotes {
  return (res as NotedResponse).locals ?? {}
}

/** Our own service refuses with the code for words that are shown: it is there, and others may ask it. Not yet taken by `takeCallNotes`. */
export function isRefusedInWords({ [codeHeader]: code }: IncomingHttpHeaders): boolean {
  return code === String(Code.Toast)
}

/** Takes what a service tells of a call out of the headers of its answer: the browser isn't told. */
export function takeCallNotes(headers: IncomingHttpHeaders, res: ServerResponse): void {
  const { [codeHeader]: code, [userHeader]: user } = headers
  delete headers[codeHeader]
  delete headers[userHeader]
  if (typeof code === 'string' && /^-?\d{1,5}$/.test(code)) noteCall(res, { code: Number(code) })
  if (typeof user === 'string' && /^[\w-]{1,32}$/.test(user)) noteCall(res, { user })
}

const envelopeStart = /^\s{0,20}\{\s{0,20}"code"\s{0,20}:\s{0,20}(-?\d{1,5})\b/

/** Reads the code where an envelope says it first, from the first bytes that go out plain; other services give no header. */
export function watchEnvelope(res: ServerResponse): void {
  const { write, end } = res
  function look(chunk: unknown): void {
    res.write = write
    res.end = end
    if (callNotes(res).code !== undefined || res.getHeader('content-encoding') !== undefined) return
    const text = Buffer.isBuffer(chunk)
      ? chunk.toString('latin1', 0, 120)
      : typeof chunk === 'string'
        ? chunk.slice(0, 120)
        : ''
    const code = envelopeStart.exec(text)?.[1]
    if (code !== undefined) noteCall(res, { code: Number(code) })
  }
  res.write = ((...given: Parameters<typeof write>) => {
    look(given[0])
    return write.apply(res, given)
  }) as typeof write
  res.end = ((...given: Parameters<typeof end>) => {
    look(given[0])
    return end.apply(res, given)
  }) as typeof end
}

/** One call as it ended. */
export interface EndedCall {
  readonly from: 'browser' | 'page'
  readonly route: string
  readonly code: number | undefined
  readonly ms: number
}

/** Tells `ended` of a browser's call when its answer is out, or when the browser has left. */
export function observeCall(res: ServerResponse, route: string, ended: ((call: EndedCall) => void) | undefined): void {
  noteCall(res, { route })
  watchEnvelope(res)
  if (!ended) return
  const began = performance.now()
  res.once('close', () => ended({ from: 'browser', route, code: callNotes(res).code, ms: performance.now() - began }))
}
