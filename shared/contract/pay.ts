import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { OrderStatus, PayState } from '#shared/contract/enums.ts'
import { Money, NullableText, Text, Time } from '#shared/contract/fields.ts'
import { OrderNo, PayTypeField } from '#shared/contract/order-fields.ts'

/** One way to pay an order: an address to go to, a code to scan, or both, as soon as it is ready. */
export const Payment = z.object({
  payType: PayTypeField,
  name: Text,
  icon: NullableText,
  /** opening: its provider hasn't answered yet, ask again; unavailable: it can't be asked, the learner may have it tried again. */
  state: z.enum(['ready', 'opening', 'unavailable']),
  amount: Money,
  payUrl: NullableText,
  /** Text of the QR code. */
  qrCode: NullableText,
  expireTime: Time,
})
export type Payment = z.output<typeof Payment>

/** Paying (spec §7, paycenter). */
export const payApi = {
  /** Opens a payment per way, or answers the one that is open, after a moment with what is known by then; [] when nothing is to be paid. `couponIds` is read as the spec has it and changes nothing: the order knows its coupon. */
  paymentList: endpoint('GET /api/pay/get-payment-list', {
    access: 'user',
    writes: 'steps',
    service: 'paycenter',
    input: z.object({
      orderNo: OrderNo,
      couponIds: z.optional(z.string().check(z.maxLength(200))),
      amount: z.optional(z.string().check(z.regex(/^\d{1,9}\.\d{2}$/))),
      /** A way that could not be opened is tried once more. */
      again: z.optional(PayTypeField),
    }),
    output: z.array(Payment),
  }),
  status: endpoint('GET /api/pay/status', {
    access: 'user',
    service: 'paycenter',
    input: z.object({ orderNo: OrderNo }),
    output: z.object({ orderNo: Text, status: z.enum(OrderStatus), payState: z.enum(PayState), expireTime: Time }),
  }),
}
