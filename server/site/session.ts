import type { IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError, sessionEndCodes } from '#shared/contract/codes.ts'
import type { VisitSession } from '#shared/rules/page-guards.ts'

/** Cookie names of a session: the second only on http://localhost, where the prefix isn't allowed. */
export const sessionCookies = ['__Host-session', 'session'] as const

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
  for (const name of sessionCookies) {
    const value = cookies[name]
    if (value && /^[A-Za-z0-9._~-]{1,256}$/.test(value)) credentials.cookie ??= `${name}=${value}`
  }
  const { robotId } = cookies
  if (robotId && /^[A-Za-z0-9_-]{1,64}$/.test(robotId)) credentials.robotId = robotId
  const token = search.get('token')
  if (token && /^[A-Za-z0-9._~+/=-]{1,512}$/.test(token)) credentials.authorization = token
  return credentials
}

/**
 * Start-up, first step (spec §4): user info before anything else. Success is a learner; -5, -6 and -7 end the session;
 * -3 and every other failure is a visitor, without a dialog.
 */
export async function startSession(api: Api, credentials: Credentials): Promise<VisitSession> {
  if (!credentials.cookie && !credentials.authorization) return { loggedIn: false, phoneIsReal: false }
  try {
    await api.call('GET /api/user/info', {})
  } catch (error) {
    if (error instanceof ApiError && sessionEndCodes.includes(error.code)) return { loggedIn: false, phoneIsReal: false, endCode: error.code }
    return { loggedIn: false, phoneIsReal: false }
  }
  const phoneIsReal = await api.call('GET /api/auth/check/virtual/phoneNum', {}).catch(() => true)
  return { loggedIn: true, phoneIsReal }
}
