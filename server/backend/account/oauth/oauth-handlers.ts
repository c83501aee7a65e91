import { loggingFailure } from '#server/backend/account/sign-in/login-log-store.ts'
import { noteSecurityEvent } from '#server/backend/account/sign-in/security-log-store.ts'
import { signIn } from '#server/backend/account/sign-in/sign-in.ts'
import { requireVerified } from '#server/backend/account/sign-in/verify-session.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { randomToken } from '#server/backend/base/secret.ts'
import { oauthReturnUri } from '#server/config/oauth-return.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { oauthApi } from '#shared/contract/oauth.ts'
import { safeRedirect } from '#shared/rules/safe-redirect.ts'
import { bindPhoneToIdentity } from './bind-phone.ts'
import { giveNonce } from './browser-nonce.ts'
import { identifyReturn, portOf } from './identify-return.ts'
import { linkIdentity } from './link-identity.ts'
import { deleteIdentity, findHolder, insertState, insertTicket, listLinked, lockWaysIn } from './oauth-store.ts'

export const oauthHandlers: Handlers<typeof oauthApi> = {
  async authorizeUrl(ctx, { loginType: provider, redirect }, session) {
    const port = portOf(ctx, provider)
    // said before the way to the provider and back is gone for nothing
    if (session) await requireVerified(ctx, session)
    await ctx.limits.take('oauthAddress', ctx.address)
    const state = randomToken()
    const use = session
      ? ({ purpose: 'bind', userId: session.userId } as const)
      : ({ purpose: 'login', userId: null } as const)
    await insertState(
      ctx.db,
      { ...use, state, nonce: giveNonce(ctx), provider, redirect: safeRedirect(redirect, ctx.config.origin) ?? null },
      new Date(ctx.clock.now()),
    )
    return { authorizeUrl: port.authorizeUrl({ state, redirectUri: oauthReturnUri(ctx.config, provider) }) }
  },

  async loginCheck(ctx, input) {
    const { provider, identity, redirect } = await identifyReturn(ctx, input, null)
    const { nickname, headImg } = identity
    const shared = { loginType: provider, nickname, headImg: headImg ?? '', redirect }
    const userId = await findHolder(ctx.db, provider, identity)
    if (userId === undefined) {
      const bindTicket = randomToken()
      await insertTicket(ctx.db, bindTicket, { provider, identity, redirect }, new Date(ctx.clock.now()))
      return { ...shared, login: false, isRegistered: false, phoneIsReal: false, bindTicket }
    }
    const signedIn = await loggingFailure(ctx, { method: provider, userId }, () =>
      signIn(ctx, { userId, method: provider }),
    )
    return { ...shared, login: true, isRegistered: false, phoneIsReal: signedIn.phoneIsReal, bindTicket: null }
  },

  async bindByLogin(ctx, input, session) {
    await requireVerified(ctx, session)
    const { provider, identity } = await identifyReturn(ctx, input, session.userId)
    await ctx.tx(async (trx) => {
      const isNew = await linkIdentity(trx, session.userId, { provider, identity, now: new Date(ctx.clock.now()) })
      if (isNew) await noteSecurityEvent(ctx, trx, { userId: session.userId, kind: 'link', provider })
    })
    return true
  },

  async bindByNoLogin(ctx, input) {
    return bindPhoneToIdentity(ctx, input)
  },

  async unbind(ctx, { loginType: provider }, session) {
    const ways = await lockWaysIn(ctx.db, session.userId)
    if (!ways) throw new ApiError(Code.LoginTimeout)
    const linked = await listLinked(ctx.db, session.userId)
    if (!linked.includes(provider)) return true
    await requireVerified(ctx, session)
    const isLast = !ways.hasPassword && !ways.phoneIsReal && linked.length === 1
    if (isLast) throw new ApiError(Code.Toast, '解除绑定失败，这是唯一的登录方式，请先绑定手机号')
    await deleteIdentity(ctx.db, session.userId, provider)
    await noteSecurityEvent(ctx, ctx.db, { userId: session.userId, kind: 'unlink', provider })
    return true
  },
}
