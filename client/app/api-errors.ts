import { listenToApiErrors } from '#client/browser/browser-api.ts'
import { visitorId } from '#client/browser/cookies.ts'
import { askLogin, type LoginRequest } from '#client/features/login/login-store.ts'
import { showAbnormal } from '#client/features/session/abnormal-store.ts'
import { dropHint, wasHinted } from '#client/features/session/signed-in-hint.ts'
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
  'GET /api/support/duty',
  'GET /api/support/messages',
  'GET /api/support/unread',
  'POST /api/support/open',
  'POST /api/support/seen',
])

/** Calls whose refusal the page shows in the place of what was asked for: it isn't said a second time. */
const shownInPlace: ReadonlySet<CallRoute> = new Set<CallRoute>([
  'GET /api/vod/period/play',
  'GET /api/vod/address',
  'GET /api/vod/teach-coach/play',
  'POST /api/support/send',
  'POST /api/exam/begin',
  'POST /api/exam/save',
  'POST /api/exam/submit',
  'POST /api/teach/exam/mark',
  'POST /api/teach/exam/finish',
  'POST /api/teach/exam/remark',
  'POST /api/teach/exam/extend',
  'POST /api/user/homework/save',
  'POST /api/user/homework/draft',
  'POST /api/teach/homework/correct',
  'POST /api/teach/homework/return',
  'POST /api/teach/homework/mark',
  'POST /api/teach/homework/unmark',
  'POST /api/teach/homework/mark/words',
  'POST /api/post/draft',
])

/** Ways of signing in: an account that may not is told so on the spot. */
const signInRoutes: ReadonlySet<CallRoute> = new Set<CallRoute>([
  'POST /api/auth/login',
  'POST /api/auth/register',
  'GET /api/oauth/oauth-login-check',
  'POST /api/oauth/bind-oauth-by-no-login',
])

/** Where an error is met, and by whom. */
export interface Place {
  pathname: string
  search: string
  /** Somebody was logged in on this page as far as the browser knew. */
  wasSignedIn: boolean
}

export type Reaction =
  | { kind: 'none' }
  | { kind: 'toast'; text: string }
  | ({ kind: 'askLogin' } & Pick<LoginRequest, 'closable' | 'via'>)
  | { kind: 'abnormal' }
  | { kind: 'toLogin'; to: string; report: boolean }

function reactionToEnd(code: number, route: CallRoute, here: Place): Reaction {
  const isAbnormal = code !== Code.LoggedInElsewhere
  if (isAbnormal && (signInRoutes.has(route) || here.pathname === loginPath)) return { kind: 'abnormal' }
  if (here.pathname === loginPath) return { kind: 'none' }
  const query = new URLSearchParams({ code: String(code), redirect: here.pathname + here.search })
  return { kind: 'toLogin', to: `${loginPath}?${query}`, report: !isAbnormal }
}

/**
 * What a failed call means for the whole page. Everything else (fields, sections, the 404 page of a page's own data)
 * is the caller's business.
 */
export function reactionTo(error: Pick<ApiError, 'code' | 'message'>, route: CallRoute, here: Place): Reaction {
  if (sessionEndCodes.includes(error.code)) return reactionToEnd(error.code, route, here)
  if (quietRoutes.has(route) || (here.pathname === loginPath && error.code === Code.LoginTimeout))
    return { kind: 'none' }
  const isAction = route.startsWith('POST')
  // What isn't asked in the background was wanted: the login can't be put off.
  if (error.code === Code.LoginTimeout)
    return { kind: 'askLogin', closable: false, via: here.wasSignedIn ? 'expired' : 'click' }
  if (error.code === Code.LogoutCode) return { kind: 'askLogin', closable: true, via: 'click' }
  if (shownInPlace.has(route)) return { kind: 'none' }
  if (error.code === Code.Toast) return { kind: 'toast', text: error.message }
  if ((error.code === Code.NotFound || error.code === Code.Gone) && isAction)
    return { kind: 'toast', text: error.message }
  return { kind: 'none' }
}

let leaving = false

/** The one place that acts on those codes; once, however many calls fail together. */
export function startApiErrors(api: Api): () => void {
  wasHinted()
  return listenToApiErrors((error, route) => {
    if (leaving) return
    const reaction = reactionTo(error, route, {
      pathname: location.pathname,
      search: location.search,
      wasSignedIn: wasHinted(),
    })
    if (error.code === Code.LoginTimeout || sessionEndCodes.includes(error.code)) dropHint()
    if (reaction.kind === 'toast') toast(reaction.text, 'bad')
    if (reaction.kind === 'askLogin') askLogin({ closable: reaction.closable, via: reaction.via })
    if (reaction.kind === 'abnormal') showAbnormal()
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
