import type { OauthConfig } from '#server/config/oauth-config.ts'
import { testClients } from '#server/dev-providers/identity/test-clients.ts'
import { withoutEndSlashes } from '#shared/rules/trim-end.ts'
import type { OauthClient } from './oauth-client.ts'
import { createQqProvider } from './qq-provider.ts'
import { createWechatProvider } from './wechat-provider.ts'

/** The providers that the configuration names: the real ones whose keys are set, or both at the identity provider that comes along. */
export function createOauthClient({ kind, embeddedUrl, qq, wechat }: OauthConfig): OauthClient {
  if (kind === 'real') {
    return {
      ...(qq.appId ? { QQ: createQqProvider(qq) } : {}),
      ...(wechat.appId ? { WECHAT: createWechatProvider(wechat) } : {}),
    }
  }
  if (kind === 'none' || embeddedUrl === undefined) return {}
  const { QQ, WECHAT } = testClients
  const base = withoutEndSlashes(embeddedUrl)
  return {
    QQ: createQqProvider({ appId: QQ.id, appKey: QQ.secret, base }),
    WECHAT: createWechatProvider({ appId: WECHAT.id, appSecret: WECHAT.secret, base }),
  }
}
