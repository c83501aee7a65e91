import type { Config } from '#server/config/config.ts'
import type { OauthProvider } from '#shared/contract/enums.ts'

/** Where a provider sends the visitor back to: one address for each, as it is registered there. */
export function oauthReturnUri({ origin }: Pick<Config, 'origin'>, provider: OauthProvider): string {
  return `${origin}/authMiddlePage/auth?loginType=${provider}`
}
