import { createHash, createHmac } from 'node:crypto'
import type { Clock } from '#server/backend/base/parts.ts'
import type { SmsConfig } from '#server/config/sms-config.ts'
import { postToProvider, providerCode } from './provider-request.ts'
import { type FormerNumber, SmsError, type SmsMessage, type SmsSender } from './sms-sender.ts'

const addresses = { SMS: 'https://sms.tencentcloudapi.com/', VOICE_CODE: 'https://vms.tencentcloudapi.com/' } as const
const region = 'ap-guangzhou'
const contentType = 'application/json; charset=utf-8'

export interface TencentRequest {
  readonly keyId: string
  readonly keySecret: string
  /** 'sms' or 'vms'. */
  readonly service: string
  readonly host: string
  /** Epoch seconds. */
  readonly timestamp: number
  /** The body, byte for byte. */
  readonly payload: string
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Tencent Cloud's TC3-HMAC-SHA256: the Authorization header of a JSON POST. */
export function signTencent({ keyId, keySecret, service, host, timestamp, payload }: TencentRequest): string {
  const day = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const headers = 'content-type;host'
  const request = `POST\n/\n\ncontent-type:${contentType}\nhost:${host}\n\n${headers}\n${sha256(payload)}`
  const text = `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(request)}`
  const key = hmac(hmac(hmac(`TC3${keySecret}`, day), service), 'tc3_request')
  return `TC3-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${headers}, Signature=${hmac(key, text).toString('hex')}`
}

interface Action {
  readonly name: string
  readonly service: string
  readonly version: string
  readonly body: object
}

function textAction(
  { nationCode, phone }: FormerNumber,
  config: SmsConfig,
  template: string,
  values: string[],
): Action {
  const { appId: SmsSdkAppId, signName: SignName } = config
  const body = {
    PhoneNumberSet: [`+${nationCode}${phone}`],
    SmsSdkAppId,
    SignName,
    TemplateId: template,
    TemplateParamSet: values,
  }
  return { name: 'SendSms', service: 'sms', version: '2021-01-11', body }
}

function actionOf(message: SmsMessage, config: SmsConfig): Action {
  const { nationCode, phone, channel, code } = message
  if (channel === 'SMS') return textAction(message, config, config.template, [code])
  const number = `+${nationCode}${phone}`
  if (config.voiceAppId === '') throw new SmsError('Calls are not set up: SMS_VOICE_APP_ID is empty.')
  const call = { CalledNumber: number, VoiceSdkAppid: config.voiceAppId, PlayTimes: 2 }
  const voice = { service: 'vms', version: '2020-09-02' }
  if (config.voiceTemplate === '') return { ...voice, name: 'SendCodeVoice', body: { ...call, CodeMessage: code } }
  return {
    ...voice,
    name: 'SendTtsVoice',
    body: { ...call, TemplateId: config.voiceTemplate, TemplateParamSet: [code] },
  }
}

/** What went wrong by the answer's own word; undefined when the message was taken. */
function refusalOf(answer: Record<string, unknown>): string | undefined {
  const response = answer.Response as
    | { Error?: { Code?: unknown }; SendStatusSet?: readonly { Code?: unknown }[]; SendStatus?: unknown }
    | undefined
  if (!response) return 'unknown'
  if (response.Error) return providerCode(response.Error.Code)
  if (response.SendStatusSet === undefined) return response.SendStatus === undefined ? 'unknown' : undefined
  const [status] = response.SendStatusSet
  return status?.Code === 'Ok' ? undefined : providerCode(status?.Code)
}

/** Tencent Cloud: text messages by SendSms, calls by SendCodeVoice, or SendTtsVoice with a template; templates have one variable, the code. */
export function createTencentSender(config: SmsConfig, clock: Clock): SmsSender {
  const urls = { SMS: config.url ?? addresses.SMS, VOICE_CODE: config.voiceUrl ?? addresses.VOICE_CODE }
  async function ask(address: string, { name, service, version, body }: Action): Promise<void> {
    const url = new URL(address)
    const payload = JSON.stringify(body)
    const timestamp = Math.floor(clock.now() / 1000)
    const { keyId, keySecret } = config
    const headers = {
      Authorization: signTencent({ keyId, keySecret, service, host: url.host, timestamp, payload }),
      'Content-Type': contentType,
      'X-TC-Action': name,
      'X-TC-Timestamp': String(timestamp),
      'X-TC-Version': version,
      'X-TC-Region': region,
    }
    const refusal = refusalOf(await postToProvider(new URL('/', url).href, headers, payload))
    if (refusal !== undefined) throw new SmsError(`Tencent Cloud refused: ${refusal}.`)
  }
  return {
    send: async (message) => ask(urls[message.channel], actionOf(message, config)),
    async tellChanged(number) {
      if (config.changedTemplate !== '') await ask(urls.SMS, textAction(number, config, config.changedTemplate, []))
    },
  }
}
