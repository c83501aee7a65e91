import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { ConfigError } from '#server/config/config-error.ts'
import { isDeveloperEnv, type SiteEnv } from '#server/config/site-env.ts'
import { withoutEndSlashes } from '#shared/rules/trim-end.ts'
import { setting, type Values } from './setting.ts'

/** A merchant at WeChat Pay, API version 3. */
export interface WechatPayConfig {
  readonly appId: string
  readonly mchId: string
  /** Serial number of the merchant's own certificate. */
  readonly serialNo: string
  /** PEM. */
  readonly privateKey: string
  /** 32 bytes, as they were set in the merchant's console. */
  readonly apiV3Key: string
  /** PEM: WeChat Pay's public key, or that of its platform certificate. */
  readonly publicKey: string
  /** The public key's id, or the certificate's serial number: what WeChat Pay names in `Wechatpay-Serial`. */
  readonly publicKeyId: string
  readonly url: string
}

/** An application at Alipay, signing by RSA2. */
export interface AlipayConfig {
  readonly appId: string
  /** The merchant's account (PID), which notifications must name. */
  readonly sellerId: string
  /** PEM, PKCS #8. */
  readonly privateKey: string
  /** PEM: Alipay's, not the application's. */
  readonly publicKey: string
  readonly gateway: string
}

/** embedded: the provider that comes along, where no money moves; real: WeChat Pay and Alipay, each when its keys are set; none: nothing can be paid. */
export interface PayConfig {
  readonly kind: 'embedded' | 'real' | 'none'
  /** Address of the embedded provider; the primary process sets it. */
  readonly embeddedUrl: string | undefined
  /** So many milliseconds the cashier waits for providers before it shows those that have answered. */
  readonly waitMs: number
  readonly wechat: WechatPayConfig | undefined
  readonly alipay: AlipayConfig | undefined
}

const text = z._default(z.string(), '')
const url = z.optional(z.string().check(z.regex(/^https?:\/\/\S+$/, 'must begin with http:// or https://')))

/** The environment variables of payment. */
export const paySettings = {
  PAY_PROVIDER: setting(
    z.optional(z.enum(['embedded', 'real', 'none'])),
    'who takes money: `embedded` (a provider that starts along on 127.0.0.1 and moves none; in development and test only; phones reach its cashier under `ORIGIN`), `real` (WeChat Pay and Alipay, each with its keys) or `none`',
    'embedded in development and test, else real when keys are set',
  ),
  PAY_EMBEDDED_URL: setting(
    url,
    'address of the embedded payment provider; set, none is started. Both need the same `DATA_DIR`, where their keys lie',
    'a free port',
  ),
  PAY_WAIT_MS: setting(
    z._default(z.string().check(z.regex(/^\d{1,5}$/, 'must be a number of milliseconds')), '300'),
    'milliseconds that the cashier waits for providers before it shows those that have answered; the others come when they do. Pages and calls that close an order or a code at a provider wait no longer, either; a press on cancel waits ten times as long',
  ),
  WECHAT_PAY_APP_ID: setting(text, 'the application that is bound to the merchant'),
  WECHAT_PAY_MCH_ID: setting(
    text,
    '微信支付 (API v3, Native): the merchant. Notifications come to `ORIGIN/api/pay/notify/wechat`',
  ),
  WECHAT_PAY_SERIAL_NO: setting(text, "serial number of the merchant's certificate"),
  WECHAT_PAY_PRIVATE_KEY: setting(
    text,
    "private key of the merchant's certificate. Keys are PEM (line ends may be written `\\n`) or bare base64; each may lie in a file named by the same variable with `_FILE`",
  ),
  WECHAT_PAY_PRIVATE_KEY_FILE: setting(text, 'file with `WECHAT_PAY_PRIVATE_KEY`'),
  WECHAT_PAY_API_V3_KEY: setting(text, 'the API v3 key, 32 bytes'),
  WECHAT_PAY_PUBLIC_KEY: setting(
    text,
    "WeChat Pay's public key; or its platform certificate, which has its serial number in it",
  ),
  WECHAT_PAY_PUBLIC_KEY_FILE: setting(text, 'file with `WECHAT_PAY_PUBLIC_KEY`'),
  WECHAT_PAY_PUBLIC_KEY_ID: setting(text, "the public key's id"),
  WECHAT_PAY_URL: setting(url, 'another address of the API', "WeChat Pay's own"),
  ALIPAY_APP_ID: setting(text, '支付宝: the application. Notifications come to `ORIGIN/api/pay/notify/alipay`'),
  ALIPAY_SELLER_ID: setting(text, "the merchant's account (PID) that notifications must name"),
  ALIPAY_PRIVATE_KEY: setting(text, "the application's private key; signatures are RSA2"),
  ALIPAY_PRIVATE_KEY_FILE: setting(text, 'file with `ALIPAY_PRIVATE_KEY`'),
  ALIPAY_PUBLIC_KEY: setting(text, "Alipay's public key (not the application's)"),
  ALIPAY_PUBLIC_KEY_FILE: setting(text, 'file with `ALIPAY_PUBLIC_KEY`'),
  ALIPAY_GATEWAY: setting(url, "another gateway, such as the sandbox's", '`https://openapi.alipay.com/gateway.do`'),
}

type Raw = Values<typeof paySettings> & {
  readonly SITE_ENV: SiteEnv
}
type KeyName = 'WECHAT_PAY_PRIVATE_KEY' | 'WECHAT_PAY_PUBLIC_KEY' | 'ALIPAY_PRIVATE_KEY' | 'ALIPAY_PUBLIC_KEY'

/** A key's text: from its variable, where line ends may be written `\n`, or from its file. */
function keyText(raw: Raw, name: KeyName, when: string): string {
  const file = raw[`${name}_FILE`]
  if (raw[name] !== '') return raw[name].replaceAll('\\n', '\n')
  if (file === '') throw new ConfigError(`${name} or ${name}_FILE must be set when ${when}.`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new ConfigError(`${name}_FILE names a file that can't be read.`)
  }
}

/** The first of several ways to read a key that works. */
function firstOf(ways: readonly (() => KeyObject)[]): KeyObject | undefined {
  for (const way of ways) {
    try {
      return way()
    } catch {
      // the next way may fit
    }
  }
  return undefined
}

/** PEM, PKCS #8; Alipay's tools give the bare base64. */
function readPrivateKey(raw: Raw, name: KeyName, when: string): string {
  const value = keyText(raw, name, when)
  const der = Buffer.from(value, 'base64')
  const key = firstOf([
    () => createPrivateKey(value),
    () => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }),
  ])
  if (key?.asymmetricKeyType !== 'rsa') throw new ConfigError(`${name} isn't an RSA private key.`)
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** PEM, and the serial number when it came as a certificate. */
function readPublicKey(raw: Raw, name: KeyName, when: string): { pem: string; serial: string | undefined } {
  const value = keyText(raw, name, when)
  const key = firstOf([
    () => createPublicKey(value),
    () => createPublicKey({ key: Buffer.from(value, 'base64'), format: 'der', type: 'spki' }),
  ])
  // A private key would be read as well, for the public one in it.
  if (key?.asymmetricKeyType !== 'rsa' || value.includes('PRIVATE KEY'))
    throw new ConfigError(`${name} isn't an RSA public key or a certificate with one.`)
  return {
    pem: key.export({ type: 'spki', format: 'pem' }).toString(),
    serial: value.includes('BEGIN CERTIFICATE') ? new X509Certificate(value).serialNumber : undefined,
  }
}

function demand(raw: Raw, names: readonly (keyof typeof paySettings)[], when: string): void {
  for (const name of names) if (!raw[name]) throw new ConfigError(`${name} must be set when ${when}.`)
}

function readWechat(raw: Raw): WechatPayConfig | undefined {
  if (raw.WECHAT_PAY_MCH_ID === '') return undefined
  const when = 'WECHAT_PAY_MCH_ID is set'
  demand(raw, ['WECHAT_PAY_APP_ID', 'WECHAT_PAY_SERIAL_NO', 'WECHAT_PAY_API_V3_KEY'], when)
  if (Buffer.byteLength(raw.WECHAT_PAY_API_V3_KEY) !== 32)
    throw new ConfigError('WECHAT_PAY_API_V3_KEY must have 32 bytes.')
  const { pem, serial } = readPublicKey(raw, 'WECHAT_PAY_PUBLIC_KEY', when)
  const publicKeyId = raw.WECHAT_PAY_PUBLIC_KEY_ID || serial
  if (!publicKeyId)
    throw new ConfigError(
      'WECHAT_PAY_PUBLIC_KEY_ID must be set when WECHAT_PAY_PUBLIC_KEY is a key and no certificate.',
    )
  return {
    appId: raw.WECHAT_PAY_APP_ID,
    mchId: raw.WECHAT_PAY_MCH_ID,
    serialNo: raw.WECHAT_PAY_SERIAL_NO,
    privateKey: readPrivateKey(raw, 'WECHAT_PAY_PRIVATE_KEY', when),
    apiV3Key: raw.WECHAT_PAY_API_V3_KEY,
    publicKey: pem,
    publicKeyId,
    url: withoutEndSlashes(raw.WECHAT_PAY_URL ?? 'https://api.mch.weixin.qq.com'),
  }
}

function readAlipay(raw: Raw): AlipayConfig | undefined {
  if (raw.ALIPAY_APP_ID === '') return undefined
  const when = 'ALIPAY_APP_ID is set'
  demand(raw, ['ALIPAY_SELLER_ID'], when)
  return {
    appId: raw.ALIPAY_APP_ID,
    sellerId: raw.ALIPAY_SELLER_ID,
    privateKey: readPrivateKey(raw, 'ALIPAY_PRIVATE_KEY', when),
    publicKey: readPublicKey(raw, 'ALIPAY_PUBLIC_KEY', when).pem,
    gateway: raw.ALIPAY_GATEWAY ?? 'https://openapi.alipay.com/gateway.do',
  }
}

/** Reads and checks the settings of payment; throws `ConfigError` with one sentence. */
export function readPayConfig(raw: Raw): PayConfig {
  const wechat = readWechat(raw)
  const alipay = readAlipay(raw)
  if (raw.PAY_PROVIDER === 'real' && !wechat && !alipay)
    throw new ConfigError('WECHAT_PAY_MCH_ID or ALIPAY_APP_ID must be set when PAY_PROVIDER is real.')
  const byDefault = isDeveloperEnv(raw.SITE_ENV) ? 'embedded' : wechat || alipay ? 'real' : 'none'
  const embeddedUrl = raw.PAY_EMBEDDED_URL === undefined ? undefined : withoutEndSlashes(raw.PAY_EMBEDDED_URL)
  return { kind: raw.PAY_PROVIDER ?? byDefault, embeddedUrl, waitMs: Number(raw.PAY_WAIT_MS), wechat, alipay }
}
