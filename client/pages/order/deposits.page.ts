import { depositsQuery } from '#client/features/order/order-queries.ts'
import { definePage } from '#client/pages/define-page.ts'
import { depositsInput } from '#client/pages/order/order-inputs.ts'

export const deposits = definePage('deposits', {
  path: '/deposits/:id?',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  parse: ({ params }) => depositsInput(params.id),
  data: ({ api, choice }) => ({ critical: [depositsQuery(api, choice)] }),
  head: () => ({ title: '我的定金', description: '付过的定金、尾款和期限。', canonical: '/deposits', noindex: true }),
  component: () => import('#client/pages/order/deposits.tsx').then((m) => m.Deposits),
})
