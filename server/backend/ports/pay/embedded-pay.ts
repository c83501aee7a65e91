import type { Clock } from '#server/backend/base/parts.ts'
import { type PayKeys, readPayKeys } from '#server/dev-providers/payment/keys.ts'
import { faultOfMessage, signMessage } from '#server/dev-providers/payment/signature.ts'
import {
  PayError,
  type PaymentAtProvider,
  type PayNotification,
  type PayProvider,
  type RefundAtProvider,
} from './pay-provider.ts'
import { askedFields, fenOf, parseFields, plainAnswer, textOf, timeOf } from './provider-fields.ts'

const timeoutMs = 8000
const paymentStates = ['pending', 'paid', 'closed'] as const
const refundStates = ['processing', 'done', 'failed'] as const

export interface EmbeddedPayOptions {
  /** Address of the provider's process. */
  readonly url: string
  readonly dataDir: string
  /** The site's origin, under which payers find the cashier. */
  readonly origin: string
  readonly clock: Clock
}

interface Answer {
  readonly status: number
  readonly fields: Record<string, unknown>
}

function oneOf<T extends string>(value: unknown, known: readonly T[]): T {
  const found = known.find((one) => one === value)
  if (found === undefined) throw new PayError('The embedded provider answered a state that is not known.')
  return found
}

function paymentOf({ state, tradeNo, amountFen, paidAt }: Record<string, unknown>): PaymentAtProvider {
  return {
    state: oneOf(state, paymentStates),
    tradeNo: typeof tradeNo === 'string' ? tradeNo : null,
    amountFen: typeof amountFen === 'number' ? amountFen : null,
    paidAt: typeof paidAt === 'number' ? new Date(paidAt) : null,
  }
}

function refundOf({ state, message }: Record<string, unknown>): RefundAtProvider {
  return { state: oneOf(state, refundStates), message: typeof message === 'string' ? message : null }
}

/** Calls at the embedded provider: signed by us, and their answers by it. */
function createCalls({ url, dataDir, clock }: Omit<EmbeddedPayOptions, 'origin'>) {
  let known: PayKeys | undefined
  // The provider's process makes them at its first start, which may come after ours.
  const keys = (): PayKeys => {
    try {
      known ??= readPayKeys(dataDir)
      return known
    } catch {
      throw new PayError('The embedded provider has no keys yet.')
    }
  }

  async function ask(method: 'GET' | 'POST', path: string, fields?: object): Promise<Answer> {
    const { merchant, provider } = keys()
    const body = fields === undefined ? '' : JSON.stringify(fields)
    const signed = signMessage(merchant.privateKey, clock.now(), [method, `/v1${path}`], body)
    const response = await askedFields('The embedded provider', `${url}/v1${path}`, {
      method,
      headers: { ...signed, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const fault = faultOfMessage(provider.publicKey, clock.now(), {
      headers: Object.fromEntries(response.headers),
      parts: ['answer', signed['pay-nonce']],
      body: response.text,
    })
    if (fault)
      throw new PayError(`The embedded provider's answer, HTTP ${response.status}, can't be believed: ${fault}.`)
    return { status: response.status, fields: parseFields('The embedded provider', response.text) }
  }

  /** The answer's fields; `undefined` when what is asked for isn't there. */
  async function demand(
    method: 'GET' | 'POST',
    path: string,
    fields?: object,
  ): Promise<Record<string, unknown> | undefined> {
    const answer = await ask(method, path, fields)
    if (answer.status === 404) return undefined
    if (answer.status !== 200) throw new PayError(`The embedded provider refused: ${textOf(answer.fields, 'word')}.`)
    return answer.fields
  }

  return { keys, demand }
}

function notificationOf(fields: Record<string, unknown>): PayNotification {
  if (fields.merchant !== 'sandbox')
    throw new PayError('A notification of the embedded provider is for another merchant.')
  const [notifyId, outTradeNo] = [textOf(fields, 'notifyId'), textOf(fields, 'outTradeNo')]
  const known = { notifyId, outTradeNo, raw: fields }
  if (fields.event === 'closed') return { ...known, event: { kind: 'closed' } }
  if (fields.event === 'paid')
    return {
      ...known,
      event: {
        kind: 'paid',
        tradeNo: textOf(fields, 'tradeNo'),
        amountFen: fenOf(fields, 'amountFen'),
        paidAt: timeOf(fields.paidAt),
      },
    }
  if (fields.event !== 'refund') throw new PayError('A notification of the embedded provider tells of something else.')
  const state = oneOf(fields.state, ['done', 'failed'])
  return {
    ...known,
    event: {
      kind: 'refund',
      outRefundNo: textOf(fields, 'outRefundNo'),
      state,
      message: typeof fields.message === 'string' ? fields.message : null,
    },
  }
}

/** The provider that comes along: every call and every answer is signed by the keys in the data folder. */
export function createEmbeddedPay({ url, dataDir, origin, clock }: EmbeddedPayOptions): PayProvider {
  const { keys, demand } = createCalls({ url, dataDir, clock })
  return {
    name: 'embedded',
    async open({ outTradeNo, amountFen, subject, expireAt, returnUrl }) {
      const fields = await demand('POST', '/payments', {
        outTradeNo,
        amountFen,
        subject: subject.slice(0, 100),
        expireAt: expireAt.getTime(),
        returnUrl,
      })
      if (!fields) throw new PayError('The embedded provider did not open the payment.')
      const address = `${origin}${textOf(fields, 'cashier')}`
      return { payUrl: address, qrCode: address }
    },
    async query(outTradeNo) {
      const fields = await demand('GET', `/payments/${outTradeNo}`)
      return fields ? paymentOf(fields) : { state: 'none', tradeNo: null, amountFen: null, paidAt: null }
    },
    async close(outTradeNo) {
      const fields = await demand('POST', `/payments/${outTradeNo}/close`)
      return fields && paymentOf(fields).state === 'paid' ? 'paid' : 'closed'
    },
    async refund({ outTradeNo, outRefundNo, amountFen, reason }) {
      const fields = await demand('POST', '/refunds', {
        outTradeNo,
        outRefundNo,
        amountFen,
        reason: reason.slice(0, 80),
      })
      if (!fields) throw new PayError('The embedded provider does not know the payment.')
      return refundOf(fields)
    },
    async queryRefund({ outRefundNo }) {
      const fields = await demand('GET', `/refunds/${outRefundNo}`)
      return fields ? refundOf(fields) : { state: 'none', message: null }
    },
    readNotification: async (headers, body) => {
      const text = body.toString()
      const fault = faultOfMessage(keys().provider.publicKey, clock.now(), { headers, parts: [], body: text })
      if (fault) throw new PayError(`A notification of the embedded provider was refused: ${fault}.`)
      return notificationOf(parseFields('The embedded provider', text))
    },
    notificationAnswer: plainAnswer,
    async bill(day) {
      const fields = await demand('GET', `/bill?day=${day}`)
      const lines = Array.isArray(fields?.lines) ? (fields.lines as Record<string, unknown>[]) : []
      return lines.map((line) => ({
        outTradeNo: textOf(line, 'outTradeNo'),
        outRefundNo: typeof line.outRefundNo === 'string' ? line.outRefundNo : null,
        amountFen: Number(line.amountFen),
      }))
    },
  }
}
