import { securityQuery } from '#client/features/security/security-queries.ts'
import { definePage } from '#client/pages/define-page.ts'

export const passwordChange = definePage('password-change', {
  path: '/user/auth/password/:way?',
  where: { way: /change/ },
  layout: 'logoOnly',
  access: 'user',
  cache: 'never',
  data: ({ api }) => ({ critical: [securityQuery(api)] }),
  head: () => ({
    title: '修改密码',
    description: '用绑定的手机号验证身份，换一个新密码。',
    canonical: '/user/auth/password',
    noindex: true,
  }),
  component: () => import('#client/pages/account/password-change.tsx').then((m) => m.PasswordChange),
})
