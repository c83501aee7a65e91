import type { IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'
import { clientAddress } from '#server/http/client-address.ts'
import { foreignCookieLines, sessionCookieName } from '#server/http/session-cookies.ts'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError, Code, sessionEndCodes } from '#shared/contract/codes.ts'
import type { UserInfo } from '#shared/contract/user.ts'
import type { VisitSession } from '#shared/rules/page-guards.ts'
import { ownValue } from '#shared/own-value.ts'

/** What of a request the services may see. */
export interface Credentials {
  /** The session cookie alone, as 'name=value'. */
  cookie?: string
  robotId?: string
  /** A token of an app link, where the main site doesn't exchange it for a session. */
  authorization?: string
  address: string
  userAgent?: string
  /** Set-Cookie lines that take session cookies of the other scheme's name away: they are never read. */
  strayCookies: readonly string[]
}

const longestAgent = 512

/** Picks it; everything else stays outside. `trustProxy`: how many proxies stand before us. */
export function readCredentials(
  req: IncomingMessage,
  { origin, trustProxy }: { readonly origin: string; readonly trustProxy: number },
): Credentials {
  const cookies = parseCookie(req.headers.cookie ?? '')
  const credentials: Credentials = {
    address: clientAddress(req, trustProxy),
    strayCookies: foreignCookieLines({ origin }, cookies),
  }
  const userAgent = req.headers['user-agent']?.slice(0, longestAgent)
  if (userAgent) credentials.userAgent = userAgent
  const name = sessionCookieName({ origin })
  const session = ownValue(cookies, name)
  if (session && /^[A-Za-z0-9._~-]{1,256}$/.test(session)) credentials.cookie = `${name}=${session}`
  const { robotId } = cookies
  if (robotId && /^[A-Za-z0-9_-]{1,64}$/.test(robotId)) credentials.robotId = robotId
  return credentials
}

/** What start-up learned. */
export interface StartedSession {
  session: VisitSession
  /** The learner, for the page's header; in the log only a hash of the id stands. */
  user?: UserInfo
  /** The cookie that came is good for nothing any more: with it every page would be made anew. */
  isCookieDead: boolean
}

const visitor: VisitSession = { loggedIn: false, phoneIsReal: false }
const deadCodes: readonly number[] = [Code.LoginTimeout, ...sessionEndCodes]

function codeOf(error: unknown): number | undefined {
  return error instanceof ApiError ? error.code : undefined
}

/** A request costs more than what it asks: who tells of the phone with the user isn't asked again. A failure locks nobody out. */
function phoneIsReal(
  within: SessionCalls,
  { phoneIsReal: known }: UserInfo,
  leftMs: number,
): boolean | Promise<boolean> {
  if (known !== undefined) return known
  if (leftMs <= 0) return true
  return within(leftMs)
    .call('GET /api/auth/check/virtual/phoneNum', {})
    .catch(() => true)
}

/** Calls in a visitor's name that are given up after so many milliseconds. */
export type SessionCalls = (deadlineMs: number) => Api

/** How long all of it may take together, by a clock that nobody sets (milliseconds). */
export interface SessionPatience {
  readonly totalMs: number
  readonly elapsed: () => number
}

/**
 * Start-up, first step (spec §4): user info before anything else of the page, and with it whether the phone is real, both within
 * one time. Success is a learner; -5, -6 and -7 end the session; -3 and every other failure is a visitor, without a dialog.
 * `isDoubtful`: the main site asks everybody to log in, so its -3 takes nobody's cookie away.
 */
export async function startSession(
  within: SessionCalls,
  { totalMs, elapsed }: SessionPatience,
  { cookie, authorization }: Credentials,
  isDoubtful: () => boolean = () => false,
): Promise<StartedSession> {
  if (!cookie && !authorization) return { session: visitor, isCookieDead: false }
  const began = elapsed()
  try {
    const user = await within(totalMs).call('GET /api/user/info', {})
    const isReal = await phoneIsReal(within, user, totalMs - (elapsed() - began))
    return { session: { loggedIn: true, phoneIsReal: isReal }, user, isCookieDead: false }
  } catch (error) {
    const code = codeOf(error)
    const endCode = code !== undefined && sessionEndCodes.includes(code) ? code : undefined
    const isDead = code !== undefined && deadCodes.includes(code) && !(code === Code.LoginTimeout && isDoubtful())
    const isCookieDead = cookie !== undefined && authorization === undefined && isDead
    return { session: endCode === undefined ? visitor : { ...visitor, endCode }, isCookieDead }
  }
}
