import { orderQuery } from '#client/features/order/order-queries.ts'
import { definePage } from '#client/pages/define-page.ts'
import { readOrder } from '#client/pages/order/order-inputs.ts'
import { addressesQuery } from '#client/features/address/address-queries.ts'
import { ownValue } from '#shared/own-value.ts'

const titles: Readonly<Record<string, string>> = {
  '1': '支付直播课',
  '2': '支付系统班',
  '3': '支付录播课',
  live: '支付直播课',
  classSystem: '支付系统班',
  video: '支付录播课',
}

/** The cashier: what is bought, what is taken off, and the ways to pay. `type` (a lecture type) only gives the title. */
export const orderPay = definePage('order-pay', {
  path: '/order/pay/:type?',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  // the type in the path is no part of the number
  parse: (address) => readOrder({ ...address, params: {} }),
  data: ({ api, choice }) => ({
    critical: [orderQuery(api, choice.orderNo)],
    deferred: [addressesQuery(api)],
  }),
  head: ({ params }) => ({
    title: ownValue(titles, params.type ?? '') ?? '支付订单',
    description: '核对课程、优惠和金额，然后支付。',
    canonical: '/order/pay',
    noindex: true,
  }),
  component: () => import('#client/pages/order/order-pay.tsx').then((m) => m.OrderPay),
})
