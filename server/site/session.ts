import type { IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'
import { sessionCookieNames } from '#server/config.ts'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError, sessionEndCodes } from '#shared/contract/codes.ts'
import type { VisitSession } from '#shared/rules/page-guards.ts'

export interface Credentials {
  /** The session cookie alone, as 'name=value'. */
  cookie?: string
  robotId?: string
  /** From the `token` query parameter. */
  authorization?: string
}

/** Picks from a request what the services may see; everything else stays outside. */
export function readCredentials(req: IncomingMessage, search: URLSearchParams): Credentials {
  const cookies = parseCookie(req.headers.cookie ?? '')
  const credentials: Credentials = {}
  for (const name of sessionCookieNames) {
    const value = cookies[name]
    if (value && /^[A-Za-z0-9._~-]{1,256}$/.test(value)) credentials.cookie ??= `${name}=${value}`
  }
  const { robotId } = cookies
  if (robotId && /^[A-Za-z0-9_-]{1,64}$/.test(robotId)) credentials.robotId = robotId
  const token = search.get('token')
  if (token && /^[A-Za-z0-9._~+/=-]{1,512}$/.test(token)) credentials.authorization = token
  return credentials
}

/** What start-up learned; the user's id is for the log, which hashes it. */
export interface StartedSession {
  session: VisitSession
  userId?: number
}

const visitor: VisitSession = { loggedIn: false, phoneIsReal: false }

/**
 * Start-up, first step (spec §4): user info before anything else. Success is a learner; -5, -6 and -7 end the session;
 * -3 and every other failure is a visitor, without a dialog.
 */
export async function startSession(api: Api, credentials: Credentials): Promise<StartedSession> {
  if (!credentials.cookie && !credentials.authorization) return { session: visitor }
  try {
    const { id } = await api.call('GET /api/user/info', {})
    const phoneIsReal = await api.call('GET /api/auth/check/virtual/phoneNum', {}).catch(() => true)
    return { session: { loggedIn: true, phoneIsReal }, userId: id }
  } catch (error) {
    const ended = error instanceof ApiError && sessionEndCodes.includes(error.code)
    return { session: ended ? { ...visitor, endCode: error.code } : visitor }
  }
}
