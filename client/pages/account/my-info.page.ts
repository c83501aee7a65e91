import { userQuery } from '#client/features/session/session-queries.ts'
import { profileQuery } from '#client/features/my-info/my-info-queries.ts'
import { addressesQuery } from '#client/features/address/address-queries.ts'
import { definePage } from '#client/pages/define-page.ts'

export const myInfo = definePage('my-info', {
  path: '/user/info',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api }) => ({
    critical: [userQuery(api), profileQuery(api)],
    deferred: [addressesQuery(api)],
  }),
  head: () => ({
    title: '我的信息',
    description: '头像、个人资料和收货地址。',
    canonical: '/user/info',
    noindex: true,
  }),
  component: () => import('#client/pages/account/my-info.tsx').then((m) => m.MyInfo),
})
