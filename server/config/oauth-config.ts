import * as z from 'zod/mini'
import { serviceUrl, setting, text, type Values } from './setting.ts'
import { isDeveloperEnv, type SiteEnv } from './site-env.ts'

export const oauthSettings = {
  OAUTH_PROVIDER: setting(
    z.optional(z.enum(['embedded', 'real', 'none'])),
    'sign-in by QQ and WeChat: `embedded` (an identity provider with invented people that starts along on 127.0.0.1; in development and test only), `real` or `none`',
    'embedded in development and test, else real when keys are set',
  ),
  OAUTH_EMBEDDED_URL: setting(
    serviceUrl,
    'address of the embedded identity provider; set, none is started',
    'a free port',
  ),
  QQ_APP_ID: setting(text(''), 'QQ 互联, website application; its callback address is `ORIGIN/authMiddlePage/auth`'),
  QQ_APP_KEY: setting(text(''), 'its key'),
  WECHAT_APP_ID: setting(text(''), '微信开放平台, website application; its callback domain is the host of `ORIGIN`'),
  WECHAT_APP_SECRET: setting(text(''), 'its secret'),
}

/** embedded: the identity provider that comes along; real: QQ and WeChat, each when its keys are set; none: no such sign-in. */
export interface OauthConfig {
  readonly kind: 'embedded' | 'real' | 'none'
  /** Address of the embedded provider; the primary process sets it. */
  readonly embeddedUrl: string | undefined
  readonly qq: { readonly appId: string; readonly appKey: string }
  readonly wechat: { readonly appId: string; readonly appSecret: string }
}

type Raw = Values<typeof oauthSettings>

/** The embedded provider answers on this machine only: for visitors from elsewhere it is no help. */
function kindByDefault(raw: Raw, siteEnv: SiteEnv): OauthConfig['kind'] {
  if (isDeveloperEnv(siteEnv)) return 'embedded'
  return raw.QQ_APP_ID || raw.WECHAT_APP_ID ? 'real' : 'none'
}

export function readOauthConfig(raw: Raw, siteEnv: SiteEnv): OauthConfig {
  return {
    kind: raw.OAUTH_PROVIDER ?? kindByDefault(raw, siteEnv),
    embeddedUrl: raw.OAUTH_EMBEDDED_URL,
    qq: { appId: raw.QQ_APP_ID, appKey: raw.QQ_APP_KEY },
    wechat: { appId: raw.WECHAT_APP_ID, appSecret: raw.WECHAT_APP_SECRET },
  }
}
