import { callQuery } from '#client/features/common/call-query.ts'
import { definePage } from '#client/pages/define-page.ts'

export const myInfo = definePage('my-info', {
  path: '/user/info',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api }) => ({
    critical: [callQuery(api, 'GET /api/user/info', {}), callQuery(api, 'GET /api/user/info/profile', {})],
    deferred: [callQuery(api, 'GET /api/user/address', {})],
  }),
  head: () => ({
    title: '我的信息',
    description: '头像、个人资料和收货地址。',
    canonical: '/user/info',
    noindex: true,
  }),
  component: () => import('#client/pages/account/my-info.tsx').then((m) => m.MyInfo),
})
