import { callQuery } from '#client/features/common/call-query.ts'
import { definePage } from '#client/pages/define-page.ts'
import { readOrderNo } from '#client/pages/order/order-inputs.ts'
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
  data: ({ api, search }) => ({
    critical: [callQuery(api, 'GET /api/order/detail', { orderNo: readOrderNo(search) })],
    deferred: [callQuery(api, 'GET /api/user/address', {})],
  }),
  head: ({ params }) => ({
    title: ownValue(titles, params.type ?? '') ?? '支付订单',
    description: '核对课程、优惠和金额，然后支付。',
    canonical: '/order/pay',
    noindex: true,
  }),
  component: () => import('#client/pages/order/order-pay.tsx').then((m) => m.OrderPay),
})
