import { securityQuery } from '#client/features/security/security-queries.ts'
import { definePage } from '#client/pages/define-page.ts'

export const changePhone = definePage('change-phone', {
  path: '/user/auth/updatePhone',
  layout: 'logoOnly',
  access: 'user',
  cache: 'never',
  data: ({ api }) => ({ critical: [securityQuery(api)] }),
  head: () => ({
    title: '更换手机号',
    description: '先验证现在的手机号，再绑定新的。',
    canonical: '/user/auth/updatePhone',
    noindex: true,
  }),
  component: () => import('#client/pages/account/change-phone.tsx').then((m) => m.ChangePhone),
})
