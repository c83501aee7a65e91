import {
  type BillLine,
  PayError,
  type PaymentAtProvider,
  type PayProvider,
  type PayProviders,
  type RefundAtProvider,
} from '#server/backend/ports/pay/pay-provider.ts'

export interface FakePay extends PayProviders {
  /** Refunds that have arrived, by their number, in the order of their first arrival. */
  readonly refunds: Map<string, { amountFen: number; totalFen: number; asked: number }>
  /** What the next refund or question about one is answered; by default 'done'. */
  refundAnswers: (RefundAtProvider | PayError)[]
  /** It can't be asked about payments, and opens and closes none. */
  isAway: boolean
  /** How often it was asked while it was away. */
  missed: number
  /** How payments stand. */
  readonly payments: Map<string, PaymentAtProvider>
  /** Lines of a day's bill, or why it can't be had. */
  readonly bills: Map<string, readonly BillLine[] | PayError>
}

/** One provider named 'embedded' for both ways to pay, as the port says it behaves; tests tell it what to answer. */
export function createFakePay(): FakePay {
  const payments = new Map<string, PaymentAtProvider>()
  const refunds: FakePay['refunds'] = new Map()
  const bills: FakePay['bills'] = new Map()
  const answer = (): RefundAtProvider => {
    const next = fake.refundAnswers.shift() ?? { state: 'done', message: null }
    if (next instanceof PayError) throw next
    return next
  }
  const demandThere = (): void => {
    if (!fake.isAway) return
    fake.missed += 1
    throw new PayError('The provider is away.')
  }
  const provider: PayProvider = {
    name: 'embedded',
    async open({ outTradeNo }) {
      demandThere()
      if (!payments.has(outTradeNo))
        payments.set(outTradeNo, { state: 'pending', tradeNo: null, amountFen: null, paidAt: null })
      return { payUrl: `https://pay.test/${outTradeNo}`, qrCode: outTradeNo }
    },
    async query(outTradeNo) {
      demandThere()
      return payments.get(outTradeNo) ?? { state: 'none', tradeNo: null, amountFen: null, paidAt: null }
    },
    async close(outTradeNo) {
      demandThere()
      if (payments.get(outTradeNo)?.state === 'paid') return 'paid'
      payments.set(outTradeNo, { state: 'closed', tradeNo: null, amountFen: null, paidAt: null })
      return 'closed'
    },
    async refund({ outRefundNo, amountFen, totalFen }) {
      const known = refunds.get(outRefundNo)
      refunds.set(outRefundNo, { amountFen, totalFen, asked: (known?.asked ?? 0) + 1 })
      return answer()
    },
    queryRefund: async () => answer(),
    readNotification: () => Promise.reject(new PayError('The fake provider sends no notifications.')),
    notificationAnswer: (taken) => ({
      status: taken ? 200 : 500,
      contentType: 'text/plain',
      body: taken ? 'success' : 'fail',
    }),
    async bill(day) {
      const lines = bills.get(day) ?? []
      if (lines instanceof PayError) throw lines
      return lines
    },
  }
  const fake: FakePay = {
    isAway: false,
    missed: 0,
    refunds,
    payments,
    bills,
    refundAnswers: [],
    forType: () => provider,
    byName: (name) => (name === 'embedded' ? provider : undefined),
    all: [provider],
  }
  return fake
}
