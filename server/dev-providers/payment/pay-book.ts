import { randomInt } from 'node:crypto'
import type { Journal, JournalEntry } from './journal.ts'

/** A payment at the provider. Times are epoch milliseconds, amounts fen. */
export interface BookPayment {
  readonly outTradeNo: string
  readonly amountFen: number
  readonly subject: string
  readonly expireAt: number
  readonly returnUrl: string
  readonly createdAt: number
  readonly state: 'pending' | 'paid' | 'closed'
  readonly tradeNo: string | null
  readonly paidAt: number | null
}

export interface BookRefund {
  readonly outRefundNo: string
  readonly outTradeNo: string
  readonly amountFen: number
  readonly reason: string
  readonly createdAt: number
  readonly state: 'processing' | 'done' | 'failed'
  readonly message: string | null
  readonly doneAt: number | null
}

/** What the merchant is told, until it says that it has read it. */
export interface BookNotice {
  readonly notifyId: string
  readonly outTradeNo: string
  /** JSON, as it is sent each time. */
  readonly body: string
  readonly createdAt: number
  readonly tries: number
  /** When it is sent next; null: not by itself. */
  readonly nextAt: number | null
  readonly isRead: boolean
}

/** A call that the provider refuses: HTTP status, a word for programs, a sentence. */
export class BookRefusal extends Error {
  readonly status: number
  readonly word: string
  constructor(status: number, word: string, message: string) {
    super(message)
    this.status = status
    this.word = word
  }
}

/** How refunds end: at once, not at all, or when they are told to. */
export type RefundMode = 'done' | 'fail' | 'wait'

export interface PayBook {
  findPayment(outTradeNo: string): BookPayment | undefined
  findRefund(outRefundNo: string): BookRefund | undefined
  /** Opens a payment; the same again is the same payment, with another amount a refusal. */
  open(
    payment: Pick<BookPayment, 'outTradeNo' | 'amountFen' | 'subject' | 'expireAt' | 'returnUrl'>,
  ): Promise<BookPayment>
  /** Takes the money, once; a payment that is closed or over stays as it is. */
  pay(outTradeNo: string): Promise<BookPayment>
  /** Closes an open payment; a paid one stays paid. `byPayer`: the merchant is told. */
  close(outTradeNo: string, byPayer: boolean): Promise<BookPayment>
  /** Begins a refund; the same number again is the same refund. */
  refund(refund: Pick<BookRefund, 'outRefundNo' | 'outTradeNo' | 'amountFen' | 'reason'>): Promise<BookRefund>
  /** Ends a refund that is under way. */
  endRefund(outRefundNo: string, mode: RefundMode): Promise<void>
  /** Refunds that are under way. */
  openRefunds(): BookRefund[]
  notices(): BookNotice[]
  saveNotice(notice: BookNotice): Promise<void>
  /** All that was paid and given back from `from` to before `to`. */
  linesBetween(from: number, to: number): { outTradeNo: string; outRefundNo: string | null; amountFen: number }[]
}

export interface PayBookOptions {
  readonly journal: Journal
  readonly entries: readonly JournalEntry[]
  readonly now: () => number
  /** Something is to be told. */
  readonly onNotice: (notice: BookNotice) => void
}

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')

/** The provider's books: rows in memory, each change on the disk before anybody hears of it. */
class JournalledPayBook implements PayBook {
  readonly #journal: Journal
  readonly #now: () => number
  readonly #onNotice: (notice: BookNotice) => void
  readonly #payments: Map<string, BookPayment>
  readonly #refunds: Map<string, BookRefund>
  readonly #notices: Map<string, BookNotice>

  constructor({ journal, entries, now, onNotice }: PayBookOptions) {
    const rowsOf = <T>(table: string): Map<string, T> =>
      new Map(entries.filter((entry) => entry.table === table).map(({ key, row }) => [key, row as T]))
    this.#journal = journal
    this.#now = now
    this.#onNotice = onNotice
    this.#payments = rowsOf('payment')
    this.#refunds = rowsOf('refund')
    this.#notices = rowsOf('notice')
  }

  async #save(rows: { payment?: BookPayment; refund?: BookRefund; notice?: BookNotice }): Promise<void> {
    const { payment, refund, notice } = rows
    if (payment) this.#payments.set(payment.outTradeNo, payment)
    if (refund) this.#refunds.set(refund.outRefundNo, refund)
    if (notice) this.#notices.set(notice.notifyId, notice)
    await this.#journal.add([
      ...(payment ? [{ table: 'payment', key: payment.outTradeNo, row: payment }] : []),
      ...(refund ? [{ table: 'refund', key: refund.outRefundNo, row: refund }] : []),
      ...(notice ? [{ table: 'notice', key: notice.notifyId, row: notice }] : []),
    ])
  }

  #noticeOf(outTradeNo: string, event: Readonly<Record<string, unknown>>): BookNotice {
    const at = this.#now()
    const notifyId = `N${at}${digits(10)}`
    const body = JSON.stringify({ notifyId, merchant: 'sandbox', outTradeNo, ...event })
    return { notifyId, outTradeNo, body, createdAt: at, tries: 0, nextAt: at, isRead: false }
  }

  #demandPayment(outTradeNo: string): BookPayment {
    const payment = this.#payments.get(outTradeNo)
    if (!payment) throw new BookRefusal(404, 'PAYMENT_NOT_EXIST', '付款单不存在')
    return payment
  }

  findPayment(outTradeNo: string): BookPayment | undefined {
    return this.#payments.get(outTradeNo)
  }

  findRefund(outRefundNo: string): BookRefund | undefined {
    return this.#refunds.get(outRefundNo)
  }

  async open(asked: Parameters<PayBook['open']>[0]): Promise<BookPayment> {
    const known = this.#payments.get(asked.outTradeNo)
    if (known && known.amountFen !== asked.amountFen)
      throw new BookRefusal(409, 'AMOUNT_DIFFERS', '同一付款单号的金额不同')
    const payment = known ?? { ...asked, createdAt: this.#now(), state: 'pending', tradeNo: null, paidAt: null }
    if (!known) await this.#save({ payment })
    await this.#journal.settled()
    return payment
  }

  async pay(outTradeNo: string): Promise<BookPayment> {
    const payment = this.#demandPayment(outTradeNo)
    const at = this.#now()
    if (payment.state !== 'pending' || payment.expireAt <= at) return payment
    const paid: BookPayment = { ...payment, state: 'paid', tradeNo: `5000${at}${digits(10)}`, paidAt: at }
    const { tradeNo, amountFen, paidAt } = paid
    const notice = this.#noticeOf(outTradeNo, { event: 'paid', tradeNo, amountFen, paidAt })
    await this.#save({ payment: paid, notice })
    this.#onNotice(notice)
    return paid
  }

  async close(outTradeNo: string, byPayer: boolean): Promise<BookPayment> {
    const payment = this.#demandPayment(outTradeNo)
    if (payment.state === 'pending') {
      const closed: BookPayment = { ...payment, state: 'closed' }
      const notice = byPayer ? this.#noticeOf(outTradeNo, { event: 'closed' }) : undefined
      await this.#save({ payment: closed, ...(notice ? { notice } : {}) })
      if (notice) this.#onNotice(notice)
      return closed
    }
    await this.#journal.settled()
    return payment
  }

  async refund(asked: Parameters<PayBook['refund']>[0]): Promise<BookRefund> {
    const known = this.#refunds.get(asked.outRefundNo)
    if (known) {
      if (known.amountFen !== asked.amountFen || known.outTradeNo !== asked.outTradeNo)
        throw new BookRefusal(409, 'REFUND_DIFFERS', '同一退款单号的内容不同')
      // Asked again after it failed, it is tried again.
      if (known.state !== 'failed') return known
    }
    const payment = this.#demandPayment(asked.outTradeNo)
    if (payment.state !== 'paid') throw new BookRefusal(400, 'NOT_PAID', '付款单未支付，不能退款')
    const given = [...this.#refunds.values()]
      .filter((one) => one.outTradeNo === asked.outTradeNo && one.state !== 'failed')
      .reduce((sum, one) => sum + one.amountFen, 0)
    if (given + asked.amountFen > payment.amountFen) throw new BookRefusal(400, 'NOT_ENOUGH', '退款金额超过付款金额')
    const refund: BookRefund = { ...asked, createdAt: this.#now(), state: 'processing', message: null, doneAt: null }
    await this.#save({ refund })
    return refund
  }

  async endRefund(outRefundNo: string, mode: RefundMode): Promise<void> {
    const refund = this.#refunds.get(outRefundNo)
    if (refund?.state !== 'processing' || mode === 'wait') return
    const ended: BookRefund =
      mode === 'done'
        ? { ...refund, state: 'done', doneAt: this.#now() }
        : { ...refund, state: 'failed', message: '原支付账户异常，退款失败' }
    const { state, message } = ended
    const notice = this.#noticeOf(refund.outTradeNo, { event: 'refund', outRefundNo, state, message })
    await this.#save({ refund: ended, notice })
    this.#onNotice(notice)
  }

  openRefunds(): BookRefund[] {
    return [...this.#refunds.values()].filter(({ state }) => state === 'processing')
  }

  notices(): BookNotice[] {
    return [...this.#notices.values()]
  }

  saveNotice(notice: BookNotice): Promise<void> {
    return this.#save({ notice })
  }

  linesBetween(from: number, to: number): ReturnType<PayBook['linesBetween']> {
    const within = (time: number | null): boolean => time !== null && time >= from && time < to
    return [
      ...[...this.#payments.values()]
        .filter(({ paidAt }) => within(paidAt))
        .map(({ outTradeNo, amountFen }) => ({ outTradeNo, outRefundNo: null, amountFen })),
      ...[...this.#refunds.values()]
        .filter(({ doneAt }) => within(doneAt))
        .map(({ outTradeNo, outRefundNo, amountFen }) => ({ outTradeNo, outRefundNo, amountFen: -amountFen })),
    ]
  }
}

/** The books of the payments' provider, as its journal has them. */
export function createPayBook(options: PayBookOptions): PayBook {
  return new JournalledPayBook(options)
}
