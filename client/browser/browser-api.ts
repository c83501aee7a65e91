import { readCookie } from '#client/browser/cookies.ts'
import { noteServerTime } from '#client/browser/server-clock.ts'
import type { Api, CallInput, CallOutput, CallRoute } from '#shared/contract/calls.ts'
import { ApiError, Code, type Envelope, networkError } from '#shared/contract/codes.ts'
import { browserTimes, callKeyHeader, unsureText } from '#shared/rules/call-times.ts'

/** What failed, told to the one listener before the caller sees the error. */
export type ApiErrorListener = (error: ApiError, route: CallRoute) => void

let listener: ApiErrorListener | undefined

/** Whoever reacts to codes that concern the whole page; answers how to stop. */
export function listenToApiErrors(next: ApiErrorListener): () => void {
  listener = next
  return () => {
    listener = undefined
  }
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && typeof (value as Envelope).code === 'number'
}

function queryOf(input: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && value !== null) query.set(name, String(value))
  // A page opened with a token passes it on; the proxy turns it into a header and takes it out of the address.
  const token = new URLSearchParams(location.search).get('token')
  if (token && !query.has('token')) query.set('token', token)
  const text = query.toString()
  return text ? `?${text}` : ''
}

function headersOf(isPost: boolean, key: string | undefined): Record<string, string> {
  const robotId = readCookie('robotId')
  return {
    accept: 'application/json',
    reqSource: 'pcSite',
    ...(robotId ? { robotId } : {}),
    ...(isPost ? { 'content-type': 'application/json' } : {}),
    ...(key ? { [callKeyHeader]: key } : {}),
  }
}

/**
 * GETs that write: the list comes with the first call, so that no page waits for it. Until then they are waited for as reads are, but each
 * has its name: what names the call of a read changes nothing.
 */
let writingGets: ReadonlySet<string> | undefined

function learnWritingGets(): void {
  import('#shared/rules/writing-gets.ts').then(
    (m) => {
      writingGets = m.writingGets
    },
    () => undefined,
  )
}

/** Writes of which nobody knows whether they went through, by route and input: who tries one again means the same one. */
const unsure = new Map<string, { readonly key: string; readonly at: number }>()
/** The backend knows them for so long. */
const unsureMs = 5 * 60_000
const mostUnsure = 50

function keyOf(question: string): string {
  const former = unsure.get(question)
  if (former && Date.now() - former.at < unsureMs) return former.key
  return crypto.getRandomValues(new Uint32Array(5)).join('-')
}

function noteUnsure(question: string, key: string): void {
  if (unsure.size >= mostUnsure) unsure.clear()
  unsure.set(question, { key, at: unsure.get(question)?.at ?? Date.now() })
}

interface Sending {
  readonly key: string | undefined
  readonly ms: number
  readonly outer: AbortSignal | undefined
}

async function send(route: CallRoute, input: object, { key, ms, outer }: Sending): Promise<unknown> {
  const isPost = route.startsWith('POST')
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  const timer = setTimeout(abort, ms)
  outer?.addEventListener('abort', abort, { once: true })
  try {
    const answer = await fetch(route.slice(route.indexOf(' ') + 1) + queryOf(isPost ? {} : input), {
      method: isPost ? 'POST' : 'GET',
      credentials: 'same-origin',
      headers: headersOf(isPost, key),
      body: isPost ? JSON.stringify(input) : null,
      signal: controller.signal,
    })
    const envelope: unknown = await answer.json()
    if (!isEnvelope(envelope)) throw networkError()
    noteServerTime(envelope.Time)
    if (envelope.code === Code.Success) return envelope.body
    throw new ApiError(envelope.code, envelope.msg || undefined, answer.status)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', abort)
  }
}

/** What `fetch` throws itself means that nothing was reached; of a late answer, or one that can't be read, a write isn't known to have failed. */
function failureOf(error: unknown, isWrite: boolean): ApiError {
  if (error instanceof TypeError) return new ApiError(Code.Fail, '网络不通，请检查网络后再试', 502)
  return isWrite ? new ApiError(Code.Fail, unsureText, 502) : networkError()
}

/**
 * The browser's way to the contract. Whatever is no envelope (a timeout, a page of HTML, a broken line) is code 0. A write of which
 * nothing came back is named: made again with the same input, the backend does it once.
 */
export function createBrowserApi(): Api {
  return {
    async call<R extends CallRoute>(
      route: R,
      input: CallInput<R>,
      options?: { signal?: AbortSignal },
    ): Promise<CallOutput<R>> {
      if (!writingGets) learnWritingGets()
      const isWrite = route.startsWith('POST') || writingGets?.has(route) === true
      const mayWrite = isWrite || !writingGets
      const question = mayWrite ? `${route} ${JSON.stringify(input)}` : ''
      const key = mayWrite ? keyOf(question) : undefined
      const ms = browserTimes[isWrite ? 'write' : 'read']
      try {
        const body = (await send(route, input as object, { key, ms, outer: options?.signal })) as CallOutput<R>
        unsure.delete(question)
        return body
      } catch (error) {
        const expected = error instanceof ApiError ? error : failureOf(error, isWrite)
        if (key && expected.status >= 500) noteUnsure(question, key)
        else unsure.delete(question)
        if (options?.signal?.aborted) throw error
        listener?.(expected, route)
        throw expected
      }
    },
  }
}
