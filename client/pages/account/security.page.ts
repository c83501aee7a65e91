import { userQuery } from '#client/features/session/session-queries.ts'
import { dataExportQuery, securityQuery, sessionsQuery } from '#client/features/security/security-queries.ts'
import { definePage } from '#client/pages/define-page.ts'

export const security = definePage('security', {
  path: '/user/security',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api }) => ({
    critical: [userQuery(api), securityQuery(api)],
    deferred: [dataExportQuery(api), sessionsQuery(api)],
  }),
  head: () => ({
    title: '账号安全',
    description: '手机号、密码、微信和 QQ，登录设备和安全记录，导出数据，注销账号。',
    canonical: '/user/security',
    noindex: true,
  }),
  component: () => import('#client/pages/account/security.tsx').then((m) => m.Security),
})
