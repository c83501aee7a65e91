import { callQuery } from '#client/features/common/call-query.ts'
import { definePage } from '#client/pages/define-page.ts'
import { depositsInput } from '#client/pages/order/order-inputs.ts'

export const deposits = definePage('deposits', {
  path: '/deposits/:id?',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api, params }) => ({ critical: [callQuery(api, 'GET /api/order/deposits', depositsInput(params.id))] }),
  head: () => ({ title: '我的定金', description: '付过的定金、尾款和期限。', canonical: '/deposits', noindex: true }),
  component: () => import('#client/pages/order/deposits.tsx').then((m) => m.Deposits),
})
