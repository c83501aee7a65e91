import { definePage } from '#client/pages/define-page.ts'

export const oauthReturn = definePage('oauth-return', {
  path: '/authMiddlePage/auth',
  layout: 'default',
  isAuthPage: true,
  hasSecretAddress: true,
  cache: 'never',
  head: () => ({
    title: '正在登录',
    description: '正在用 QQ 或微信登录。',
    canonical: '/authMiddlePage/auth',
    noindex: true,
  }),
  component: () => import('#client/pages/account/oauth-return.tsx').then((m) => m.OauthReturn),
})
