import { definePage } from '#client/pages/define-page.ts'
import { entranceOfCourseQuery, entranceOfOrderQuery } from '#client/features/order/entrance-queries.ts'
import { type OrderChoice, readOrder } from '#client/pages/order/order-inputs.ts'

/** How to enter the class after a purchase: of an order, or of the latest one. */
export const entrance = definePage('entrance', {
  path: '/entrance/:sn?',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  parse: (address): Partial<OrderChoice> => (address.params.sn === undefined ? {} : readOrder(address)),
  data: ({ api, choice: { orderNo } }) => ({
    critical: [orderNo === undefined ? entranceOfCourseQuery(api) : entranceOfOrderQuery(api, { orderNo })],
  }),
  head: () => ({
    title: '入学信息',
    description: '班主任、开课时间和头几步怎么走。',
    canonical: '/entrance',
    noindex: true,
  }),
  component: () => import('#client/pages/entrance/entrance.tsx').then((m) => m.EntranceScreen),
})
