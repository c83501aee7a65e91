import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'
import { sessionCookieNames } from '#server/config.ts'
import { Code } from '#shared/contract/codes.ts'
import { claimTelling, EndReason, endSession, findStoredSession, type StoredSession, touchSession } from './auth/session-store.ts'
import { AccountStatus } from './auth/sign-in.ts'
import type { BackendContext, Session } from './backend-context.ts'
import { hashToken } from './secret.ts'

const touchAfterMs = 60_000
const tokenForm = /^[A-Za-z0-9_-]{43}$/

/** A live session, or the code that says why there is none. */
export type FoundSession = { session: Session } | { session: undefined; code: Code }

/**
 * The token of a request: from its cookie, else from `Authorization` (spec §7), with or without 'Bearer'. What stands
 * in that header came from an address (`?token=`); where that opens nothing, `alsoHeader` is false.
 */
export function tokenOf(headers: IncomingHttpHeaders, alsoHeader = true): string | undefined {
  const cookies = parseCookie(headers.cookie ?? '')
  const inHeader = alsoHeader ? headers.authorization?.replace(/^Bearer /i, '') : undefined
  const token = sessionCookieNames.map((name) => cookies[name]).find((value) => value) ?? inHeader
  return token !== undefined && tokenForm.test(token) ? token : undefined
}

/**
 * Who calls. `tells`: this answer may be the one that tells a superseded session of it (-5, once; -3 afterwards); calls
 * that are open to everybody take its owner for a visitor instead.
 */
export async function findSession(ctx: BackendContext, headers: IncomingHttpHeaders, tells: boolean, alsoHeader = true): Promise<FoundSession> {
  const token = tokenOf(headers, alsoHeader)
  const stored = token === undefined ? undefined : await findStoredSession(ctx.db, hashToken(token))
  if (!stored) return { session: undefined, code: Code.LoginTimeout }
  const code = await codeOf(ctx, stored, tells)
  if (code !== undefined) return { session: undefined, code }
  if (ctx.clock.now() - stored.lastSeenAt.getTime() > touchAfterMs) ctx.background.later('touch session', () => touchSession(ctx.db, stored.id, new Date(ctx.clock.now())))
  const { id, userId, isAdmin, roles } = stored
  return { session: { id, userId, isStaff: isAdmin || roles.length > 0, isAdmin, roles } }
}

async function codeOf(ctx: BackendContext, stored: StoredSession, tells: boolean): Promise<Code | undefined> {
  const now = ctx.clock.now()
  if (stored.accountStatus === AccountStatus.disabled) return Code.AccountDisabled
  if (stored.accountStatus === AccountStatus.deregistered) return Code.AccountLoggedOut
  if (stored.endReason === EndReason.superseded) {
    return tells && !stored.endToldAt && (await claimTelling(ctx.db, stored.id, new Date(now))) ? Code.LoggedInElsewhere : Code.LoginTimeout
  }
  if (stored.endReason !== null) return Code.LoginTimeout
  const isOver = now >= stored.expiresAt.getTime() || now - stored.lastSeenAt.getTime() > ctx.config.session.idleSeconds * 1000
  if (!isOver) return undefined
  await endSession(ctx.db, stored.id, EndReason.expired, new Date(now))
  return Code.LoginTimeout
}
