import { definePage } from '#client/pages/define-page.ts'

export const passwordForget = definePage('password-forget', {
  path: '/user/auth/password/forget',
  layout: 'logoOnly',
  isAuthPage: true,
  cache: 'never',
  head: () => ({
    title: '找回密码',
    description: '用手机号收一条验证码，重新设置登录密码。',
    canonical: '/user/auth/password/forget',
    noindex: true,
  }),
  component: () => import('#client/pages/account/password-forget.tsx').then((m) => m.PasswordForget),
})
