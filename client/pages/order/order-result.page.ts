import { orderQuery } from '#client/features/order/order-queries.ts'
import { definePage } from '#client/pages/define-page.ts'
import { readOrder } from '#client/pages/order/order-inputs.ts'

/** What came of paying, and the way into the class. */
export const orderResult = definePage('order-result', {
  path: '/order/result/:sn?',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  parse: readOrder,
  data: ({ api, choice }) => ({ critical: [orderQuery(api, choice.orderNo)] }),
  head: () => ({
    title: '支付结果',
    description: '订单的支付结果和入学方式。',
    canonical: '/order/result',
    noindex: true,
  }),
  component: () => import('#client/pages/order/order-result.tsx').then((m) => m.OrderResult),
})
