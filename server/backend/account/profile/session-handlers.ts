import { deviceName } from '#server/backend/account/sign-in/device-name.ts'
import { listLinkTokens, voidLinkTokens } from '#server/backend/account/sign-in/link-token-store.ts'
import { noteSecurityEvent } from '#server/backend/account/sign-in/security-log-store.ts'
import { endOwnSession, endSessions, listLiveSessions } from '#server/backend/account/sign-in/session-store.ts'
import { takeSession } from '#server/backend/account/sign-in/sign-in.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { EndReason } from '#shared/contract/enums.ts'
import type { userApi } from '#shared/contract/user.ts'
import { maskAddress } from '#shared/rules/security-events.ts'

/** Where an account is signed in, and the ends of that. */
export const sessionHandlers: Pick<Handlers<typeof userApi>, 'sessions' | 'sessionEnd' | 'sessionsEndOthers'> = {
  async sessions(ctx, _input, session) {
    const now = ctx.clock.now()
    const idleSince = new Date(now - ctx.config.session.idleSeconds * 1000)
    const rows = await listLiveSessions(ctx.db, session.userId, new Date(now), idleSince)
    const links = await listLinkTokens(ctx.db, session.userId, new Date(now))
    return {
      sessions: rows.map(({ id, channel, method, userAgent, ip, createdAt, lastSeenAt }) => ({
        id,
        channel,
        method,
        device: deviceName(userAgent ?? ''),
        address: maskAddress(ip),
        signedInTime: createdAt.getTime(),
        lastSeenTime: lastSeenAt.getTime(),
        isCurrent: id === session.id,
      })),
      links: links.map(({ createdAt, expiresAt }) => ({
        createdTime: createdAt.getTime(),
        expireTime: expiresAt.getTime(),
      })),
    }
  },

  async sessionEnd(ctx, { id }, session) {
    const isCurrent = id === session.id
    const isEnded = await endOwnSession(
      ctx.db,
      { id, userId: session.userId },
      isCurrent ? EndReason.logout : EndReason.byOwner,
      new Date(ctx.clock.now()),
    )
    if (isEnded) await noteSecurityEvent(ctx, ctx.db, { userId: session.userId, kind: 'endSession' })
    if (isCurrent) takeSession(ctx)
    return isEnded
  },

  async sessionsEndOthers(ctx, _input, session) {
    await endSessions(ctx.db, session.userId, {
      reason: EndReason.byOwner,
      now: new Date(ctx.clock.now()),
      only: { exceptId: session.id },
    })
    await voidLinkTokens(ctx.db, session.userId)
    await noteSecurityEvent(ctx, ctx.db, { userId: session.userId, kind: 'endOthers' })
    return true
  },
}
