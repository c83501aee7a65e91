import { createHmac, randomUUID } from 'node:crypto'
import type { Clock } from '#server/backend/base/parts.ts'
import type { SmsConfig } from '#server/config/sms-config.ts'
import { ownValue } from '#shared/own-value.ts'
import { postToProvider, providerCode } from './provider-request.ts'
import { type FormerNumber, SmsError, type SmsMessage, type SmsSender } from './sms-sender.ts'

const addresses = { SMS: 'https://dysmsapi.aliyuncs.com/', VOICE_CODE: 'https://dyvmsapi.aliyuncs.com/' } as const
const version = '2017-05-25'

/** RFC 3986: Aliyun signs with these five encoded as well. */
function encode(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

function canonical(parameters: Readonly<Record<string, string>>): string {
  return Object.keys(parameters)
    .sort()
    .map((name) => `${encode(name)}=${encode(ownValue(parameters, name) ?? '')}`)
    .join('&')
}

/** Aliyun's RPC signature, version 1.0: base64 of HMAC-SHA1 over the sorted parameters. */
export function signAliyun(
  method: 'GET' | 'POST',
  parameters: Readonly<Record<string, string>>,
  keySecret: string,
): string {
  const text = `${method}&${encode('/')}&${encode(canonical(parameters))}`
  return createHmac('sha1', `${keySecret}&`).update(text).digest('base64')
}

function textAction(
  { nationCode, phone }: FormerNumber,
  { signName }: SmsConfig,
  template: string,
): Record<string, string> {
  // numbers of other countries carry their dial code, without a plus
  const numbers = nationCode === 86 ? phone : `${nationCode}${phone}`
  return { Action: 'SendSms', PhoneNumbers: numbers, SignName: signName, TemplateCode: template }
}

function action({ channel, code, ...number }: SmsMessage, config: SmsConfig): Record<string, string> {
  const values = JSON.stringify({ code })
  if (channel === 'SMS') return { ...textAction(number, config, config.template), TemplateParam: values }
  const { nationCode, phone } = number
  if (config.voiceTemplate === '') throw new SmsError('Calls are not set up: SMS_VOICE_TEMPLATE is empty.')
  if (nationCode !== 86) throw new SmsError('Calls go to mainland numbers only.')
  const caller: Record<string, string> = config.voiceCaller === '' ? {} : { CalledShowNumber: config.voiceCaller }
  return {
    Action: 'SingleCallByTts',
    CalledNumber: phone,
    TtsCode: config.voiceTemplate,
    TtsParam: values,
    PlayTimes: '2',
    ...caller,
  }
}

/** Aliyun: text messages by SendSms, calls by SingleCallByTts; the templates have one variable, `code`. */
export function createAliyunSender(config: SmsConfig, clock: Clock): SmsSender {
  const urls = { SMS: config.url ?? addresses.SMS, VOICE_CODE: config.voiceUrl ?? addresses.VOICE_CODE }
  async function ask(url: string, wanted: Record<string, string>): Promise<void> {
    const parameters = {
      ...wanted,
      AccessKeyId: config.keyId,
      Format: 'JSON',
      RegionId: 'cn-hangzhou',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: randomUUID(),
      SignatureVersion: '1.0',
      Timestamp: new Date(clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
      Version: version,
    }
    const signed = canonical({ ...parameters, Signature: signAliyun('POST', parameters, config.keySecret) })
    const answer = await postToProvider(url, { 'Content-Type': 'application/x-www-form-urlencoded' }, signed)
    if (answer.Code !== 'OK') throw new SmsError(`Aliyun refused: ${providerCode(answer.Code)}.`)
  }
  return {
    send: async (message) => ask(urls[message.channel], action(message, config)),
    async tellChanged(number) {
      if (config.changedTemplate !== '') await ask(urls.SMS, textAction(number, config, config.changedTemplate))
    },
  }
}
