import { callQuery } from '#client/features/common/call-query.ts'
import { definePage } from '#client/pages/define-page.ts'
import { depositInput } from '#client/pages/order/order-inputs.ts'

export const orderDeposit = definePage('order-deposit', {
  path: '/order/deposit/:type?',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: (input) => ({ critical: [callQuery(input.api, 'GET /api/order/deposit/product-detail', depositInput(input))] }),
  head: () => ({
    title: '支付定金',
    description: '先付定金，报名时抵扣。',
    canonical: '/order/deposit',
    noindex: true,
  }),
  component: () => import('#client/pages/order/order-deposit.tsx').then((m) => m.OrderDeposit),
})
