import { createHash, createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAliyunSender, signAliyun } from '#server/backend/ports/sms/aliyun-sender.ts'
import type { SmsMessage } from '#server/backend/ports/sms/sms-sender.ts'
import { createTencentSender, signTencent } from '#server/backend/ports/sms/tencent-sender.ts'
import { readConfig } from '#server/config/config.ts'
import type { SmsConfig } from '#server/config/sms-config.ts'
import { testNow } from '../support/backend-harness.ts'
import { type Arrival, type FakeService, startFakeService } from '../support/fake-service.ts'

const message: SmsMessage = { nationCode: 86, phone: '13900001111', channel: 'SMS', code: '482913', purpose: 'login' }
const call: SmsMessage = { ...message, channel: 'VOICE_CODE' }
const clock = { now: () => testNow }
const secret = 'key-secret-of-the-school'

let provider: FakeService
beforeEach(async () => {
  provider = await startFakeService()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await provider.stop()
})

function configFor(name: 'aliyun' | 'tencent', more: Record<string, string> = {}): SmsConfig {
  return readConfig({
    SMS_PROVIDER: name,
    SMS_KEY_ID: 'key-id',
    SMS_KEY_SECRET: secret,
    SMS_APP_ID: '1400006666',
    SMS_SIGN_NAME: '学园',
    SMS_TEMPLATE: 'SMS_1001',
    SMS_VOICE_APP_ID: '1600001111',
    SMS_VOICE_TEMPLATE: 'TTS_1002',
    SMS_URL: `${provider.base}/`,
    SMS_VOICE_URL: `${provider.base}/`,
    ...more,
  }).sms
}

/** The error of a promise that must fail. */
async function failureOf(work: Promise<void>): Promise<Error> {
  return work.then(
    () => expect.fail('it went through'),
    (error: unknown) => error as Error,
  )
}

/** Neither what identifies the learner nor the school's key may stand in a message that is logged. */
function expectSilent(error: Error): void {
  const text = `${error.message} ${error.stack} ${String(error.cause)}`
  for (const word of [secret, message.code, message.phone]) expect(text).not.toContain(word)
}

describe('Aliyun', () => {
  test('signs like the example in its documentation', () => {
    const example = {
      AccessKeyId: 'testId',
      Action: 'SendSms',
      Format: 'XML',
      OutId: '123',
      PhoneNumbers: '15300000001',
      RegionId: 'cn-hangzhou',
      SignName: '阿里云短信测试专用',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '45e25e9b-0a6f-4070-8c85-2956eda1b466',
      SignatureVersion: '1.0',
      TemplateCode: 'SMS_71390007',
      TemplateParam: '{"customer":"test"}',
      Timestamp: '2017-07-12T02:42:19Z',
      Version: '2017-05-25',
    }
    expect(signAliyun('GET', example, 'testSecret')).toBe('zJDF+Lrzhj/ThnlvIToysFRq6t4=')
  })

  /** What arrived, its signature checked the way the cloud does. */
  function readSigned({ method, body }: Arrival): Record<string, string> {
    const { Signature, ...parameters } = Object.fromEntries(new URLSearchParams(body))
    const encode = (value: string): string =>
      encodeURIComponent(value).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    const sorted = Object.entries(parameters)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .join('&')
    expect(method).toBe('POST')
    expect(Signature).toBe(
      createHmac('sha1', `${secret}&`)
        .update(`POST&%2F&${encode(sorted)}`)
        .digest('base64'),
    )
    return parameters
  }

  test('gets a signed message with the template’s code', async () => {
    provider.answer = (_req, res) => res.end('{"Code":"OK","Message":"OK"}')
    await createAliyunSender(configFor('aliyun'), clock).send(message)
    expect(readSigned(provider.arrivals[0] as Arrival)).toMatchObject({
      Action: 'SendSms',
      PhoneNumbers: '13900001111',
      SignName: '学园',
      TemplateCode: 'SMS_1001',
      TemplateParam: '{"code":"482913"}',
      Timestamp: '2026-03-11T04:00:00Z',
    })
    expect(provider.arrivals[0]?.url).toBe('/')
  })

  test('warns a former number by its own template only', async () => {
    provider.answer = (_req, res) => res.end('{"Code":"OK"}')
    const former = { nationCode: 86, phone: '13900001111' }
    await createAliyunSender(configFor('aliyun'), clock).tellChanged(former)
    expect(provider.arrivals).toEqual([])
    await createAliyunSender(configFor('aliyun', { SMS_CHANGED_TEMPLATE: 'SMS_1003' }), clock).tellChanged(former)
    const sent = readSigned(provider.arrivals[0] as Arrival)
    expect(sent).toMatchObject({ Action: 'SendSms', PhoneNumbers: '13900001111', TemplateCode: 'SMS_1003' })
    expect(sent.TemplateParam).toBeUndefined()
  })

  test('gets the dial code of numbers abroad', async () => {
    provider.answer = (_req, res) => res.end('{"Code":"OK"}')
    await createAliyunSender(configFor('aliyun'), clock).send({ ...message, nationCode: 852, phone: '61234567' })
    expect(readSigned(provider.arrivals[0] as Arrival).PhoneNumbers).toBe('85261234567')
  })

  test('calls when a call is wanted', async () => {
    provider.answer = (_req, res) => res.end('{"Code":"OK"}')
    await createAliyunSender(configFor('aliyun', { SMS_VOICE_CALLER: '057112345678' }), clock).send(call)
    expect(readSigned(provider.arrivals[0] as Arrival)).toMatchObject({
      Action: 'SingleCallByTts',
      CalledNumber: '13900001111',
      CalledShowNumber: '057112345678',
      TtsCode: 'TTS_1002',
      TtsParam: '{"code":"482913"}',
    })
  })

  test('says the provider’s refusal code, no secrets', async () => {
    provider.answer = (_req, res) =>
      res.end('{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"触发号码天级流控 13900001111"}')
    const error = await failureOf(createAliyunSender(configFor('aliyun'), clock).send(message))
    expect(error.message).toBe('Aliyun refused: isv.BUSINESS_LIMIT_CONTROL.')
    expectSilent(error)
  })

  test('can’t call without a template for calls', async () => {
    const error = await failureOf(createAliyunSender(configFor('aliyun', { SMS_VOICE_TEMPLATE: '' }), clock).send(call))
    expect(error.message).toContain('SMS_VOICE_TEMPLATE')
    expect(provider.arrivals).toEqual([])
  })
})

describe('Tencent Cloud', () => {
  test('warns a former number by its own template only', async () => {
    provider.answer = (_req, res) => res.end('{"Response":{"SendStatusSet":[{"Code":"Ok"}]}}')
    const former = { nationCode: 852, phone: '61234567' }
    await createTencentSender(configFor('tencent'), clock).tellChanged(former)
    expect(provider.arrivals).toEqual([])
    await createTencentSender(configFor('tencent', { SMS_CHANGED_TEMPLATE: '1003' }), clock).tellChanged(former)
    const body = JSON.parse((provider.arrivals[0] as Arrival).body) as object
    expect(body).toMatchObject({ PhoneNumberSet: ['+85261234567'], TemplateId: '1003', TemplateParamSet: [] })
  })

  test('signs like the example in its documentation', () => {
    const payload = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}'
    const signed = signTencent({
      keyId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE',
      keySecret: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
      service: 'cvm',
      host: 'cvm.tencentcloudapi.com',
      timestamp: 1551113065,
      payload,
    })
    expect(signed).toBe(
      'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
    )
  })

  /** What arrived, its signature checked the way the cloud does. */
  function readSigned({ headers, body }: Arrival, service: string): unknown {
    const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
    const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
    const timestamp = String(headers['x-tc-timestamp'])
    const day = new Date(Number(timestamp) * 1000).toISOString().slice(0, 10)
    const request = `POST\n/\n\ncontent-type:${headers['content-type']}\nhost:${headers.host}\n\ncontent-type;host\n${hash(body)}`
    const text = `TC3-HMAC-SHA256\n${timestamp}\n${day}/${service}/tc3_request\n${hash(request)}`
    const signature = hmac(hmac(hmac(hmac(`TC3${secret}`, day), service), 'tc3_request'), text).toString('hex')
    expect(headers.authorization).toBe(
      `TC3-HMAC-SHA256 Credential=key-id/${day}/${service}/tc3_request, SignedHeaders=content-type;host, Signature=${signature}`,
    )
    return JSON.parse(body)
  }

  test('gets a signed message with the template’s code', async () => {
    provider.answer = (_req, res) => res.end('{"Response":{"SendStatusSet":[{"Code":"Ok"}],"RequestId":"1"}}')
    await createTencentSender(configFor('tencent'), clock).send(message)
    const [arrival] = provider.arrivals as [Arrival]
    expect(readSigned(arrival, 'sms')).toEqual({
      PhoneNumberSet: ['+8613900001111'],
      SmsSdkAppId: '1400006666',
      SignName: '学园',
      TemplateId: 'SMS_1001',
      TemplateParamSet: ['482913'],
    })
    expect(arrival.headers).toMatchObject({
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-region': 'ap-guangzhou',
    })
  })

  test.each([
    ['by its own words without a template', '', 'SendCodeVoice', { CodeMessage: '482913' }],
    ['by a template', '1002', 'SendTtsVoice', { TemplateId: '1002', TemplateParamSet: ['482913'] }],
  ])('calls %s', async (_how, template, action, part) => {
    provider.answer = (_req, res) => res.end('{"Response":{"SendStatus":{"CallId":"1"},"RequestId":"1"}}')
    await createTencentSender(configFor('tencent', { SMS_VOICE_TEMPLATE: template }), clock).send(call)
    const [arrival] = provider.arrivals as [Arrival]
    expect(readSigned(arrival, 'vms')).toEqual({
      CalledNumber: '+8613900001111',
      VoiceSdkAppid: '1600001111',
      PlayTimes: 2,
      ...part,
    })
    expect(arrival.headers).toMatchObject({ 'x-tc-action': action, 'x-tc-version': '2020-09-02' })
  })

  test.each([
    [
      'the call',
      '{"Response":{"Error":{"Code":"AuthFailure.SignatureFailure","Message":"key-secret-of-the-school"}}}',
      'AuthFailure.SignatureFailure',
    ],
    [
      'the number',
      '{"Response":{"SendStatusSet":[{"Code":"LimitExceeded.PhoneNumberDailyLimit","Message":"13900001111"}]}}',
      'LimitExceeded.PhoneNumberDailyLimit',
    ],
    ['nobody knows what', '{}', 'unknown'],
  ])('says the provider’s code for %s, no secrets', async (_what, body, code) => {
    provider.answer = (_req, res) => res.end(body)
    const error = await failureOf(createTencentSender(configFor('tencent'), clock).send(message))
    expect(error.message).toBe(`Tencent Cloud refused: ${code}.`)
    expectSilent(error)
  })
})

describe.each([
  ['Aliyun', () => createAliyunSender(configFor('aliyun'), clock)],
  ['Tencent Cloud', () => createTencentSender(configFor('tencent'), clock)],
])('%s out of order', (_name, createSender) => {
  test('an unreachable provider hasn’t taken the message', async () => {
    const sender = createSender()
    await provider.stop()
    const error = await failureOf(sender.send(message))
    expect(error.message).toContain('ECONNREFUSED')
    expectSilent(error)
    await provider.restart()
  })

  test('a non-JSON or redirected answer is a failure', async () => {
    provider.answer = (_req, res) => res.writeHead(502).end('<html>')
    expect((await failureOf(createSender().send(message))).message).toContain('HTTP 502')
    provider.answer = (_req, res) => res.writeHead(307, { Location: `${provider.base}/elsewhere` }).end()
    await failureOf(createSender().send(message))
    expect(provider.arrivals.map((arrival) => arrival.url)).not.toContain('/elsewhere')
  })

  test('a silent provider is given up after five seconds', async () => {
    const time = new AbortController()
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
    provider.answer = () => time.abort(new DOMException('late', 'TimeoutError'))
    const error = await failureOf(createSender().send(message))
    expect(error.message).toContain('TimeoutError')
    expect(limit).toHaveBeenCalledWith(5000)
  })
})
