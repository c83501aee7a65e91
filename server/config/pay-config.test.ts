import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preReleaseEnv, productionEnv } from '../../tests/support/public-env.ts'
import { readConfig } from './config.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const wechat = {
  WECHAT_PAY_APP_ID: 'wx1',
  WECHAT_PAY_MCH_ID: '1900007291',
  WECHAT_PAY_SERIAL_NO: 'AABB',
  WECHAT_PAY_PRIVATE_KEY: privatePem,
  WECHAT_PAY_API_V3_KEY: 'an-api-v3-key-of-just-32-bytes-!',
  WECHAT_PAY_PUBLIC_KEY: publicPem,
  WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1',
}
const alipay = {
  ALIPAY_APP_ID: '2021',
  ALIPAY_SELLER_ID: '2088',
  ALIPAY_PRIVATE_KEY: privatePem,
  ALIPAY_PUBLIC_KEY: publicPem,
}
const pay = (env: Record<string, string>) => readConfig(env).pay

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'xueyuan-keys-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('who takes the money', () => {
  test('is the embedded provider in development and test', () => {
    expect(pay({}).kind).toBe('embedded')
    expect(pay({ SITE_ENV: 'test', ...wechat }).kind).toBe('embedded')
  })
  test('elsewhere it is whoever has keys, or nobody', () => {
    expect(pay(preReleaseEnv).kind).toBe('none')
    expect(pay({ ...preReleaseEnv, ...alipay })).toMatchObject({
      kind: 'real',
      wechat: undefined,
      alipay: { appId: '2021', sellerId: '2088', gateway: 'https://openapi.alipay.com/gateway.do' },
    })
    expect(pay({ ...productionEnv, ...wechat })).toMatchObject({
      kind: 'real',
      wechat: { url: 'https://api.mch.weixin.qq.com', publicKeyId: 'PUB_KEY_ID_1' },
      alipay: undefined,
    })
  })
})

describe('keys', () => {
  test('may be PEM, one line, bare base64, or a file', () => {
    const file = join(folder, 'key.pem')
    writeFileSync(file, privatePem)
    const { ALIPAY_PRIVATE_KEY: _key, ...rest } = alipay
    const forms: Record<string, string>[] = [
      { ALIPAY_PRIVATE_KEY: privatePem.trim().replaceAll('\n', '\\n') },
      { ALIPAY_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64') },
      { ALIPAY_PRIVATE_KEY: privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64') },
      { ALIPAY_PRIVATE_KEY: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString() },
      { ALIPAY_PRIVATE_KEY_FILE: file },
    ]
    for (const form of forms) expect(pay({ ...rest, ...form }).alipay?.privateKey).toBe(privatePem)
    expect(
      pay({ ...alipay, ALIPAY_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }).alipay
        ?.publicKey,
    ).toBe(publicPem)
  })
})

describe('a wrong setting stops the start with one sentence', () => {
  test.each<[string, Record<string, string>, string]>([
    [
      'the embedded provider in production',
      { ...productionEnv, PAY_PROVIDER: 'embedded' },
      'PAY_PROVIDER must be real or none when SITE_ENV is production.',
    ],
    [
      'the embedded provider before the release',
      { ...preReleaseEnv, PAY_PROVIDER: 'embedded' },
      'PAY_PROVIDER must be real or none when SITE_ENV is pre-release.',
    ],
    [
      'real providers without keys',
      { PAY_PROVIDER: 'real' },
      'WECHAT_PAY_MCH_ID or ALIPAY_APP_ID must be set when PAY_PROVIDER is real.',
    ],
    ['an unknown provider', { PAY_PROVIDER: 'cash' }, "PAY_PROVIDER can't be used: it"],
    [
      'a merchant without its serial number',
      { ...wechat, WECHAT_PAY_SERIAL_NO: '' },
      'WECHAT_PAY_SERIAL_NO must be set when WECHAT_PAY_MCH_ID is set.',
    ],
    ['a short API key', { ...wechat, WECHAT_PAY_API_V3_KEY: 'short' }, 'WECHAT_PAY_API_V3_KEY must have 32 bytes.'],
    [
      'a public key without its id',
      { ...wechat, WECHAT_PAY_PUBLIC_KEY_ID: '' },
      'WECHAT_PAY_PUBLIC_KEY_ID must be set when WECHAT_PAY_PUBLIC_KEY is a key and no certificate.',
    ],
    [
      'a private key where the public one belongs',
      { ...alipay, ALIPAY_PUBLIC_KEY: privatePem },
      "ALIPAY_PUBLIC_KEY isn't an RSA public key or a certificate with one.",
    ],
    [
      'a public key where the private one belongs',
      { ...alipay, ALIPAY_PRIVATE_KEY: publicPem },
      "ALIPAY_PRIVATE_KEY isn't an RSA private key.",
    ],
    [
      'no key',
      { ...alipay, ALIPAY_PRIVATE_KEY: '' },
      'ALIPAY_PRIVATE_KEY or ALIPAY_PRIVATE_KEY_FILE must be set when ALIPAY_APP_ID is set.',
    ],
    [
      'a file that is not there',
      { ...alipay, ALIPAY_PRIVATE_KEY: '', ALIPAY_PRIVATE_KEY_FILE: '/nowhere/key.pem' },
      "ALIPAY_PRIVATE_KEY_FILE names a file that can't be read.",
    ],
    [
      'an application without its seller',
      { ...alipay, ALIPAY_SELLER_ID: '' },
      'ALIPAY_SELLER_ID must be set when ALIPAY_APP_ID is set.',
    ],
  ])('%s', (_name, env, sentence) => expect(() => readConfig(env)).toThrow(sentence))
  test('which never tells a key', () => {
    try {
      readConfig({ ...alipay, ALIPAY_PRIVATE_KEY: 'not-a-key-but-secret' })
      expect.unreachable()
    } catch (error) {
      expect((error as Error).message).not.toContain('secret')
    }
  })
})
