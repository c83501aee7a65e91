import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Flag, Id, intBetween, PageNum, pageOf, pageSize, Text, Time, TimeIn } from '#shared/contract/fields.ts'
import { ClientToken, OrderNo, OrderSummary, RefundInfo } from '#shared/contract/order-fields.ts'

const Words = z.string().check(z.minLength(1), z.maxLength(200))
const PhoneText = z.string().check(z.maxLength(20))

/** Money in: yuan with at most two decimals, as text. */
const MoneyIn = z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/))

const Sold = z.object({ orderNo: Text, status: z.number() })

export const RefundTask = z.extend(RefundInfo, { orderNo: Text, userId: z.number(), buyer: Text, productName: Text })
export type RefundTask = z.output<typeof RefundTask>

export const MoneyAlert = z.object({
  id: z.number(),
  kind: Text,
  ref: Text,
  difference: z.string(),
  detail: z.unknown(),
  createTime: Time,
  seen: z.boolean(),
})

/** Staff's side of orders and money; every write leaves a line in the audit. Nobody does any of it to themselves. */
export const staffOrderApi = {
  list: endpoint('GET /api/staff/order/list', {
    access: 'staff',
    right: 'order.list',
    input: z.object({
      userId: z.optional(Id),
      orderNo: z.optional(OrderNo),
      status: z.optional(intBetween(0, 5)),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: pageOf(z.extend(OrderSummary, { userId: z.number(), buyer: Text })),
  }),
  /** On behalf of a learner, who pays it; `paid` is money taken outside, in full or in part. */
  create: endpoint('POST /api/staff/order/create', {
    access: 'staff',
    right: 'order.create',
    writes: 'one',
    input: z.object({
      userId: z.optional(Id),
      phone: z.optional(PhoneText),
      productId: Id,
      scheduleId: z.optional(Id),
      paid: z.optional(MoneyIn),
      tradeNo: z.optional(z.string().check(z.maxLength(64))),
      note: Words,
      clientToken: ClientToken,
    }),
    output: Sold,
  }),
  /** Gives a product without money, as a gift or an exchange. */
  inject: endpoint('POST /api/staff/order/inject', {
    access: 'staff',
    right: 'order.gift',
    writes: 'one',
    input: z.object({
      userId: z.optional(Id),
      phone: z.optional(PhoneText),
      productId: Id,
      scheduleId: z.optional(Id),
      note: Words,
      clientToken: ClientToken,
    }),
    output: Sold,
  }),
  close: endpoint('POST /api/staff/order/close', {
    access: 'staff',
    right: 'order.close',
    writes: 'steps',
    input: z.object({ orderNo: OrderNo, note: Words }),
    output: z.boolean(),
  }),
  refunds: endpoint('GET /api/staff/order/refund/list', {
    access: 'staff',
    right: 'refund.list',
    input: z.object({ state: z.optional(intBetween(1, 5)), pageNum: PageNum, pageSize: pageSize(20) }),
    output: pageOf(RefundTask),
  }),
  /**
   * Opens a refund for a learner; it waits for a decision, unless the caller may decide: then it is approved at once.
   */
  refundOpen: endpoint('POST /api/staff/order/refund/open', {
    access: 'staff',
    right: 'refund.open',
    writes: 'steps',
    input: z.object({
      orderNo: OrderNo,
      itemIds: z.optional(z.array(Id).check(z.maxLength(200))),
      reason: Words,
      clientToken: ClientToken,
    }),
    output: RefundInfo,
  }),
  refundDecide: endpoint('POST /api/staff/order/refund/decide', {
    access: 'staff',
    right: 'refund.decide',
    writes: 'steps',
    input: z.object({ id: Id, approve: Flag, answer: z._default(z.string().check(z.maxLength(200)), '') }),
    output: RefundInfo,
  }),
  /** Tries a refund that failed at the provider again, under its number. */
  refundRepeat: endpoint('POST /api/staff/order/refund/repeat', {
    access: 'staff',
    right: 'refund.repeat',
    writes: 'steps',
    input: z.object({ id: Id }),
    output: z.boolean(),
  }),
  couponCreate: endpoint('POST /api/staff/coupon/create', {
    access: 'staff',
    right: 'coupon.create',
    writes: 'one',
    input: z.object({
      /** The same number again is the same batch. */
      batchNo: z.string().check(z.minLength(1), z.maxLength(64)),
      name: Words,
      kind: intBetween(1, 2),
      amount: MoneyIn,
      threshold: z._default(MoneyIn, '0'),
      total: z.optional(intBetween(0, 10_000_000)),
      perUserLimit: z._default(intBetween(1, 100), 1),
      claimBeginTime: TimeIn,
      claimEndTime: TimeIn,
      validDays: z.optional(intBetween(1, 3650)),
      validEndTime: z.optional(TimeIn),
      isPublic: z._default(Flag, true),
      note: z._default(z.string().check(z.maxLength(200)), ''),
      productIds: z._default(z.array(Id).check(z.maxLength(1000)), []),
    }),
    output: z.object({ id: z.number() }),
  }),
  alerts: endpoint('GET /api/staff/money/alerts', {
    access: 'staff',
    right: 'money.alerts',
    input: z.object({ pageNum: PageNum, pageSize: pageSize(20) }),
    output: pageOf(MoneyAlert),
  }),
  alertSeen: endpoint('POST /api/staff/money/alert-seen', {
    access: 'staff',
    right: 'money.alert-seen',
    writes: 'one',
    input: z.object({ id: Id }),
    output: z.boolean(),
  }),
  /** Differences between orders, ledger and providers, a day a line. */
  reconciliations: endpoint('GET /api/staff/money/reconciliations', {
    access: 'staff',
    right: 'money.reconciliations',
    input: z.object({ pageNum: PageNum, pageSize: pageSize(31) }),
    output: pageOf(
      z.object({
        day: Text,
        orders: z.string(),
        ledger: z.string(),
        provider: z.string(),
        difference: z.string(),
        time: Time,
      }),
    ),
  }),
}
