import type { OauthProvider } from '#shared/contract/enums.ts'

export const providerNames: Readonly<Record<OauthProvider, string>> = { QQ: 'QQ', WECHAT: '微信' }

/** The provider that an address names, or nothing. */
export function readProvider(value: string | null | undefined): OauthProvider | undefined {
  return value === 'QQ' || value === 'WECHAT' ? value : undefined
}
