import { listenToApiErrors } from '#client/browser/browser-api.ts'
import { visitorId } from '#client/browser/cookies.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { Api, CallRoute } from '#shared/contract/calls.ts'
import { type ApiError, Code, sessionEndCodes } from '#shared/contract/codes.ts'

const loginPath = '/auth/login'

/** Calls made in the background: whatever they answer, the visitor isn't told. */
const quietRoutes: ReadonlySet<CallRoute> = new Set<CallRoute>([
  'GET /api/user/info',
  'GET /api/platform/notice/platform-notice-by-user',
  'POST /api/platform/notice/add-platform-user-log',
  'POST /api/ubas/flow-collect',
  'POST /api/log/client-error',
])

export type Reaction = { kind: 'none' } | { kind: 'toast'; text: string } | { kind: 'askLogin' } | { kind: 'toLogin'; to: string; report: boolean }

/**
 * What a failed call means for the whole page. Everything else (fields, sections, the 404 page of a page's own data)
 * is the caller's business.
 */
export function reactionTo(error: Pick<ApiError, 'code' | 'message'>, route: CallRoute, here: { pathname: string; search: string }): Reaction {
  if (sessionEndCodes.includes(error.code)) {
    if (here.pathname === loginPath) return { kind: 'none' }
    const query = new URLSearchParams({ code: String(error.code), redirect: here.pathname + here.search })
    return { kind: 'toLogin', to: `${loginPath}?${query}`, report: error.code === Code.LoggedInElsewhere }
  }
  if (quietRoutes.has(route)) return { kind: 'none' }
  if (error.code === Code.LoginTimeout) return { kind: 'askLogin' }
  if (error.code === Code.Toast) return { kind: 'toast', text: error.message }
  if (error.code === Code.NotFound && route.startsWith('POST')) return { kind: 'toast', text: error.message }
  return { kind: 'none' }
}

let leaving = false

/** The one place that acts on those codes; once, however many calls fail together. */
export function startApiErrors(api: Api): () => void {
  return listenToApiErrors((error, route) => {
    if (leaving) return
    const reaction = reactionTo(error, route, location)
    if (reaction.kind === 'toast') toast(reaction.text, 'bad')
    if (reaction.kind === 'askLogin') toast(error.message, 'warn')
    if (reaction.kind !== 'toLogin') return
    leaving = true
    // A load of its own: nothing of the ended session stays in memory.
    const go = (): void => location.assign(reaction.to)
    if (reaction.report) reportClientError(api, error).then(go, go)
    else go()
  })
}

function reportClientError(api: Api, error: ApiError): Promise<unknown> {
  const fingerprint = visitorId()
  return api.call('POST /api/log/client-error', {
    code: error.code,
    message: error.message.slice(0, 512),
    url: location.href.slice(0, 512),
    userAgent: navigator.userAgent.slice(0, 512),
    time: Date.now(),
    ...(fingerprint ? { fingerprint } : {}),
  })
}
