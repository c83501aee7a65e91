import type { IncomingHttpHeaders } from 'node:http'
import { hashToken } from '#server/backend/base/secret.ts'
import type { BackendContext, Session } from '#server/backend/context/backend-context.ts'
import { readSessionToken } from '#server/http/session-cookies.ts'
import { Code } from '#shared/contract/codes.ts'
import { AccountStatus, EndReason } from '#shared/contract/enums.ts'
import { isOverdue } from './live-session-store.ts'
import { claimTelling, endSession, findStoredSession, type StoredSession, touchSession } from './session-store.ts'

const touchAfterMs = 60_000
const tokenForm = /^[A-Za-z0-9_-]{43}$/

/** A live session, or the code that says why there is none. */
export type FoundSession = { session: Session; token: string } | { session: undefined; code: Code }

/**
 * Who calls. `tells`: this answer may be the one that tells a superseded session of it (-5, once; -3 afterwards); calls
 * that are open to everybody take its owner for a visitor instead.
 */
export async function findSession(
  ctx: BackendContext,
  headers: IncomingHttpHeaders,
  tells: boolean,
  alsoHeader = true,
): Promise<FoundSession> {
  const token = readSessionToken(headers, ctx.config, alsoHeader)
  const stored =
    token === undefined || !tokenForm.test(token) ? undefined : await findStoredSession(ctx.db, hashToken(token))
  if (!stored) return { session: undefined, code: Code.LoginTimeout }
  const code = await codeOf(ctx, stored, tells)
  if (code !== undefined) return { session: undefined, code }
  if (ctx.clock.now() - stored.lastSeenAt.getTime() > touchAfterMs)
    ctx.background.later('touch session', () => touchSession(ctx.db, stored.id, new Date(ctx.clock.now())))
  const { id, userId, isAdmin, roles } = stored
  return { session: { id, userId, isStaff: isAdmin || roles.length > 0, isAdmin, roles }, token: token as string }
}

async function codeOf(ctx: BackendContext, stored: StoredSession, tells: boolean): Promise<Code | undefined> {
  const now = ctx.clock.now()
  if (stored.accountStatus === AccountStatus.disabled) return Code.AccountDisabled
  if (stored.accountStatus === AccountStatus.deregistered) return Code.AccountLoggedOut
  if (stored.endReason === EndReason.superseded) {
    return tells && !stored.endToldAt && (await claimTelling(ctx.db, stored.id, new Date(now)))
      ? Code.LoggedInElsewhere
      : Code.LoginTimeout
  }
  if (stored.endReason !== null) return Code.LoginTimeout
  if (!isOverdue(ctx, stored)) return undefined
  await endSession(ctx.db, stored.id, EndReason.expired, new Date(now))
  return Code.LoginTimeout
}
