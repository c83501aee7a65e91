import type { CallContext } from '#server/backend/context/backend-context.ts'
import { OauthError, type OauthIdentity, type OauthPort } from '#server/backend/ports/oauth/oauth-client.ts'
import { oauthReturnUri } from '#server/config/oauth-return.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { OauthProvider } from '#shared/contract/enums.ts'
import { readNonce } from './browser-nonce.ts'
import { providerNames } from './link-identity.ts'
import { spendState } from './oauth-store.ts'

/** What the provider's redirect brought along. */
export interface ProviderReturn {
  readonly code?: string | undefined
  readonly state?: string | undefined
  readonly loginType?: OauthProvider | undefined
}

/** Whom the provider vouches for, and where they came from. */
export interface Returned {
  readonly provider: OauthProvider
  readonly identity: OauthIdentity
  readonly redirect: string | null
}

/** The provider's port; throws 4004 when it isn't offered here. */
export function portOf(ctx: CallContext, provider: OauthProvider): OauthPort {
  const port = ctx.oauth[provider]
  if (!port) throw new ApiError(Code.Toast, `暂不支持${providerNames[provider]}登录`)
  return port
}

/**
 * Spends the state, then asks the provider who it is. The state is gone whatever the provider says. Throws 4004 when the state
 * is not this browser's, not for this, used or older than ten minutes, and when the provider refuses. Not inside a transaction.
 */
export async function identifyReturn(
  ctx: CallContext,
  { code = '', state = '', loginType }: ProviderReturn,
  userId: number | null,
): Promise<Returned> {
  await ctx.limits.take('oauthAddress', ctx.address)
  const nonce = readNonce(ctx) ?? ''
  const use = { state, nonce, purpose: userId === null ? 'login' : 'bind', userId } as const
  const spent =
    state === '' || nonce === '' ? undefined : await spendState(ctx.db, use, loginType, new Date(ctx.clock.now()))
  if (!spent) throw new ApiError(Code.Toast, '授权已失效，请重新操作')
  const { provider, redirect } = spent
  if (code === '') throw new ApiError(Code.Toast, `你取消了${providerNames[provider]}授权`)
  try {
    const identity = await portOf(ctx, provider).identify({ code, redirectUri: oauthReturnUri(ctx.config, provider) })
    return { provider, identity, redirect }
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    ctx.log.warn({ provider, fault: error.fault, reason: error.message }, 'a provider did not identify a visitor')
    throw new ApiError(
      Code.Toast,
      error.fault === 'refused'
        ? `${providerNames[provider].trimStart()}授权失败，请重新操作`
        : `暂时连不上${providerNames[provider].trimEnd()}，请稍后再试`,
    )
  }
}
