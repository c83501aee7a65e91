import { sessionEndCodes } from '#shared/contract/codes.ts'
import { accountChoicePath } from '#shared/rules/account-choice.ts'
import { safeRedirect } from '#shared/rules/safe-redirect.ts'

/** Who may see a page: anybody, a learner, a learner through the coupon login, or only somebody who isn't logged in yet. */
export type PageAccess = 'anyone' | 'user' | 'coupon' | 'register'

/** What the guards know of a visit. */
export interface Visit {
  pathname: string
  search: URLSearchParams
  access: PageAccess
  /** Login, registration and OAuth pages: they already are the login, so no guard opens another. */
  isAuthPage: boolean
}

/** What the start-up call told about the visitor. */
export interface VisitSession {
  loggedIn: boolean
  /** Meaningful only when logged in. */
  phoneIsReal: boolean
  /** -5, -6 or -7 when the session was ended from outside. */
  endCode?: number
}

export interface AskLogin {
  closable: boolean
  via: 'action' | 'page' | 'coupon' | 'invite'
}

export type GuardResult = { kind: 'pass' } | { kind: 'redirect'; to: string } | ({ kind: 'askLogin' } & AskLogin)

export interface GuardPolicy {
  /** The site's own origin, for judging redirects. */
  origin: string
}

type Guard = (visit: Visit, session: VisitSession, policy: GuardPolicy) => GuardResult | undefined

const loginPath = '/auth/login'
const bindPath = '/user/auth/bind'
const registerPath = '/register'
const registeredPath = '/register/success'

/** Pages that a learner without a real phone may see: binding itself, the choice of another account, and the OAuth returns. */
function isBindExempt(pathname: string): boolean {
  return (
    pathname === bindPath ||
    pathname === loginPath ||
    pathname === accountChoicePath ||
    pathname === '/authMiddlePage/auth' ||
    pathname.startsWith('/user/oauth')
  )
}

function here(visit: Visit): string {
  const search = visit.search.toString()
  return visit.pathname + (search ? `?${search}` : '')
}

function hasInvite(search: URLSearchParams): boolean {
  const isId = (value: string | null): boolean => value !== null && /^[0-9]{1,19}$/.test(value)
  return isId(search.get('inviteUserId')) || isId(search.get('clueUserId'))
}

/** Codes -5, -6, -7: to the login page with code and redirect, unless it already is that page. */
function sessionEnded(visit: Visit, session: VisitSession): GuardResult | undefined {
  if (session.endCode === undefined || !sessionEndCodes.includes(session.endCode) || visit.pathname === loginPath)
    return undefined
  return {
    kind: 'redirect',
    to: `${loginPath}?${new URLSearchParams({ code: String(session.endCode), redirect: here(visit) })}`,
  }
}

/** The register page of a learner: to registerRedirect when it is internal, carrying the invite and clue ids, else home. */
function registerWhenLoggedIn(visit: Visit, session: VisitSession, policy: GuardPolicy): GuardResult | undefined {
  if (visit.access !== 'register' || !session.loggedIn) return undefined
  const to = safeRedirect(visit.search.get('registerRedirect'), policy.origin)
  if (to === undefined) return { kind: 'redirect', to: '/' }
  const target = new URL(to, policy.origin)
  for (const name of ['inviteUserId', 'clueUserId']) {
    const value = visit.search.get(name)
    if (value) target.searchParams.set(name, value)
  }
  return { kind: 'redirect', to: target.pathname + target.search + target.hash }
}

/** The login page of a learner: on to where it was to lead. */
function loginWhenLoggedIn(visit: Visit, session: VisitSession, policy: GuardPolicy): GuardResult | undefined {
  if (visit.pathname !== loginPath || !session.loggedIn) return undefined
  return { kind: 'redirect', to: safeRedirect(visit.search.get('redirect'), policy.origin) ?? '/' }
}

/** Next steps are for whoever has an account: a visitor begins with the first. */
function successOfVisitor(visit: Visit, session: VisitSession): GuardResult | undefined {
  return visit.pathname === registeredPath && !session.loggedIn ? { kind: 'redirect', to: registerPath } : undefined
}

function realPhone(visit: Visit, session: VisitSession): GuardResult | undefined {
  if (!session.loggedIn || session.phoneIsReal || isBindExempt(visit.pathname)) return undefined
  return { kind: 'redirect', to: `${bindPath}?${new URLSearchParams({ redirect: here(visit) })}` }
}

function pageNeedsLogin(visit: Visit, session: VisitSession): GuardResult | undefined {
  return visit.access === 'user' && !session.loggedIn ? { kind: 'askLogin', closable: false, via: 'page' } : undefined
}

function couponLogin(visit: Visit, session: VisitSession): GuardResult | undefined {
  return visit.access === 'coupon' && !session.loggedIn
    ? { kind: 'askLogin', closable: false, via: 'coupon' }
    : undefined
}

/** An invite or clue asks for a login that can't be closed; on the home page only with inviteWay=1. */
function inviteLogin(visit: Visit, session: VisitSession): GuardResult | undefined {
  if (session.loggedIn || visit.isAuthPage || visit.access === 'register' || !hasInvite(visit.search)) return undefined
  if (visit.pathname === '/' && visit.search.get('inviteWay') !== '1') return undefined
  return { kind: 'askLogin', closable: false, via: 'invite' }
}

function actionLogin(visit: Visit, session: VisitSession): GuardResult | undefined {
  if (session.loggedIn || visit.isAuthPage || visit.search.get('action') !== 'login') return undefined
  return { kind: 'askLogin', closable: true, via: 'action' }
}

/** The one ordered list, the same on server and client: redirects first, then the stricter login before the closable one. */
export const pageGuards: readonly Guard[] = [
  sessionEnded,
  registerWhenLoggedIn,
  loginWhenLoggedIn,
  successOfVisitor,
  realPhone,
  pageNeedsLogin,
  couponLogin,
  inviteLogin,
  actionLogin,
]

/** Runs the guards in order; the first that has something to say decides (spec §4, guards). */
export function guardVisit(visit: Visit, session: VisitSession, policy: GuardPolicy): GuardResult {
  for (const guard of pageGuards) {
    const result = guard(visit, session, policy)
    if (result) return result
  }
  return { kind: 'pass' }
}
