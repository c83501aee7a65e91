import { depositOfferQuery } from '#client/features/order/order-queries.ts'
import { definePage } from '#client/pages/define-page.ts'
import { depositInput } from '#client/pages/order/order-inputs.ts'

export const orderDeposit = definePage('order-deposit', {
  path: '/order/deposit/:type?',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  parse: depositInput,
  data: ({ api, choice }) => ({ critical: [depositOfferQuery(api, choice)] }),
  head: () => ({
    title: '支付定金',
    description: '先付定金，报名时抵扣。',
    canonical: '/order/deposit',
    noindex: true,
  }),
  component: () => import('#client/pages/order/order-deposit.tsx').then((m) => m.OrderDeposit),
})
