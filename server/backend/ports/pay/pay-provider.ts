import type { IncomingHttpHeaders } from 'node:http'
import type { PayType } from '#shared/contract/enums.ts'

/** A payment to be opened. `outTradeNo` is ours; opening it twice is one payment. */
export interface PaymentRequest {
  readonly outTradeNo: string
  /** Integer fen. */
  readonly amountFen: number
  /** What is bought, at most 100 characters. */
  readonly subject: string
  /** After this the provider takes no money. */
  readonly expireAt: Date
  /** The payer's address. */
  readonly clientAddress: string
  /** Where the payer's browser goes afterwards. */
  readonly returnUrl: string
}

/** At least one of both: a page to go to, the text of a code to scan. */
export interface OpenedPayment {
  readonly payUrl: string | null
  readonly qrCode: string | null
}

/** How a payment stands at the provider. */
export interface PaymentAtProvider {
  /** 'none': it was never opened there. */
  readonly state: 'none' | 'pending' | 'paid' | 'closed'
  readonly tradeNo: string | null
  readonly amountFen: number | null
  readonly paidAt: Date | null
}

export interface RefundRequest {
  readonly outTradeNo: string
  /** The provider's own number where two payments have the same `outTradeNo`. */
  readonly tradeNo?: string | undefined
  /** Ours; the same number again is the same refund. */
  readonly outRefundNo: string
  readonly amountFen: number
  /** The whole payment. */
  readonly totalFen: number
  readonly reason: string
}

export interface RefundAtProvider {
  /** 'none': it was never asked for there. */
  readonly state: 'none' | 'processing' | 'done' | 'failed'
  /** The provider's words when it failed. */
  readonly message: string | null
}

/** A verified notification: its signature, merchant and app are the provider's and ours. */
export interface PayNotification {
  /** The provider's own number of this notification, by which a repetition is known. */
  readonly notifyId: string
  readonly outTradeNo: string
  readonly event:
    | { readonly kind: 'paid'; readonly tradeNo: string; readonly amountFen: number; readonly paidAt: Date }
    | { readonly kind: 'closed' }
    | {
        readonly kind: 'refund'
        readonly outRefundNo: string
        readonly state: 'done' | 'failed'
        readonly message: string | null
      }
  /** What is kept of it, without secrets. */
  readonly raw: unknown
}

/** What a notification is answered: providers repeat until they read their word. */
export interface NotificationAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** One line of a day's bill. Refunds are negative. */
export interface BillLine {
  readonly outTradeNo: string
  readonly outRefundNo: string | null
  readonly amountFen: number
}

/** Takes money and gives it back. Never called inside a transaction. Throws `PayError` when the provider can't be asked or refuses. */
export interface PayProvider {
  /** 'wechat', 'alipay' or 'embedded', as payments keep it. */
  readonly name: string
  open(request: PaymentRequest): Promise<OpenedPayment>
  query(outTradeNo: string): Promise<PaymentAtProvider>
  /** Closes an open payment; 'paid' when money was faster. */
  close(outTradeNo: string): Promise<'closed' | 'paid'>
  refund(request: RefundRequest): Promise<RefundAtProvider>
  queryRefund(request: Pick<RefundRequest, 'outTradeNo' | 'tradeNo' | 'outRefundNo'>): Promise<RefundAtProvider>
  /** Throws `PayError` for a forged or unreadable one. */
  readNotification(headers: IncomingHttpHeaders, body: Buffer): Promise<PayNotification>
  notificationAnswer(taken: boolean): NotificationAnswer
  /** Every payment and refund of a day ('YYYY-MM-DD', Asia/Shanghai). */
  bill(day: string): Promise<readonly BillLine[]>
}

/** The provider refused, answered what can't be believed, or could not be reached; the message carries no secret. */
export class PayError extends Error {}

/** The providers that the configuration names. */
export interface PayProviders {
  /** Who takes the money of a way to pay; undefined when it isn't offered. */
  forType(payType: PayType): PayProvider | undefined
  /** By the name that a payment keeps; undefined when it isn't configured any more. */
  byName(name: string): PayProvider | undefined
  readonly all: readonly PayProvider[]
}
