import { readCookie } from '#client/browser/cookies.ts'
import { noteServerTime } from '#client/browser/server-clock.ts'
import type { Api, CallInput, CallOutput, CallRoute } from '#shared/contract/calls.ts'
import { ApiError, Code, type Envelope, networkError } from '#shared/contract/codes.ts'

/** What failed, told to the one listener before the caller sees the error. */
export type ApiErrorListener = (error: ApiError, route: CallRoute) => void

const timeoutMs = 10_000

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

function headersOf(isPost: boolean): Record<string, string> {
  const robotId = readCookie('robotId')
  return {
    accept: 'application/json',
    reqSource: 'pcSite',
    ...(robotId ? { robotId } : {}),
    ...(isPost ? { 'content-type': 'application/json' } : {}),
  }
}

async function send(route: CallRoute, input: object, outer: AbortSignal | undefined): Promise<unknown> {
  const isPost = route.startsWith('POST')
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  const timer = setTimeout(abort, timeoutMs)
  outer?.addEventListener('abort', abort, { once: true })
  try {
    const answer = await fetch(route.slice(route.indexOf(' ') + 1) + queryOf(isPost ? {} : input), {
      method: isPost ? 'POST' : 'GET',
      credentials: 'same-origin',
      headers: headersOf(isPost),
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

/** What `fetch` throws itself means that nothing was reached; a late answer, or one that can't be read, is the server's. */
function failureOf(error: unknown): ApiError {
  return error instanceof TypeError ? new ApiError(Code.Fail, '网络不通，请检查网络后再试', 502) : networkError()
}

/** The browser's way to the contract. Whatever is no envelope (a timeout, a page of HTML, a broken line) is code 0. */
export function createBrowserApi(): Api {
  return {
    async call<R extends CallRoute>(
      route: R,
      input: CallInput<R>,
      options?: { signal?: AbortSignal },
    ): Promise<CallOutput<R>> {
      try {
        return (await send(route, input as object, options?.signal)) as CallOutput<R>
      } catch (error) {
        if (options?.signal?.aborted) throw error
        const expected = error instanceof ApiError ? error : failureOf(error)
        listener?.(expected, route)
        throw expected
      }
    },
  }
}
