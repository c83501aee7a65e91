import { definePage } from '#client/pages/define-page.ts'

export const login = definePage('login', {
  path: '/auth/login',
  layout: 'default',
  isAuthPage: true,
  cache: 'never',
  head: ({ common }) => ({
    title: '登录',
    description: `登录${common.config.brandName}：短信验证码、密码，或者微信、QQ。`,
    canonical: '/auth/login',
    noindex: true,
  }),
  component: () => import('#client/pages/account/login.tsx').then((m) => m.Login),
})
