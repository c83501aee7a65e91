import { callQuery } from '#client/features/common/call-query.ts'
import { definePage } from '#client/pages/define-page.ts'
import { readOrderNo } from '#client/pages/order/order-inputs.ts'

/** A paid order's receipt, for printing and for keeping. */
export const orderReceipt = definePage('order-receipt', {
  path: '/user/order/receipt/:sn',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api, params, search }) => ({
    critical: [callQuery(api, 'GET /api/order/receipt', { orderNo: readOrderNo(search, params.sn) })],
  }),
  head: () => ({ title: '收据', description: '订单的收据。', canonical: '/user/order', noindex: true }),
  component: () => import('#client/pages/order/order-receipt.tsx').then((m) => m.OrderReceipt),
})
