import { inviteInput } from '#client/pages/coupon/invite-input.ts'
import { ownCouponProductsQuery } from '#client/features/coupon/coupon-queries.ts'
import { definePage } from '#client/pages/define-page.ts'

/** Where an invitation with a coupon leads. */
export const couponInvite = definePage('coupon-invite', {
  path: '/coupon/invite/:id?',
  layout: 'base',
  access: 'coupon',
  cache: 'never',
  data: ({ api, params }) => ({
    critical: [ownCouponProductsQuery(api, inviteInput(params.id))],
  }),
  head: () => ({
    title: '送你一张优惠券',
    description: '朋友邀请你领取优惠券。',
    canonical: '/coupon/invite',
    noindex: true,
  }),
  component: () => import('#client/pages/coupon/coupon-invite.tsx').then((m) => m.CouponInvite),
})
