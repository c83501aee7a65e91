import { createDecipheriv, sign, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { WechatPayConfig } from '#server/config/pay-config.ts'
import { ownValue } from '#shared/own-value.ts'
import { PayError } from './pay-provider.ts'

/** WeChat Pay's own advice: what is older than five minutes is a replay. */
const windowMs = 5 * 60_000
const tagLength = 16

/** `Authorization` of one call: RSA-SHA256 over method, path with query, time in seconds, nonce and body, each on its line. */
export function authorizeWechat(
  { mchId, serialNo, privateKey }: Pick<WechatPayConfig, 'mchId' | 'serialNo' | 'privateKey'>,
  call: {
    readonly method: string
    readonly path: string
    readonly body: string
    readonly timestamp: number
    readonly nonce: string
  },
): string {
  const { method, path, body, timestamp, nonce } = call
  const signature = sign(
    'RSA-SHA256',
    Buffer.from(`${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`),
    privateKey,
  ).toString('base64')
  return `WECHATPAY2-SHA256-RSA2048 mchid="${mchId}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${serialNo}"`
}

/** Throws `PayError` unless WeChat Pay has signed exactly this body just now. */
export function checkWechatSignature(
  { publicKey, publicKeyId }: Pick<WechatPayConfig, 'publicKey' | 'publicKeyId'>,
  headers: Headers | IncomingHttpHeaders,
  body: Buffer,
  now: number,
): void {
  const read = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : ownValue(headers, name)
    return typeof value === 'string' ? value : ''
  }
  const [serial, timestamp, nonce, signature] = [
    read('wechatpay-serial'),
    read('wechatpay-timestamp'),
    read('wechatpay-nonce'),
    read('wechatpay-signature'),
  ]
  if (serial !== publicKeyId) throw new PayError('WeChat Pay signed with a key that is not the configured one.')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1000) > windowMs)
    throw new PayError('A message of WeChat Pay is not of now.')
  const text = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')])
  if (!verify('RSA-SHA256', text, publicKey, Buffer.from(signature, 'base64')))
    throw new PayError('The signature of WeChat Pay is wrong.')
}

/** What a notification holds, sealed by AEAD_AES_256_GCM under the merchant's API v3 key. */
export interface WechatResource {
  readonly algorithm: string
  readonly ciphertext: string
  readonly nonce: string
  readonly associated_data?: string
}

/** Opens a sealed text; throws `PayError` when it is damaged or sealed under another key. */
export function openWechatResource(
  apiV3Key: string,
  { algorithm, ciphertext, nonce, associated_data: associated = '' }: WechatResource,
): string {
  if (algorithm !== 'AEAD_AES_256_GCM')
    throw new PayError('WeChat Pay sealed a notification in a way that is not known.')
  try {
    const bytes = Buffer.from(ciphertext, 'base64')
    const cipher = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce), {
      authTagLength: tagLength,
    })
    cipher.setAuthTag(bytes.subarray(-tagLength))
    cipher.setAAD(Buffer.from(associated))
    return Buffer.concat([cipher.update(bytes.subarray(0, -tagLength)), cipher.final()]).toString()
  } catch {
    throw new PayError('A notification of WeChat Pay could not be opened.')
  }
}
