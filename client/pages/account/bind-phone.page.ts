import { definePage } from '#client/pages/define-page.ts'
import { pageMoved } from '#client/pages/page-outcome.ts'
import { phoneIsRealQuery } from '#client/features/session/session-queries.ts'
import { securityQuery } from '#client/features/security/security-queries.ts'
import { safeRedirect } from '#shared/rules/safe-redirect.ts'

/** The guards give paths; any whole address counts as another site's here. */
const noOrigin = 'http://none.invalid'

export const bindPhone = definePage('bind-phone', {
  path: '/user/auth/bind',
  layout: 'logoOnly',
  access: 'user',
  cache: 'never',
  data: ({ api }) => ({
    critical: [phoneIsRealQuery(api), securityQuery(api)],
  }),
  settle: ({ api, search, read }) => {
    if (read(phoneIsRealQuery(api))) throw pageMoved(safeRedirect(search.get('redirect'), noOrigin) ?? '/', 302)
  },
  head: () => ({
    title: '绑定手机号',
    description: '绑定一个真实的手机号，登录和找回密码都靠它。',
    canonical: '/user/auth/bind',
    noindex: true,
  }),
  component: () => import('#client/pages/account/bind-phone.tsx').then((m) => m.BindPhone),
})
