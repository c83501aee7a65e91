import { userQuery } from '#client/features/session/session-queries.ts'
import { profileQuery } from '#client/features/my-info/my-info-queries.ts'
import { requiredFieldsQuery } from '#client/features/login/login-queries.ts'
import { definePage } from '#client/pages/define-page.ts'

export const completeProfile = definePage('complete-profile', {
  path: '/user/perfect',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api }) => ({
    critical: [userQuery(api), profileQuery(api), requiredFieldsQuery(api, { form: 'perfect' })],
  }),
  head: () => ({
    title: '完善资料',
    description: '说说你想学什么、学到了哪里，老师好按你的情况安排。',
    canonical: '/user/perfect',
    noindex: true,
  }),
  component: () => import('#client/pages/account/complete-profile.tsx').then((m) => m.CompleteProfile),
})
