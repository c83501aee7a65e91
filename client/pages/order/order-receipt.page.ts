import { receiptQuery } from '#client/features/order/order-queries.ts'
import { definePage } from '#client/pages/define-page.ts'
import { readOrder } from '#client/pages/order/order-inputs.ts'

/** A paid order's receipt, for printing and for keeping. */
export const orderReceipt = definePage('order-receipt', {
  path: '/user/order/receipt/:sn',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  parse: readOrder,
  data: ({ api, choice }) => ({ critical: [receiptQuery(api, choice.orderNo)] }),
  head: () => ({ title: '收据', description: '订单的收据。', canonical: '/user/order', noindex: true }),
  component: () => import('#client/pages/order/order-receipt.tsx').then((m) => m.OrderReceipt),
})
