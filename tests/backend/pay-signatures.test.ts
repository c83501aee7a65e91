import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createAlipay } from '#server/backend/ports/pay/alipay.ts'
import { PayError } from '#server/backend/ports/pay/pay-provider.ts'
import {
  authorizeWechat,
  checkWechatSignature,
  openWechatResource,
} from '#server/backend/ports/pay/wechat-pay-signature.ts'
import { alipayNotification, wechatNotification, wechatRequest, wechatSealed } from '../support/pay-vectors.ts'

describe('WeChat Pay: the examples that it publishes', () => {
  test('our request carries the signature of its guide', () => {
    const header = authorizeWechat(
      {
        mchId: '1230000109',
        serialNo: '408B07E79B8269FEC3D5D3E6AB8ED163A6A380DB',
        privateKey: wechatRequest.privateKey,
      },
      wechatRequest.call,
    )
    expect(header).toBe(
      `WECHATPAY2-SHA256-RSA2048 mchid="1230000109",nonce_str="593BEC0C930BF1AFEB40B4A08C8FB242",signature="${wechatRequest.signature}",timestamp="1554208460",serial_no="408B07E79B8269FEC3D5D3E6AB8ED163A6A380DB"`,
    )
  })

  const { certificate, headers, body, at } = wechatNotification
  const keys = {
    publicKey: createPublicKey(certificate).export({ type: 'spki', format: 'pem' }).toString(),
    publicKeyId: new X509Certificate(certificate).serialNumber,
  }
  const check = (more: { headers?: Record<string, string>; body?: string; at?: number; publicKeyId?: string } = {}) =>
    checkWechatSignature(
      { ...keys, ...(more.publicKeyId ? { publicKeyId: more.publicKeyId } : {}) },
      { ...headers, ...more.headers },
      Buffer.from(more.body ?? body),
      more.at ?? at,
    )

  test('its signed notification is believed, by the platform certificate', () => expect(() => check()).not.toThrow())
  test.each([
    ['with a letter changed', { body: body.replace('签约成功', '签约失败') }],
    ['with another nonce', { headers: { 'wechatpay-nonce': 'EcZ9Cmy4Xyx1i6RlJQzLcCyEqDa26NBy' } }],
    ['with a later moment', { headers: { 'wechatpay-timestamp': '1624523847' } }],
    ['six minutes later', { at: at + 6 * 60_000 }],
    ['six minutes too early', { at: at - 6 * 60_000 }],
    ['with a signature that is none', { headers: { 'wechatpay-signature': 'WECHATPAY/SIGNTEST/abc' } }],
    ['signed by a key that is not the configured one', { publicKeyId: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1' }],
  ])('the same is refused %s', (_name, more) => expect(() => check(more)).toThrow(PayError))

  test('its sealed text is opened', () =>
    expect(openWechatResource(wechatSealed.apiV3Key, wechatSealed.resource)).toBe(wechatSealed.plain))
  test.each([
    ['another key', 'b7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb', {}],
    ['other words beside it', wechatSealed.apiV3Key, { associated_data: 'transaction' }],
    ['a damaged text', wechatSealed.apiV3Key, { ciphertext: 'vlwSiIajGClcvcOYvOQ7+l+0PAbzzwI=' }],
    ['another nonce', wechatSealed.apiV3Key, { nonce: 'uluk4a9R25RX' }],
    ['no text at all', wechatSealed.apiV3Key, { ciphertext: '' }],
    ['half a seal', wechatSealed.apiV3Key, { ciphertext: 'ulwSiIajGClcvcOYvOQ7' }],
    ['another way of sealing', wechatSealed.apiV3Key, { algorithm: 'AEAD_AES_128_GCM' }],
  ])('it stays shut with %s', (_name, key, more) =>
    expect(() => openWechatResource(key, { ...wechatSealed.resource, ...more })).toThrow(PayError),
  )
})

describe('Alipay: the notification that it publishes', () => {
  const { publicKey: base64, appId, sellerId, fields } = alipayNotification
  const publicKey = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    .export({ type: 'spki', format: 'pem' })
    .toString()
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const read = (changed: Record<string, string> = {}, config: { appId?: string; sellerId?: string } = {}) =>
    createAlipay({
      config: { appId, sellerId, publicKey, privateKey, gateway: 'https://alipay.example/gateway.do', ...config },
      notifyUrl: 'https://school.example/api/pay/notify/alipay',
      clock: { now: () => 0 },
    }).readNotification({}, Buffer.from(new URLSearchParams({ ...fields, ...changed }).toString()))

  test('is believed, and says what was paid', async () => {
    const { raw, ...notification } = await read()
    expect(notification).toEqual({
      notifyId: '2019081500222155624068450559358070',
      outTradeNo: '20190815155618536-564-57',
      event: {
        kind: 'paid',
        tradeNo: '2019081522001468450512505578',
        amountFen: 10,
        paidAt: new Date('2019-08-15T15:56:24+08:00'),
      },
    })
    expect(JSON.stringify(raw)).not.toMatch(/2088102534368455|xud\*|QfTb8/)
  })
  test.each([
    ['another amount', { total_amount: '0.01' }, {}],
    ['another trade of ours', { out_trade_no: '20190815155618536-564-58' }, {}],
    ['a field more', { extra: '1' }, {}],
    ['the old kind of signature', { sign_type: 'RSA' }, {}],
    ['no signature', { sign: '' }, {}],
    ['another application than ours', {}, { appId: '2019073166072303' }],
    ['another seller than ours', {}, { sellerId: '2088531891668730' }],
  ])('is refused with %s', async (_name, changed, config) => expect(read(changed, config)).rejects.toThrow(PayError))
})
