import { createCipheriv, createHash, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { AlipayConfig, WechatPayConfig } from '#server/config/pay-config.ts'
import { type Arrival, type FakeService, startFakeService } from './fake-service.ts'

function makePair(): { privateKey: string; publicKey: string } {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
}

/** What a gateway answers a path: HTTP status and fields; 204 has none. */
export type GatewayAnswer = { status: number; body?: object; text?: string; signed?: boolean }

/** A stand-in for WeChat Pay that refuses every call whose signature isn't the merchant's, and signs its answers. */
export interface WechatGateway {
  readonly config: WechatPayConfig
  readonly service: FakeService
  /** By method and path without the query. */
  readonly answers: Map<string, GatewayAnswer | ((arrival: Arrival) => GatewayAnswer)>
  /** Calls that were accepted, with their parsed bodies. */
  readonly calls: { route: string; url: string; body: Record<string, unknown> | undefined }[]
  /** A notification as WeChat Pay sends it. */
  notification(
    type: string,
    resource: object,
    at: number,
    id?: string,
  ): { headers: Record<string, string>; body: Buffer }
}

/** Whether a call is signed by the merchant, by a clock that is right. */
function isMerchant(
  { method, url, headers, body }: Arrival,
  config: WechatPayConfig,
  { publicKey, now }: { publicKey: string; now: number },
): boolean {
  const header = headers.authorization ?? ''
  const field = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(header)?.[1] ?? ''
  if (
    !header.startsWith('WECHATPAY2-SHA256-RSA2048 ') ||
    field('mchid') !== config.mchId ||
    field('serial_no') !== config.serialNo
  )
    return false
  if (Math.abs(Number(field('timestamp')) * 1000 - now) > 60_000) return false
  return verify(
    'RSA-SHA256',
    Buffer.from(`${method}\n${url}\n${field('timestamp')}\n${field('nonce_str')}\n${body}\n`),
    publicKey,
    Buffer.from(field('signature'), 'base64'),
  )
}

export async function startWechatGateway(now: () => number): Promise<WechatGateway> {
  const [merchant, platform] = [makePair(), makePair()]
  const service = await startFakeService()
  const config: WechatPayConfig = {
    appId: 'wxd678efh567hg6787',
    mchId: '1900007291',
    serialNo: '408B07E79B8269FEC3D5D3E6AB8ED163A6A380DB',
    privateKey: merchant.privateKey,
    apiV3Key: 'an-api-v3-key-of-just-32-bytes-!',
    publicKey: platform.publicKey,
    publicKeyId: 'PUB_KEY_ID_0000000000000024101100397200000006',
    url: service.base,
  }
  const signed = (body: string, at: number): Record<string, string> => {
    const [timestamp, nonce] = [String(Math.floor(at / 1000)), randomBytes(16).toString('hex')]
    const signature = sign(
      'RSA-SHA256',
      Buffer.from(`${timestamp}\n${nonce}\n${body}\n`),
      platform.privateKey,
    ).toString('base64')
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-signature': signature,
      'wechatpay-serial': config.publicKeyId,
    }
  }
  const gateway: WechatGateway = {
    config,
    service,
    answers: new Map(),
    calls: [],
    notification(type, resource, at, id = randomBytes(16).toString('hex')) {
      const nonce = randomBytes(6).toString('hex')
      const cipher = createCipheriv('aes-256-gcm', config.apiV3Key, nonce)
      cipher.setAAD(Buffer.from('transaction'))
      const ciphertext = Buffer.concat([
        cipher.update(JSON.stringify(resource)),
        cipher.final(),
        cipher.getAuthTag(),
      ]).toString('base64')
      const body = JSON.stringify({
        id,
        create_time: new Date(at).toISOString(),
        resource_type: 'encrypt-resource',
        event_type: type,
        resource: { algorithm: 'AEAD_AES_256_GCM', ciphertext, nonce, associated_data: 'transaction' },
      })
      return { headers: signed(body, at), body: Buffer.from(body) }
    },
  }
  const send = (res: ServerResponse, { status, body, text, signed: isSigned = true }: GatewayAnswer): void => {
    const content = text ?? (body === undefined ? '' : JSON.stringify(body))
    res.writeHead(status, isSigned ? signed(content, now()) : {})
    res.end(status === 204 ? undefined : content)
  }
  service.answer = (_req, res, arrival) => {
    if (!isMerchant(arrival, config, { publicKey: merchant.publicKey, now: now() }))
      return send(res, { status: 401, body: { code: 'SIGN_ERROR', message: '签名错误' } })
    const route = `${arrival.method} ${arrival.url.split('?')[0]}`
    gateway.calls.push({ route, url: arrival.url, body: arrival.body === '' ? undefined : JSON.parse(arrival.body) })
    const answer = gateway.answers.get(route)
    send(
      res,
      typeof answer === 'function'
        ? answer(arrival)
        : (answer ?? { status: 404, body: { code: 'ORDER_NOT_EXIST', message: '订单不存在' } }),
    )
  }
  return gateway
}

/** SHA-1 of a bill, as WeChat Pay announces it. */
export function billHash(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}

/** A stand-in for Alipay's gateway: refuses what the application hasn't signed, signs its answers. */
export interface AlipayGateway {
  readonly config: AlipayConfig
  readonly service: FakeService
  /** The answer's fields by method. */
  readonly answers: Map<string, Record<string, unknown>>
  readonly calls: { method: string; biz: Record<string, string>; query: Record<string, string> }[]
  /** Signs answers with a key of somebody else. */
  forges: boolean
  /** A notification's form as Alipay sends it. */
  notification(fields: Readonly<Record<string, string>>): Buffer
  /** Whether a page's address is signed by the application; its trade. */
  readPage(address: string): Record<string, string> | undefined
}

export async function startAlipayGateway(): Promise<AlipayGateway> {
  const [application, alipay, stranger] = [makePair(), makePair(), makePair()]
  const service = await startFakeService()
  const signText = (text: string, key: string): string => sign('RSA-SHA256', Buffer.from(text), key).toString('base64')
  const contentOf = (fields: Readonly<Record<string, string>>, without: readonly string[]): string =>
    Object.keys(fields)
      .filter((name) => !without.includes(name))
      .sort()
      .map((name) => `${name}=${fields[name]}`)
      .join('&')
  const isApplication = (fields: Readonly<Record<string, string>>): boolean =>
    verify(
      'RSA-SHA256',
      Buffer.from(contentOf(fields, ['sign'])),
      application.publicKey,
      Buffer.from(fields.sign ?? '', 'base64'),
    )
  const gateway: AlipayGateway = {
    config: {
      appId: '2021000000000001',
      sellerId: '2088000000000001',
      privateKey: application.privateKey,
      publicKey: alipay.publicKey,
      gateway: `${service.base}/gateway.do`,
    },
    service,
    answers: new Map(),
    calls: [],
    forges: false,
    notification(fields) {
      const all: Record<string, string> = {
        app_id: '2021000000000001',
        seller_id: '2088000000000001',
        charset: 'utf-8',
        version: '1.0',
        notify_type: 'trade_status_sync',
        ...fields,
      }
      return Buffer.from(
        new URLSearchParams({
          ...all,
          sign_type: 'RSA2',
          sign: signText(contentOf(all, []), alipay.privateKey),
        }).toString(),
      )
    },
    readPage(address) {
      const fields = Object.fromEntries(new URL(address).searchParams)
      return isApplication(fields) ? (JSON.parse(fields.biz_content ?? '{}') as Record<string, string>) : undefined
    },
  }
  service.answer = (_req, res, { url, body }) => {
    const query = Object.fromEntries(new URL(url, service.base).searchParams)
    const fields: Record<string, string> = { ...query, ...Object.fromEntries(new URLSearchParams(body)) }
    const { method = '' } = fields
    const known = isApplication(fields)
    if (known) gateway.calls.push({ method, biz: JSON.parse(fields.biz_content ?? '{}'), query })
    const answer = known
      ? (gateway.answers.get(method) ?? { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST' })
      : { code: '40002', sub_code: 'isv.invalid-signature' }
    const content = JSON.stringify(answer)
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(
      `{"${method.replaceAll('.', '_')}_response":${content},"sign":"${signText(content, gateway.forges ? stranger.privateKey : alipay.privateKey)}"}`,
    )
  }
  return gateway
}
