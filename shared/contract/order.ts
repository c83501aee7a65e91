import * as z from 'zod/mini'
import { Code } from '#shared/contract/codes.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  Flag,
  Id,
  intBetween,
  LectureTypeField,
  LectureTypeQuery,
  Money,
  NullableText,
  PageNum,
  pageOf,
  pageSize,
  Text,
  Time,
} from '#shared/contract/fields.ts'
import {
  ClientToken,
  Deposit,
  OrderDetail,
  OrderNo,
  OrderSummary,
  orderNoInput,
  PriceObject,
  RefundInfo,
  RefundLine,
} from '#shared/contract/order-fields.ts'
import { LessonEntry } from '#shared/contract/play-fields.ts'
import { ClientToken as TicketToken, TicketOpened, TicketWords } from '#shared/contract/ticket-fields.ts'

/** Answer of a sign-up (spec §4): order and doPay, or the result. */
export const SignUpAnswer = z.object({
  orderNo: z.optional(Text),
  doPay: z.optional(z.boolean()),
  result: z.optional(z.boolean()),
})
export type SignUpAnswer = z.output<typeof SignUpAnswer>

/** What a learner has of a product. */
export const Purchase = z.object({
  /** Is enrolled now. */
  isSignUp: z.boolean(),
  /** Has paid for it. */
  isBuy: z.boolean(),
  /** An unpaid order that waits, or null. */
  openOrderNo: NullableText,
  /** A part of it is paid: the rest is what is left to pay. */
  openOrderPaid: z.boolean(),
  /** A held deposit that is taken off, or null. */
  depositId: z.nullable(z.number()),
  /** A paid order that shows how to enter the class, or null. */
  entranceOrderNo: NullableText,
  /** Scheduled class of the enrolment, or null. */
  scheduleId: z.nullable(z.number()),
  /** Has the course without a class of it, as it came with a class system: signing up with a class chooses it. */
  needsClass: z.boolean(),
  /** A deposit that can be paid now instead of the whole price, or null. */
  deposit: z.nullable(z.object({ channel: intBetween(4, 5), amount: Money, deductAmount: Money })),
  /** Where they go on with it; null for who may not go in. */
  way: z.nullable(LessonEntry),
})
export type Purchase = z.output<typeof Purchase>

/** Seats of a class: personal data of nobody, but never in a cached page. */
export const ScheduleSeats = z.object({
  id: z.number(),
  name: Text,
  beginDate: Text,
  endDate: Text,
  timeText: Text,
  status: z.number(),
  capacity: z.nullable(z.number()),
  left: z.nullable(z.number()),
})
export type ScheduleSeats = z.output<typeof ScheduleSeats>

export const DepositOffer = z.object({
  product: z.object({
    id: z.number(),
    name: Text,
    coverImg: Text,
    lectureType: LectureTypeField,
    price: Money,
    url: Text,
  }),
  offerId: z.number(),
  channel: intBetween(4, 5),
  name: Text,
  depositAmount: Money,
  deductAmount: Money,
  /** What is to pay later: price − deductAmount. */
  balance: Money,
  balanceDays: z.number(),
  refundable: z.boolean(),
  begDate: Time,
  endDate: Time,
  /** Left, or null without a limit. */
  stock: z.nullable(z.number()),
  /** The learner's own deposit of this product that still counts, or null. */
  own: z.nullable(Deposit),
})
export type DepositOffer = z.output<typeof DepositOffer>

export const Receipt = z.object({
  orderNo: Text,
  buyer: Text,
  seller: Text,
  items: z.array(z.object({ name: Text, price: Money, payAmount: Money })),
  amount: Money,
  ownedAmount: Money,
  couponAmount: Money,
  depositAmount: Money,
  paidAmount: Money,
  refundedAmount: Money,
  payType: NullableText,
  tradeNo: NullableText,
  createTime: Time,
  paidTime: Time,
})
export type Receipt = z.output<typeof Receipt>

/** Orders and deposits (spec §7, order). A foreign and an unknown order number are both code 405. */
export const orderApi = {
  signUp: endpoint('GET /api/course/sign-up', {
    access: 'user',
    loginCode: Code.LogoutCode,
    writes: 'steps',
    input: z.object({
      courseId: Id,
      lectureType: z.optional(LectureTypeQuery),
      classScheduleId: z.optional(Id),
      scheduleId: z.optional(Id),
    }),
    output: SignUpAnswer,
  }),
  /** What the caller has of a product; of nobody for a visitor. */
  purchase: endpoint('GET /api/order/purchase', { input: z.object({ productId: Id }), output: Purchase }),
  seats: endpoint('GET /api/course/schedule-seats', {
    input: z.object({ courseId: Id }),
    output: z.array(ScheduleSeats),
  }),
  productDetail: endpoint('GET /api/common/get-product-detail', {
    access: 'user',
    input: z.object({
      productId: z.optional(Id),
      productType: z.optional(LectureTypeQuery),
      orderNo: z.optional(OrderNo),
    }),
    output: z.object({
      id: z.number(),
      name: Text,
      coverImg: Text,
      lectureType: LectureTypeField,
      price: Money,
      originPrice: z.nullable(Money),
      url: Text,
      sendsMaterials: z.boolean(),
      schedules: z.array(ScheduleSeats),
      depositInfo: z.nullable(DepositOffer),
    }),
  }),
  list: endpoint('GET /api/user/order/list', {
    access: 'user',
    input: z.object({
      status: z.optional(z.union([z.literal(''), intBetween(0, 5)])),
      pageNum: PageNum,
      pageSize: pageSize(10),
    }),
    output: pageOf(OrderSummary),
  }),
  detail: endpoint('GET /api/order/detail', {
    access: 'user',
    writes: 'steps',
    input: z.object(orderNoInput),
    output: OrderDetail,
  }),
  /** Computes the price and keeps the chosen coupon and deposit on the unpaid order; 0 takes one away, leaving it out keeps it. */
  discounts: endpoint('GET /api/order/discounts', {
    access: 'user',
    writes: 'steps',
    input: z.object({
      orderNo: OrderNo,
      userCouponId: z.optional(intBetween(0, 2 ** 31 - 1)),
      depositId: z.optional(intBetween(0, 2 ** 31 - 1)),
    }),
    output: PriceObject,
  }),
  checkAgreement: endpoint('POST /api/order/check/check-agreement', {
    access: 'user',
    writes: 'one',
    input: z.object({ orderNo: OrderNo, agreementStatus: z._default(Flag, true) }),
    output: z.boolean(),
  }),
  /** Where to send what belongs to the order; only while it isn't paid in full. */
  address: endpoint('POST /api/order/address', {
    access: 'user',
    writes: 'one',
    input: z.object({ orderNo: OrderNo, addressId: Id }),
    output: z.boolean(),
  }),
  cancel: endpoint('POST /api/order/cancel', {
    access: 'user',
    writes: 'steps',
    input: z.object({ orderNo: OrderNo }),
    output: z.boolean(),
  }),
  refundPreview: endpoint('GET /api/order/refund/preview', {
    access: 'user',
    input: z.object({ orderNo: OrderNo }),
    output: z.object({
      orderNo: Text,
      lines: z.array(z.extend(RefundLine, { refundable: z.boolean(), why: NullableText })),
      rule: Text,
    }),
  }),
  refundApply: endpoint('POST /api/order/refund/apply', {
    access: 'user',
    writes: 'one',
    /** Without `itemIds` every line that can be refunded. */
    input: z.object({
      orderNo: OrderNo,
      itemIds: z.optional(z.array(Id).check(z.maxLength(200))),
      reason: z.string().check(z.maxLength(1000)),
      clientToken: ClientToken,
    }),
    output: RefundInfo,
  }),
  refundWithdraw: endpoint('POST /api/order/refund/withdraw', {
    access: 'user',
    writes: 'one',
    input: z.object({ orderNo: OrderNo }),
    output: z.boolean(),
  }),
  /** A refusal is looked at again, once, by somebody who had no part in it. */
  refundAppeal: endpoint('POST /api/order/refund/appeal', {
    access: 'user',
    writes: 'one',
    input: z.object({ orderNo: OrderNo, refundId: Id, content: TicketWords, clientToken: TicketToken }),
    output: TicketOpened,
  }),
  refundDetail: endpoint('GET /api/order/refund/detail', {
    access: 'user',
    input: z.object({ orderNo: OrderNo }),
    output: z.array(RefundInfo),
  }),
  receipt: endpoint('GET /api/order/receipt', {
    access: 'user',
    input: z.object({ orderNo: OrderNo }),
    output: Receipt,
  }),
  depositProduct: endpoint('GET /api/order/deposit/product-detail', {
    access: 'user',
    input: z.object({ productId: Id, type: z.optional(intBetween(4, 5)), activityId: z.optional(Id) }),
    output: DepositOffer,
  }),
  depositCreate: endpoint('POST /api/order/deposit/create-order', {
    access: 'user',
    loginCode: Code.LogoutCode,
    writes: 'steps',
    input: z.object({
      productId: Id,
      type: z._default(intBetween(4, 5), 4),
      scheduleId: z.optional(Id),
      clientToken: ClientToken,
    }),
    output: z.object({ orderNo: Text }),
  }),
  deposits: endpoint('GET /api/order/deposits', {
    access: 'user',
    input: z.object({ id: z.optional(Id), pageNum: PageNum, pageSize: pageSize(20) }),
    output: z.array(Deposit),
  }),
}
