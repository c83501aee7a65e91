import { OauthError, type OauthPort, oauthTimeoutMs } from './oauth-client.ts'
import { askProvider, checkRefusal, identityOf, idOf } from './provider-answer.ts'

export interface QqOptions {
  readonly appId: string
  readonly appKey: string
  /** Instead of QQ's own address. */
  readonly base?: string | undefined
}

const qqBase = 'https://graph.qq.com'

/** QQ 互联, website application: authorization code, then open id and union id, then the profile. */
export function createQqProvider({ appId, appKey, base = qqBase }: QqOptions): OauthPort {
  return {
    authorizeUrl({ state, redirectUri }) {
      const query = {
        response_type: 'code',
        client_id: appId,
        redirect_uri: redirectUri,
        state,
        scope: 'get_user_info',
      }
      return `${base}/oauth2.0/authorize?${new URLSearchParams(query)}`
    },

    async identify({ code, redirectUri }) {
      const signal = AbortSignal.timeout(oauthTimeoutMs)
      const ask = (path: string, query: Record<string, string>): Promise<Record<string, unknown>> =>
        askProvider(base, path, query, signal)
      const granted = await ask('/oauth2.0/token', {
        grant_type: 'authorization_code',
        client_id: appId,
        client_secret: appKey,
        code,
        redirect_uri: redirectUri,
        fmt: 'json',
      })
      checkRefusal('/oauth2.0/token', granted.error)
      const accessToken = idOf('/oauth2.0/token', granted.access_token)
      const me = await ask('/oauth2.0/me', { access_token: accessToken, unionid: '1', fmt: 'json' })
      checkRefusal('/oauth2.0/me', me.error)
      // a token that was granted to another site proves nothing to this one
      if (String(me.client_id) !== appId) throw new OauthError('refused', '/oauth2.0/me speaks of another client.')
      const openId = idOf('/oauth2.0/me', me.openid)
      const profile = await ask('/user/get_user_info', {
        access_token: accessToken,
        oauth_consumer_key: appId,
        openid: openId,
      })
      checkRefusal('/user/get_user_info', profile.ret)
      return identityOf(
        { openId, unionId: me.unionid },
        {
          nickname: profile.nickname,
          pictures: [profile.figureurl_qq_2, profile.figureurl_qq_1, profile.figureurl_qq],
        },
      )
    },
  }
}
