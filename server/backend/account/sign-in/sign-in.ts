import { isIP } from 'node:net'
import { hashToken, randomToken } from '#server/backend/base/secret.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { giveBrowser } from '#server/backend/http/browser-cookie.ts'
import { takeVisitor } from '#server/backend/http/visitor-cookie.ts'
import { clearedCookieLines, foreignCookieLines, sessionCookieLines } from '#server/http/session-cookies.ts'
import type { SignedIn } from '#shared/contract/account-fields.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { AccountStatus } from '#shared/contract/enums.ts'
import { beginSession, lockUser } from './session-store.ts'

export type SignInMethod = 'password' | 'phone' | 'register' | 'QQ' | 'WECHAT' | 'token'

/** A client's address for an inet column, or null when it isn't one (a socket's peer). */
export function inetOf(address: string): string | null {
  return isIP(address) ? address : null
}

/** -6 for a disabled account, -7 for a deregistered one. */
export function refuseInactive(accountStatus: number): void {
  if (accountStatus === AccountStatus.disabled) throw new ApiError(Code.AccountDisabled)
  if (accountStatus === AccountStatus.deregistered) throw new ApiError(Code.AccountLoggedOut)
}

/** Who has just proved who they are. */
export interface Proven {
  readonly userId: number
  readonly method: SignInMethod
  /** The account was made a moment ago. */
  readonly isNew?: boolean
}

/**
 * Begins a session inside `trx`, ending the user's older one on this channel; answers the token, which only the cookie
 * may carry. Throws -6 or -7 for an account that may not.
 */
export async function openSession(
  ctx: CallContext,
  trx: DatabaseTransaction,
  { userId, method }: Proven,
): Promise<{ token: string; phoneIsReal: boolean }> {
  const now = new Date(ctx.clock.now())
  const user = await lockUser(trx, userId)
  if (!user) throw new ApiError(Code.UserError)
  refuseInactive(user.accountStatus)
  const { channel, userAgent, fingerprint } = ctx.caller
  const token = randomToken()
  const expiresAt = new Date(now.getTime() + ctx.config.session.expirySeconds * 1000)
  // a link proves nothing of the browser that it is opened in
  const browserHash = method === 'token' ? null : giveBrowser(ctx)
  const session = {
    userId,
    tokenHash: hashToken(token),
    channel,
    method,
    fingerprint,
    userAgent,
    expiresAt,
    browserHash,
  }
  await beginSession(trx, { ...session, ip: inetOf(ctx.address) }, now)
  return { token, phoneIsReal: user.phoneIsReal }
}

/** Hands the session to the browser: the cookie that script can't read, and the hint that it can. */
export function giveSession(ctx: CallContext, token: string): void {
  for (const line of sessionCookieLines(ctx.config, token, ctx.config.session.expirySeconds)) ctx.reply.setCookie(line)
}

/** Takes the session's cookies from the browser, whatever became of the session. */
export function takeSession(ctx: CallContext): void {
  for (const line of [...clearedCookieLines(ctx.config), ...foreignCookieLines(ctx.config, ctx.caller.cookies)])
    ctx.reply.setCookie(line)
  // what was said to customer service without an account isn't the next one's to read
  takeVisitor(ctx)
}

/** Opens a session in a transaction of its own and hands it to the browser. */
export async function signIn(ctx: CallContext, proven: Proven): Promise<SignedIn> {
  const { token, phoneIsReal } = await ctx.tx((trx) => openSession(ctx, trx, proven))
  giveSession(ctx, token)
  return { userId: proven.userId, isRegistered: proven.isNew ?? false, phoneIsReal }
}
