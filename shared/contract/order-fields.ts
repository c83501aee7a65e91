import * as z from 'zod/mini'
import {
  CommentState,
  DepositState,
  OrderStatus,
  PayChannel,
  PayState,
  payTypes,
  RefundState,
  UserCouponState,
  UseState,
} from '#shared/contract/enums.ts'
import { Id, intBetween, LectureTypeField, Money, NullableText, Text, Time } from '#shared/contract/fields.ts'
import { EvaluableLesson } from '#shared/contract/my-course.ts'

/** An order number as it comes in: anything that can't be one belongs to nobody. */
export const OrderNo = z.string().check(z.maxLength(64))

/** `orderNo`, or its synonym `sn` (spec §3). */
export const orderNoInput = { orderNo: z.optional(OrderNo), sn: z.optional(OrderNo) }

/** Made by the browser once per intention; the same token again is the same call. */
export const ClientToken = z.optional(z.string().check(z.minLength(1), z.maxLength(64)))

export const PayTypeField = z.enum(payTypes)

/** A line of an order: name, cover and price as they were when it was made. */
export const OrderItem = z.object({
  id: z.number(),
  productId: z.number(),
  name: Text,
  coverImg: Text,
  lectureType: LectureTypeField,
  scheduleId: z.nullable(z.number()),
  /** Class of the order, or null. */
  scheduleName: NullableText,
  price: Money,
  /** The line's price without what was owned, its share of coupon and deposit. */
  payAmount: Money,
  /** Owned before and not sold again. */
  owned: z.boolean(),
  refunded: z.boolean(),
})
export type OrderItem = z.output<typeof OrderItem>

const orderFacts = {
  id: z.number(),
  orderNo: Text,
  /** The same number under the spec's other name. */
  sn: Text,
  /** 1 product, 2 deposit. */
  orderKind: intBetween(1, 2),
  status: z.enum(OrderStatus),
  payState: z.enum(PayState),
  payChannel: z.enum(PayChannel),
  useState: z.enum(UseState),
  commentState: z.enum(CommentState),
  amount: Money,
  payAmount: Money,
  /** Still to be paid. */
  dueAmount: Money,
  paidAmount: Money,
  refundedAmount: Money,
  createTime: Time,
  /** An unpaid order is closed then. */
  expireTime: Time,
  paidTime: z.nullable(Time),
  items: z.array(OrderItem),
  product: z.object({ id: z.number(), name: Text, coverImg: Text, lectureType: LectureTypeField, url: Text }),
  /** The latest refund request, or null. */
  refundState: z.nullable(z.enum(RefundState)),
  /** The learner may ask for a refund now. */
  canRefund: z.boolean(),
  /** A refusal may be appealed now, whatever was asked for since. */
  canAppeal: z.boolean(),
  hasEntrance: z.boolean(),
  /** The lesson of it that its learner may evaluate now; null when there is none. */
  evaluation: z.nullable(EvaluableLesson),
}

export const OrderSummary = z.object(orderFacts)
export type OrderSummary = z.output<typeof OrderSummary>

/** What the learner pays and why. `payAmount` is still to be paid. */
export const PriceObject = z.object({
  orderNo: Text,
  amount: Money,
  ownedAmount: Money,
  couponAmount: Money,
  depositAmount: Money,
  paidAmount: Money,
  payAmount: Money,
  userCouponId: z.nullable(z.number()),
  depositId: z.nullable(z.number()),
})
export type PriceObject = z.output<typeof PriceObject>

/** A coupon in a learner's wallet. */
export const UserCoupon = z.object({
  id: z.number(),
  couponId: z.number(),
  name: Text,
  note: Text,
  /** 1 full reduction, 2 direct. */
  kind: intBetween(1, 2),
  amount: Money,
  threshold: Money,
  begDate: Time,
  endDate: Time,
  state: z.enum(UserCouponState),
  /** Good for every product. */
  forAll: z.boolean(),
})
export type UserCoupon = z.output<typeof UserCoupon>

/** The same with the answer whether it can be used on an order. */
export const OrderCoupon = z.extend(UserCoupon, {
  usable: z.boolean(),
  /** Why it can't be used, in words; null when it can. */
  reason: NullableText,
  /** What it takes off this order; '0.00' when it can't be used. */
  saves: Money,
})
export type OrderCoupon = z.output<typeof OrderCoupon>

export const Deposit = z.object({
  id: z.number(),
  orderNo: Text,
  productId: z.number(),
  productName: Text,
  coverImg: Text,
  lectureType: LectureTypeField,
  /** 4 deposit, 5 activity deposit. */
  channel: intBetween(4, 5),
  amount: Money,
  deductAmount: Money,
  /** What is left to pay with it. */
  balance: Money,
  state: z.enum(DepositState),
  /** The balance is due until then; null while unpaid. */
  expireTime: z.nullable(Time),
  /** The order it was or will be deducted from. */
  usedOrderNo: NullableText,
  createTime: Time,
})
export type Deposit = z.output<typeof Deposit>

/** One step of an order's timeline. */
export const OrderStep = z.object({ event: Text, note: Text, amount: z.nullable(Money), time: Time })
export type OrderStep = z.output<typeof OrderStep>

export const RefundLine = z.object({
  itemId: z.number(),
  name: Text,
  price: Money,
  couponShare: Money,
  depositShare: Money,
  amount: Money,
})

export const RefundInfo = z.object({
  id: z.number(),
  state: z.enum(RefundState),
  reason: Text,
  /** What the school answered, or null. */
  answer: NullableText,
  amount: Money,
  lines: z.array(RefundLine),
  createTime: Time,
  decidedTime: z.nullable(Time),
  doneTime: z.nullable(Time),
  /** Until when a refusal can be appealed; null when it can't, or can't any more. */
  appealUntil: z.nullable(Time),
  /** The number of the ticket by which it was appealed. */
  appealNo: NullableText,
})
export type RefundInfo = z.output<typeof RefundInfo>

export const OrderDetail = z.object({
  orderInfo: z.object({ ...orderFacts, payType: z.nullable(PayTypeField), scheduleName: NullableText }),
  priceObject: PriceObject,
  /** A held deposit of the same product, or the one in use; null without one. */
  depositInfo: z.nullable(Deposit),
  /** The agreement of the purchase is accepted (spec §3: true by default). */
  agreementStatus: z.boolean(),
  /** The agreement to show: type and version. */
  agreement: z.nullable(z.object({ type: Text, version: z.number(), title: Text })),
  couponList: z.array(OrderCoupon),
  needsAddress: z.boolean(),
  address: z.nullable(z.object({ addressId: Id, consignee: Text, phone: Text, text: Text })),
  /** Money that came and that somebody has to look at, whole sentences; null without any. */
  reviewText: NullableText,
  timeline: z.array(OrderStep),
  refunds: z.array(RefundInfo),
})
export type OrderDetail = z.output<typeof OrderDetail>
