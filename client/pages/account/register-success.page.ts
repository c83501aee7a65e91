import { definePage } from '#client/pages/define-page.ts'

export const registerSuccess = definePage('register-success', {
  path: '/register/success',
  layout: 'logoOnly',
  isAuthPage: true,
  cache: 'never',
  head: () => ({
    title: '注册成功',
    description: '账号已经开好，接下来可以完善资料、找一门课。',
    canonical: '/register/success',
    noindex: true,
  }),
  component: () => import('#client/pages/account/register-success.tsx').then((m) => m.RegisterSuccess),
})
