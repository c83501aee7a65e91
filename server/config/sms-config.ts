import * as z from 'zod/mini'
import { integer, serviceUrl, setting, text, type Values } from './setting.ts'

export const smsSettings = {
  SMS_PROVIDER: setting(
    z.optional(z.enum(['outbox', 'aliyun', 'tencent'])),
    'who sends codes: `outbox` (nobody; read at `/dev/accounts`; in development and test only), `aliyun` or `tencent`',
    'outbox in development and test',
  ),
  SMS_KEY_ID: setting(text(''), "the cloud's access key"),
  SMS_KEY_SECRET: setting(text(''), 'its secret'),
  SMS_APP_ID: setting(text(''), "Tencent Cloud: the SMS application's SdkAppId"),
  SMS_SIGN_NAME: setting(text(''), 'the signature that the cloud has approved'),
  SMS_TEMPLATE: setting(
    text(''),
    'its template; one variable, the code (called `code` at Aliyun, `1` at Tencent Cloud)',
  ),
  SMS_CHANGED_TEMPLATE: setting(
    text(''),
    'its template, without variables, that tells a number that its account is entered by another one from now on; without it the old phone is told nothing',
  ),
  SMS_VOICE_TEMPLATE: setting(
    text(''),
    'template of calls, the same variable; Tencent Cloud reads the code in its own words without one. Calls go to mainland numbers with Aliyun',
  ),
  SMS_VOICE_APP_ID: setting(text(''), "Tencent Cloud: the voice application's SdkAppid; without it nobody is called"),
  SMS_VOICE_CALLER: setting(text(''), "Aliyun: the number that calls show; empty for the cloud's own"),
  SMS_URL: setting(serviceUrl, 'another address of the service that sends messages', "the cloud's own"),
  SMS_VOICE_URL: setting(serviceUrl, 'another address of the service that calls', "the cloud's own"),
  SMS_HOURLY_CEILING: setting(
    integer(1000, 1, 10_000_000),
    'messages and calls of the whole site in an hour; then codes are refused. An address gets a third of it, a network half, numbers without an account two thirds; administrators get a message at half of it. Shared over processes with `REDIS_URL`. All limits: `docs/limits.md`',
  ),
}

/** Who sends codes: an outbox on this machine, or one of two clouds. */
export interface SmsConfig {
  readonly provider: 'outbox' | 'aliyun' | 'tencent'
  readonly keyId: string
  readonly keySecret: string
  readonly appId: string
  readonly signName: string
  readonly template: string
  /** Tells a number that its account has another one; empty, nobody is told. */
  readonly changedTemplate: string
  readonly voiceAppId: string
  readonly voiceTemplate: string
  readonly voiceCaller: string
  /** Replace the clouds' own addresses. */
  readonly url: string | undefined
  readonly voiceUrl: string | undefined
  readonly hourlyCeiling: number
}

export function readSmsConfig(raw: Values<typeof smsSettings>): SmsConfig {
  return {
    provider: raw.SMS_PROVIDER ?? 'outbox',
    keyId: raw.SMS_KEY_ID,
    keySecret: raw.SMS_KEY_SECRET,
    appId: raw.SMS_APP_ID,
    signName: raw.SMS_SIGN_NAME,
    template: raw.SMS_TEMPLATE,
    changedTemplate: raw.SMS_CHANGED_TEMPLATE,
    voiceAppId: raw.SMS_VOICE_APP_ID,
    voiceTemplate: raw.SMS_VOICE_TEMPLATE,
    voiceCaller: raw.SMS_VOICE_CALLER,
    url: raw.SMS_URL,
    voiceUrl: raw.SMS_VOICE_URL,
    hourlyCeiling: raw.SMS_HOURLY_CEILING,
  }
}
