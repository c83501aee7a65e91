import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { OrderStatus, PaymentReviewState } from '#shared/contract/enums.ts'
import { Id, intBetween, NullableText, PageNum, pageOf, pageSize, Text, Time } from '#shared/contract/fields.ts'
import { OrderNo } from '#shared/contract/order-fields.ts'

/** Money that came and that no order takes by itself. Amounts in yuan. */
export const PaymentReview = z.object({
  id: z.number(),
  /** What the caller has seen: the deciding calls name it. */
  version: z.number(),
  state: z.enum(PaymentReviewState),
  /** amount: another one than was asked for; tradeNo: the payment, or another one, has a trade number already. */
  reason: z.enum(['amount', 'tradeNo']),
  orderNo: Text,
  orderStatus: z.enum(OrderStatus),
  userId: z.number(),
  buyer: Text,
  productName: Text,
  /** What was asked for, what came, and what came more than that. */
  expected: Text,
  amount: Text,
  difference: Text,
  provider: Text,
  outTradeNo: Text,
  tradeNo: Text,
  /** It waits so many whole days; decided ones waited so long. */
  days: z.number(),
  createTime: Time,
  /** Two persons have to decide. */
  needsSecond: z.boolean(),
  proposal: z.nullable(z.enum(['count', 'give-back'])),
  proposedBy: NullableText,
  proposedTime: z.nullable(Time),
  decidedBy: NullableText,
  decidedTime: z.nullable(Time),
})
export type PaymentReview = z.output<typeof PaymentReview>

const Note = z.string().check(z.minLength(1), z.maxLength(200))
/** Which one, and in which version the caller has seen it; `note` is for the audit. */
const Decision = z.object({ id: Id, version: intBetween(0, 1_000_000), note: Note })

/**
 * Staff decide on money that no order takes by itself. From an amount on the first call records what is proposed, and another
 * administrator's same call carries it out; the answer's `state` and `proposal` say which. Nobody decides on their own.
 */
export const staffPaymentApi = {
  list: endpoint('GET /api/staff/payment/review', {
    access: 'staff',
    right: 'payment.review',
    input: z.object({
      state: z.optional(z.pipe(intBetween(1, 4), z.enum(PaymentReviewState))),
      orderNo: z.optional(OrderNo),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: pageOf(PaymentReview),
  }),
  /** As if it had been right: it counts at what the order costs now, what is more goes back, what is less stays to be paid. */
  count: endpoint('POST /api/staff/payment/count', {
    access: 'staff',
    right: 'payment.count',
    writes: 'steps',
    input: Decision,
    output: PaymentReview,
  }),
  /** In full, to where it came from. */
  giveBack: endpoint('POST /api/staff/payment/give-back', {
    access: 'staff',
    right: 'payment.give-back',
    writes: 'steps',
    input: Decision,
    output: PaymentReview,
  }),
  /** Takes a proposal back: the proposer's own, or one that the caller doesn't agree with. */
  withdraw: endpoint('POST /api/staff/payment/withdraw', {
    access: 'staff',
    right: 'payment.withdraw',
    writes: 'steps',
    input: Decision,
    output: PaymentReview,
  }),
}
