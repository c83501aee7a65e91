import { createHmac } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { ownValue } from '#shared/own-value.ts'

export interface UserSigInput {
  readonly appId: string
  /** The application's secret key, as the console shows it. */
  readonly key: string
  readonly userId: string
  /** Epoch seconds. */
  readonly time: number
  /** Seconds that it is good for. */
  readonly expire: number
}

/**
 * Tencent Cloud's UserSig, version 2: the fields and the HMAC-SHA256 of their lines as JSON, deflated, in base64 with `*`, `-` and `_`
 * for `+`, `/` and `=`.
 */
export function createUserSig({ appId, key, userId, time, expire }: UserSigInput): string {
  const lines = `TLS.identifier:${userId}\nTLS.sdkappid:${appId}\nTLS.time:${time}\nTLS.expire:${expire}\n`
  const document = {
    'TLS.ver': '2.0',
    'TLS.identifier': userId,
    'TLS.sdkappid': Number(appId),
    'TLS.time': time,
    'TLS.expire': expire,
    'TLS.sig': createHmac('sha256', key).update(lines).digest('base64'),
  }
  const changed: Readonly<Record<string, string>> = { '+': '*', '/': '-', '=': '_' }
  return deflateSync(JSON.stringify(document))
    .toString('base64')
    .replace(/[+/=]/g, (sign) => ownValue(changed, sign) ?? sign)
}
