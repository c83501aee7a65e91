import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '#server/backend/base/parts.ts'
import { shanghaiIso } from '#server/backend/base/shanghai-day.ts'
import type { WechatPayConfig } from '#server/config/pay-config.ts'
import { ownValue } from '#shared/own-value.ts'
import {
  type BillLine,
  PayError,
  type PaymentAtProvider,
  type PayNotification,
  type PayProvider,
  type RefundAtProvider,
} from './pay-provider.ts'
import { askedText, fenOf, parseFields, textOf, timeOf, wordOf } from './provider-fields.ts'
import { readWechatBill } from './wechat-bill.ts'
import {
  authorizeWechat,
  checkWechatSignature,
  openWechatResource,
  type WechatResource,
} from './wechat-pay-signature.ts'

const timeoutMs = 10_000
const billTimeoutMs = 60_000
const who = 'WeChat Pay'

export interface WechatPayOptions {
  readonly config: WechatPayConfig
  /** Where WeChat Pay tells of payments and refunds. */
  readonly notifyUrl: string
  readonly clock: Clock
}

type Fields = Record<string, unknown>

/** Trade states: a native payment is NOTPAY until it is paid or closed; REFUND and REVOKED were paid before. */
const tradeStates: Readonly<Record<string, PaymentAtProvider['state']>> = {
  SUCCESS: 'paid',
  REFUND: 'paid',
  NOTPAY: 'pending',
  USERPAYING: 'pending',
  ACCEPT: 'pending',
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'closed',
}
const refundStates: Readonly<Record<string, RefundAtProvider['state']>> = {
  SUCCESS: 'done',
  PROCESSING: 'processing',
  CLOSED: 'failed',
  ABNORMAL: 'failed',
}

function objectOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function refundOf(fields: Fields, stateField: 'status' | 'refund_status'): RefundAtProvider {
  const word = textOf(fields, stateField)
  const state = ownValue(refundStates, word)
  if (state === undefined) throw new PayError(`${who} answered the refund state ${wordOf(word)}.`)
  return {
    state,
    message: state === 'failed' ? (word === 'ABNORMAL' ? '退款异常：原支付账户不能收款' : '退款已关闭') : null,
  }
}

type Account = Pick<WechatPayOptions, 'config' | 'clock'>

/** Calls that are signed, and whose answers are. */
function createCalls({ config, clock }: Account) {
  async function send(
    method: 'GET' | 'POST',
    path: string,
    fields?: object,
  ): Promise<{ status: number; bytes: Buffer }> {
    const body = fields === undefined ? '' : JSON.stringify(fields)
    const now = clock.now()
    const authorization = authorizeWechat(config, {
      method,
      path,
      body,
      timestamp: Math.floor(now / 1000),
      nonce: randomBytes(16).toString('hex').toUpperCase(),
    })
    // The serial asks for an answer that is signed by the key we know.
    const headers = {
      authorization,
      accept: 'application/json',
      'user-agent': 'xueyuan',
      'wechatpay-serial': config.publicKeyId,
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    }
    const answer = await askedText(who, `${config.url}${path}`, {
      method,
      headers,
      ...(method === 'POST' ? { body } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    })
    // An error that WeChat Pay's front answers isn't signed; nothing is read from it but that it is one.
    if (answer.status < 300 || answer.headers.has('wechatpay-signature'))
      checkWechatSignature(config, answer.headers, answer.bytes, now)
    else throw new PayError(`${who} answered HTTP ${answer.status} without its signature.`)
    return answer
  }

  /** The answer's fields; undefined when what is asked for doesn't exist. */
  async function ask(method: 'GET' | 'POST', path: string, fields?: object): Promise<Fields | undefined> {
    const { status, bytes } = await send(method, path, fields)
    if (status === 204) return {}
    const answer = parseFields(who, bytes.toString())
    if (status < 300) return answer
    const word = wordOf(answer.code)
    if (word === 'ORDER_NOT_EXIST' || word === 'ORDERNOTEXIST' || word === 'RESOURCE_NOT_EXISTS') return undefined
    throw new PayError(`${who} refused, HTTP ${status}: ${word}.`)
  }

  /** The bill's file: its address is signed for, its content known by its hash. */
  async function download(address: string, hash: string): Promise<string> {
    const { pathname, search } = new URL(address)
    const path = `${pathname}${search}`
    const authorization = authorizeWechat(config, {
      method: 'GET',
      path,
      body: '',
      timestamp: Math.floor(clock.now() / 1000),
      nonce: randomBytes(16).toString('hex').toUpperCase(),
    })
    // Always at the configured address: whatever an answer says, nothing else is asked.
    const { status, bytes } = await askedText(who, `${config.url}${path}`, {
      headers: { authorization, accept: 'application/json' },
      signal: AbortSignal.timeout(billTimeoutMs),
    })
    if (status !== 200) throw new PayError(`${who} answered HTTP ${status} for the bill.`)
    if (createHash('sha1').update(bytes).digest('hex') !== hash.toLowerCase())
      throw new PayError("The bill of WeChat Pay isn't what was announced.")
    return bytes.toString()
  }

  return { send, ask, download }
}

function paymentOf(config: WechatPayConfig, fields: Fields): PaymentAtProvider {
  if (fields.mchid !== config.mchId) throw new PayError(`${who} answered for another merchant.`)
  const word = textOf(fields, 'trade_state')
  const state = ownValue(tradeStates, word)
  if (state === undefined) throw new PayError(`${who} answered the trade state ${wordOf(word)}.`)
  if (state !== 'paid') return { state, tradeNo: null, amountFen: null, paidAt: null }
  const amount = objectOf(fields.amount)
  if (amount.currency !== undefined && amount.currency !== 'CNY') throw new PayError(`${who} took another currency.`)
  return {
    state,
    tradeNo: textOf(fields, 'transaction_id'),
    amountFen: fenOf(amount, 'total'),
    paidAt: timeOf(fields.success_time),
  }
}

/** What a notification says, once its seal is right and it is for us. */
async function readNotification(
  { config, clock }: Account,
  headers: Parameters<PayProvider['readNotification']>[0],
  body: Buffer,
): Promise<PayNotification> {
  checkWechatSignature(config, headers, body, clock.now())
  const outer = parseFields(who, body.toString())
  const fields = parseFields(
    who,
    openWechatResource(config.apiV3Key, objectOf(outer.resource) as unknown as WechatResource),
  )
  if (fields.mchid !== config.mchId) throw new PayError('A notification of WeChat Pay is for another merchant.')
  const known = {
    notifyId: textOf(outer, 'id'),
    outTradeNo: textOf(fields, 'out_trade_no'),
    raw: { event_type: outer.event_type, ...withoutPayer(fields) },
  }
  const type = textOf(outer, 'event_type')
  if (type.startsWith('REFUND.')) {
    const { state, message } = refundOf(fields, 'refund_status')
    if (state !== 'done' && state !== 'failed')
      throw new PayError('A notification of WeChat Pay tells of a refund that is under way.')
    return { ...known, event: { kind: 'refund', outRefundNo: textOf(fields, 'out_refund_no'), state, message } }
  }
  if (fields.appid !== config.appId) throw new PayError('A notification of WeChat Pay is for another application.')
  const { state, tradeNo, amountFen, paidAt } = paymentOf(config, fields)
  if (type !== 'TRANSACTION.SUCCESS' || state !== 'paid' || tradeNo === null || amountFen === null || paidAt === null)
    throw new PayError('A notification of WeChat Pay tells of something else.')
  return { ...known, event: { kind: 'paid', tradeNo, amountFen, paidAt } }
}

/** WeChat Pay, API version 3, native payments: the learner scans a code. */
export function createWechatPay({ config, notifyUrl, clock }: WechatPayOptions): PayProvider {
  const { send, ask, download } = createCalls({ config, clock })
  async function query(outTradeNo: string): Promise<PaymentAtProvider> {
    const fields = await ask('GET', `/v3/pay/transactions/out-trade-no/${outTradeNo}?mchid=${config.mchId}`)
    return fields ? paymentOf(config, fields) : { state: 'none', tradeNo: null, amountFen: null, paidAt: null }
  }

  return {
    name: 'wechat',
    query,
    async open({ outTradeNo, amountFen, subject, expireAt, clientAddress }) {
      const fields = await ask('POST', '/v3/pay/transactions/native', {
        appid: config.appId,
        mchid: config.mchId,
        description: subject.slice(0, 42),
        out_trade_no: outTradeNo,
        time_expire: shanghaiIso(expireAt.getTime()),
        notify_url: notifyUrl,
        amount: { total: amountFen, currency: 'CNY' },
        scene_info: { payer_client_ip: clientAddress },
      })
      if (!fields) throw new PayError(`${who} did not open the payment.`)
      return { payUrl: null, qrCode: textOf(fields, 'code_url') }
    },
    async close(outTradeNo) {
      try {
        await ask('POST', `/v3/pay/transactions/out-trade-no/${outTradeNo}/close`, { mchid: config.mchId })
        return 'closed'
      } catch (error) {
        // It refuses to close what is paid, and what is closed already.
        const { state } = await query(outTradeNo)
        if (state === 'paid') return 'paid'
        if (state === 'closed' || state === 'none') return 'closed'
        throw error
      }
    },
    async refund({ outTradeNo, tradeNo, outRefundNo, amountFen, totalFen, reason }) {
      const fields = await ask('POST', '/v3/refund/domestic/refunds', {
        ...(tradeNo === undefined ? { out_trade_no: outTradeNo } : { transaction_id: tradeNo }),
        out_refund_no: outRefundNo,
        reason: reason.slice(0, 26),
        notify_url: notifyUrl,
        amount: { refund: amountFen, total: totalFen, currency: 'CNY' },
      })
      if (!fields) throw new PayError(`${who} does not know the payment.`)
      return refundOf(fields, 'status')
    },
    async queryRefund({ outRefundNo }) {
      const fields = await ask('GET', `/v3/refund/domestic/refunds/${outRefundNo}`)
      return fields ? refundOf(fields, 'status') : { state: 'none', message: null }
    },
    readNotification: (headers, body) => readNotification({ config, clock }, headers, body),
    notificationAnswer: (taken) => ({
      status: taken ? 200 : 500,
      contentType: 'application/json',
      body: JSON.stringify(taken ? { code: 'SUCCESS', message: '成功' } : { code: 'FAIL', message: '失败' }),
    }),
    async bill(day): Promise<readonly BillLine[]> {
      const { status, bytes } = await send('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`)
      const fields = parseFields(who, bytes.toString())
      // A day without a single trade has no bill.
      if (status >= 300 && fields.code === 'NO_STATEMENT_EXIST') return []
      if (status >= 300) throw new PayError(`${who} refused, HTTP ${status}: ${wordOf(fields.code)}.`)
      return readWechatBill(await download(textOf(fields, 'download_url'), textOf(fields, 'hash_value')))
    },
  }
}

/** Who has paid is nobody's business here. */
function withoutPayer({ payer: _payer, user_received_account: _account, ...rest }: Fields): Fields {
  return rest
}
