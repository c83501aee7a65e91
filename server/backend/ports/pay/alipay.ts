import { Socket } from 'node:net'
import type { AlipaySdk, AlipaySdkCommonResult } from 'alipay-sdk'
import type { Clock } from '#server/backend/base/parts.ts'
import { shanghaiMoment } from '#server/backend/base/shanghai-day.ts'
import type { AlipayConfig } from '#server/config/pay-config.ts'
import { ownValue } from '#shared/own-value.ts'
import { toYuan } from '#shared/rules/money.ts'
import { readAlipayBill } from './alipay-bill.ts'
import {
  PayError,
  type PaymentAtProvider,
  type PayNotification,
  type PayProvider,
  type RefundAtProvider,
} from './pay-provider.ts'
import { askedText, fenOfYuan, plainAnswer, reasonOf, textOf, timeOf, wordOf } from './provider-fields.ts'

const timeoutMs = 10_000
const billTimeoutMs = 60_000
const who = 'Alipay'

export interface AlipayOptions {
  readonly config: AlipayConfig
  readonly notifyUrl: string
  readonly clock: Clock
}

/** Trade states; a trade that is paid and can't be refunded any more is FINISHED. */
const tradeStates: Readonly<Record<string, PaymentAtProvider['state']>> = {
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  WAIT_BUYER_PAY: 'pending',
  TRADE_CLOSED: 'closed',
}

/** Times are written without an offset and mean China's. */
function chinaTime(text: string): Date {
  return timeOf(`${text.replace(' ', 'T')}+08:00`)
}

/** Which trade is meant: Alipay's own number where ours names two. */
function tradeOf(outTradeNo: string, tradeNo: string | undefined): Record<string, string> {
  return tradeNo === undefined ? { out_trade_no: outTradeNo } : { trade_no: tradeNo }
}

/** The form's fields; a field that is given twice is nobody's honest message. */
function formFields(body: Buffer): Record<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(body.toString())) {
    if (fields.has(name)) throw new PayError('A notification of Alipay names a field twice.')
    fields.set(name, value)
  }
  return Object.fromEntries(fields)
}

/**
 * Loads the SDK. Its HTTP client puts a `destroy` of its own on every socket of the process, which throws when one error
 * ends two of them (a pool whose server went away does that): the socket's own stays.
 */
async function loadSdk(): Promise<typeof import('alipay-sdk')> {
  const { destroy } = Socket.prototype
  const loaded = await import('alipay-sdk')
  Socket.prototype.destroy = destroy
  return loaded
}

/** Calls at Alipay, over its own library. */
function createCalls(config: AlipayOptions['config']) {
  let loading: Promise<AlipaySdk> | undefined
  const sdk = (): Promise<AlipaySdk> => {
    // Not at the start: it brings an HTTP client of its own.
    loading ??= loadSdk().then(
      ({ AlipaySdk }) =>
        new AlipaySdk({
          appId: config.appId,
          privateKey: config.privateKey,
          keyType: 'PKCS8',
          alipayPublicKey: config.publicKey,
          gateway: config.gateway,
          signType: 'RSA2',
          camelcase: false,
          timeout: timeoutMs,
        }),
    )
    return loading
  }

  /** One call; the answer's signature is checked, its code is not. */
  async function ask(
    method: string,
    bizContent: Record<string, unknown>,
    more: Record<string, unknown> = {},
  ): Promise<AlipaySdkCommonResult> {
    const client = await sdk()
    try {
      return await client.exec(method, { ...more, bizContent }, { validateSign: true })
    } catch (error) {
      throw new PayError(`${who} could not be asked for ${method}: ${reasonOf(error)}.`)
    }
  }

  /** The same; undefined when the trade doesn't exist. Throws for any other refusal. */
  async function demand(
    method: string,
    bizContent: Record<string, unknown>,
    more?: Record<string, unknown>,
  ): Promise<AlipaySdkCommonResult | undefined> {
    const answer = await ask(method, bizContent, more)
    if (answer.code === '10000') return answer
    if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return undefined
    throw new PayError(`${who} refused ${method}: ${wordOf(answer.sub_code ?? answer.code)}.`)
  }

  return { sdk, ask, demand }
}

/** What a notification says, once its signature is right and it is for us. */
function readNotification(config: AlipayOptions['config'], client: AlipaySdk, body: Buffer): PayNotification {
  const fields = formFields(body)
  if (fields.sign_type !== 'RSA2' || !client.checkNotifySignV2({ ...fields }))
    throw new PayError('The signature of Alipay is wrong.')
  if (fields.app_id !== config.appId) throw new PayError('A notification of Alipay is for another application.')
  if (fields.seller_id !== config.sellerId) throw new PayError('A notification of Alipay is for another seller.')
  const { buyer_id: _buyer, buyer_logon_id: _logon, buyer_open_id: _open, sign: _sign, ...raw } = fields
  const known = { notifyId: textOf(fields, 'notify_id'), outTradeNo: textOf(fields, 'out_trade_no'), raw }
  // A refund of a part is told with the trade's own state and says how much has gone back in all.
  if (fields.refund_fee !== undefined && fields.out_biz_no)
    return { ...known, event: { kind: 'refund', outRefundNo: fields.out_biz_no, state: 'done', message: null } }
  const state = ownValue(tradeStates, textOf(fields, 'trade_status'))
  if (state === 'closed') return { ...known, event: { kind: 'closed' } }
  if (state !== 'paid') throw new PayError('A notification of Alipay tells of something else.')
  return {
    ...known,
    event: {
      kind: 'paid',
      tradeNo: textOf(fields, 'trade_no'),
      amountFen: fenOfYuan(textOf(fields, 'total_amount')),
      paidAt: chinaTime(textOf(fields, 'gmt_payment')),
    },
  }
}

/** How a trade stands. */
async function queryTrade(
  { demand, clock }: Pick<ReturnType<typeof createCalls>, 'demand'> & Pick<AlipayOptions, 'clock'>,
  outTradeNo: string,
): Promise<PaymentAtProvider> {
  const answer = await demand('alipay.trade.query', { out_trade_no: outTradeNo })
  if (!answer) return { state: 'none', tradeNo: null, amountFen: null, paidAt: null }
  const state = ownValue(tradeStates, textOf(answer, 'trade_status'))
  if (state === undefined) throw new PayError(`${who} answered the trade state ${wordOf(answer.trade_status)}.`)
  // Closed after it was paid: everything was given back, so it was paid.
  const sentAt = typeof answer.send_pay_date === 'string' ? chinaTime(answer.send_pay_date) : null
  if (state !== 'paid' && sentAt === null) return { state, tradeNo: null, amountFen: null, paidAt: null }
  return {
    state: 'paid',
    tradeNo: textOf(answer, 'trade_no'),
    amountFen: fenOfYuan(textOf(answer, 'total_amount')),
    paidAt: sentAt ?? new Date(clock.now()),
  }
}

/** Alipay: the page for computers and a code to scan, signed by RSA2. */
export function createAlipay({ config, notifyUrl, clock }: AlipayOptions): PayProvider {
  const { sdk, ask, demand } = createCalls(config)

  const query = (outTradeNo: string): Promise<PaymentAtProvider> => queryTrade({ demand, clock }, outTradeNo)

  return {
    name: 'alipay',
    query,
    async open({ outTradeNo, amountFen, subject, expireAt, returnUrl }) {
      const trade = {
        out_trade_no: outTradeNo,
        total_amount: toYuan(amountFen),
        subject: subject.slice(0, 100),
        time_expire: shanghaiMoment(expireAt.getTime()),
        seller_id: config.sellerId,
      }
      const client = await sdk()
      const page = client.pageExecute('alipay.trade.page.pay', 'GET', {
        notifyUrl,
        returnUrl,
        bizContent: { ...trade, product_code: 'FAST_INSTANT_TRADE_PAY' },
      })
      const answer = await demand('alipay.trade.precreate', trade, { notifyUrl })
      return { payUrl: page, qrCode: answer ? textOf(answer, 'qr_code') : null }
    },
    async close(outTradeNo) {
      const answer = await ask('alipay.trade.close', { out_trade_no: outTradeNo })
      // A trade comes to be when the payer opens it; before that there is nothing to close, and `time_expire` bounds it.
      if (answer.code === '10000' || answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return 'closed'
      const { state } = await query(outTradeNo)
      if (state === 'paid') return 'paid'
      if (state === 'closed') return 'closed'
      throw new PayError(`${who} refused to close: ${wordOf(answer.sub_code ?? answer.code)}.`)
    },
    async refund({ outTradeNo, tradeNo, outRefundNo, amountFen, reason }): Promise<RefundAtProvider> {
      const answer = await demand('alipay.trade.refund', {
        ...tradeOf(outTradeNo, tradeNo),
        out_request_no: outRefundNo,
        refund_amount: toYuan(amountFen),
        refund_reason: reason.slice(0, 100),
      })
      if (!answer) throw new PayError(`${who} does not know the payment.`)
      // 'N': this call moved no money, because an earlier one did or because it is still under way.
      return answer.fund_change === 'Y'
        ? { state: 'done', message: null }
        : this.queryRefund({ outTradeNo, tradeNo, outRefundNo }).then((known) =>
            known.state === 'none' ? { state: 'processing', message: null } : known,
          )
    },
    async queryRefund({ outTradeNo, tradeNo, outRefundNo }): Promise<RefundAtProvider> {
      const answer = await demand('alipay.trade.fastpay.refund.query', {
        ...tradeOf(outTradeNo, tradeNo),
        out_request_no: outRefundNo,
      })
      return { state: answer?.refund_status === 'REFUND_SUCCESS' ? 'done' : 'none', message: null }
    },
    readNotification: async (_headers, body) => readNotification(config, await sdk(), body),
    notificationAnswer: plainAnswer,
    async bill(day) {
      const answer = await ask('alipay.data.dataservice.bill.downloadurl.query', { bill_type: 'trade', bill_date: day })
      // A day without a single trade has no bill.
      if (answer.sub_code === 'isp.bill_not_exist') return []
      if (answer.code !== '10000')
        throw new PayError(`${who} refused the bill: ${wordOf(answer.sub_code ?? answer.code)}.`)
      const { status, bytes } = await askedText(who, textOf(answer, 'bill_download_url'), {
        signal: AbortSignal.timeout(billTimeoutMs),
      })
      if (status !== 200) throw new PayError(`${who} answered HTTP ${status} for the bill.`)
      return readAlipayBill(bytes)
    },
  }
}
