import { readCouponChoice } from '#client/pages/coupon/coupon-choice.ts'
import { couponOffersQuery, couponProductsQuery, ownCouponsQuery } from '#client/features/coupon/coupon-queries.ts'
import { definePage } from '#client/pages/define-page.ts'

/** Coupons to claim, the learner's own, and the courses that one is good for. */
export const coupons = definePage('coupons', {
  path: '/coupon',
  layout: 'base',
  access: 'coupon',
  cache: 'never',
  data: ({ api, search }) => {
    const { status, couponId, page } = readCouponChoice(search)
    return {
      critical: [
        ownCouponsQuery(api, { status, pageSize: 50 }),
        couponOffersQuery(api),
        ...(couponId === undefined ? [] : [couponProductsQuery(api, { couponId, pageNum: page })]),
      ],
    }
  },
  head: () => ({
    title: '优惠券',
    description: '领取优惠券，看自己的券和能用的课程。',
    canonical: '/coupon',
    noindex: true,
  }),
  component: () => import('#client/pages/coupon/coupons.tsx').then((m) => m.Coupons),
})
