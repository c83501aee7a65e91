import { orderListQuery } from '#client/features/order/order-queries.ts'
import { definePage } from '#client/pages/define-page.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { ordersInput } from '#client/pages/order/order-inputs.ts'

export const myOrders = definePage('my-orders', {
  path: '/user/order',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  parse: ordersInput,
  data: ({ api, choice }) => ({
    critical: [userQuery(api), orderListQuery(api, choice)],
  }),
  head: () => ({ title: '我的订单', description: '订单、付款、退款和收据。', canonical: '/user/order', noindex: true }),
  component: () => import('#client/pages/order/my-orders.tsx').then((m) => m.MyOrders),
})
