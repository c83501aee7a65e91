import { definePage } from '#client/pages/define-page.ts'

export const oauthBind = definePage('oauth-bind', {
  path: '/user/oauth/:type?',
  where: { type: /QQ|WECHAT/ },
  layout: 'logoOnly',
  isAuthPage: true,
  hasSecretAddress: true,
  cache: 'never',
  head: () => ({
    title: '绑定手机号',
    description: '绑定一个手机号，以后用 QQ 或微信一键登录。',
    canonical: '/user/oauth',
    noindex: true,
  }),
  component: () => import('#client/pages/account/oauth-bind.tsx').then((m) => m.OauthBind),
})
