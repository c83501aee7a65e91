import { callQuery } from '#client/features/common/call-query.ts'
import { definePage } from '#client/pages/define-page.ts'

export const security = definePage('security', {
  path: '/user/security',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api }) => ({
    critical: [callQuery(api, 'GET /api/user/info', {}), callQuery(api, 'GET /api/user/info/security', {})],
    deferred: [callQuery(api, 'GET /api/user/data-export', {}), callQuery(api, 'GET /api/user/sessions', {})],
  }),
  head: () => ({
    title: '账号安全',
    description: '手机号、密码、微信和 QQ，登录设备和安全记录，导出数据，注销账号。',
    canonical: '/user/security',
    noindex: true,
  }),
  component: () => import('#client/pages/account/security.tsx').then((m) => m.Security),
})
