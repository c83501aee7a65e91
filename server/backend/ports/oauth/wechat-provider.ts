import { type OauthPort, oauthTimeoutMs } from './oauth-client.ts'
import { askProvider, checkRefusal, identityOf, idOf } from './provider-answer.ts'

export interface WechatOptions {
  readonly appId: string
  readonly appSecret: string
  /** Instead of WeChat's own addresses. */
  readonly base?: string | undefined
}

const pageBase = 'https://open.weixin.qq.com'
const apiBase = 'https://api.weixin.qq.com'

/** 微信开放平台, website application: a QR code to scan, then the token with open id and union id, then the profile. */
export function createWechatProvider({ appId, appSecret, base }: WechatOptions): OauthPort {
  return {
    authorizeUrl({ state, redirectUri }) {
      const query = { appid: appId, redirect_uri: redirectUri, response_type: 'code', scope: 'snsapi_login', state }
      return `${base ?? pageBase}/connect/qrconnect?${new URLSearchParams(query)}#wechat_redirect`
    },

    async identify({ code }) {
      const signal = AbortSignal.timeout(oauthTimeoutMs)
      const ask = (path: string, query: Record<string, string>): Promise<Record<string, unknown>> =>
        askProvider(base ?? apiBase, path, query, signal)
      const granted = await ask('/sns/oauth2/access_token', {
        appid: appId,
        secret: appSecret,
        code,
        grant_type: 'authorization_code',
      })
      checkRefusal('/sns/oauth2/access_token', granted.errcode)
      const openId = idOf('/sns/oauth2/access_token', granted.openid)
      const profile = await ask('/sns/userinfo', {
        access_token: idOf('/sns/oauth2/access_token', granted.access_token),
        openid: openId,
        lang: 'zh_CN',
      })
      checkRefusal('/sns/userinfo', profile.errcode)
      return identityOf(
        { openId, unionId: profile.unionid ?? granted.unionid },
        { nickname: profile.nickname, pictures: [profile.headimgurl] },
      )
    },
  }
}
