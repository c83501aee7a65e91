import { callQuery } from '#client/features/common/call-query.ts'
import { definePage } from '#client/pages/define-page.ts'
import { pageMoved } from '#client/pages/page-outcome.ts'
import { safeRedirect } from '#shared/rules/safe-redirect.ts'

/** The guards give paths; any whole address counts as another site's here. */
const noOrigin = 'http://none.invalid'

export const bindPhone = definePage('bind-phone', {
  path: '/user/auth/bind',
  layout: 'logoOnly',
  access: 'user',
  cache: 'never',
  data: ({ api }) => ({
    critical: [
      callQuery(api, 'GET /api/auth/check/virtual/phoneNum', {}),
      callQuery(api, 'GET /api/user/info/security', {}),
    ],
  }),
  settle: ({ api, search, read }) => {
    if (read(callQuery(api, 'GET /api/auth/check/virtual/phoneNum', {})))
      throw pageMoved(safeRedirect(search.get('redirect'), noOrigin) ?? '/', 302)
  },
  head: () => ({
    title: '绑定手机号',
    description: '绑定一个真实的手机号，登录和找回密码都靠它。',
    canonical: '/user/auth/bind',
    noindex: true,
  }),
  component: () => import('#client/pages/account/bind-phone.tsx').then((m) => m.BindPhone),
})
