import * as z from 'zod/mini'
import { Code } from '#shared/contract/codes.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { CouponState } from '#shared/contract/enums.ts'
import {
  CourseCard,
  Empty,
  Id,
  LectureTypeQuery,
  Money,
  NullableText,
  PageNum,
  pageOf,
  pageSize,
  Text,
  Time,
} from '#shared/contract/fields.ts'
import { OrderCoupon, OrderNo, UserCoupon } from '#shared/contract/order-fields.ts'

/** A coupon that can be claimed. */
export const CouponInfo = z.object({
  id: z.number(),
  name: Text,
  note: Text,
  kind: z.number(),
  amount: Money,
  threshold: Money,
  total: z.nullable(z.number()),
  /** Null without a limit. */
  remaining: z.nullable(z.number()),
  /** The caller has as many as one may have. */
  received: z.boolean(),
  /** 1 not started, 2 claimable, 3 sold out, 4 ended. */
  state: z.enum(CouponState),
  begDate: Time,
  endDate: Time,
  /** In words until when a claimed one is good. */
  validText: Text,
  forAll: z.boolean(),
})
export type CouponInfo = z.output<typeof CouponInfo>

/** Coupons (spec §7). */
export const couponApi = {
  byMe: endpoint('GET /api/coupon/by-me', {
    access: 'user',
    input: z.object({
      status: z.optional(z.enum(['unused', 'used', 'expired'])),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: pageOf(UserCoupon),
  }),
  /** Coupons on offer for everybody. */
  offers: endpoint('GET /api/coupon/offers', { input: Empty, output: z.array(CouponInfo) }),
  products: endpoint('GET /api/coupon/product-by-coupon', {
    input: z.object({ couponId: z.optional(Id), pageNum: PageNum, pageSize: pageSize(20) }),
    output: z.object({ coupon: z.nullable(CouponInfo), products: pageOf(CourseCard) }),
  }),
  productSingle: endpoint('GET /api/coupon/product-by-coupon-single', {
    /** `inviteId` is an invitation's code, or else a coupon's id. */
    input: z.object({ couponId: z.optional(Id), inviteId: z.optional(z.string().check(z.maxLength(64))) }),
    output: z.object({
      coupon: CouponInfo,
      product: z.nullable(CourseCard),
      inviter: z.nullable(z.object({ nickname: Text, headImg: NullableText })),
    }),
  }),
  /** Looked at in a room that is open to everybody: who isn't logged in is asked to, and may go on without. */
  info: endpoint('GET /api/coupon/info', {
    access: 'user',
    service: 'play',
    loginCode: Code.LogoutCode,
    input: z.object({ couponId: Id }),
    output: CouponInfo,
  }),
  get: endpoint('GET /api/coupon/get', {
    access: 'user',
    writes: 'one',
    service: 'play',
    input: z.object({
      couponId: z.optional(Id),
      source: z.optional(z.enum(['live', 'invite', 'page'])),
      inviteId: z.optional(z.string().check(z.maxLength(64))),
    }),
    output: z.object({ userCouponId: z.number() }),
  }),
  /** The wallet for an order, best first; one that can't be used says why. `amount` is read and not believed. */
  listForOrder: endpoint('POST /api/coupon/list', {
    access: 'user',
    writes: false,
    input: z.object({
      orderNo: z.optional(OrderNo),
      productId: z.optional(Id),
      productType: z.optional(LectureTypeQuery),
      amount: z.optional(z.union([z.string(), z.number()])),
    }),
    output: z.array(OrderCoupon),
  }),
}
