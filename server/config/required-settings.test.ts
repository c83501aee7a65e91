import { describe, expect, test } from 'vitest'
import { preReleaseEnv, productionEnv } from '../../tests/support/public-env.ts'
import { readConfig } from './config.ts'

/** The sentence with which a start is refused. */
function refusal(env: Readonly<Record<string, string>>): string {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return 'it starts'
}

const without = (env: Readonly<Record<string, string>>, ...names: string[]) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)))

describe('a public site', () => {
  test('names every missing setting, and how to get the demo', () => {
    expect(refusal({ SITE_ENV: 'production' })).toBe(
      'ORIGIN, DATABASE_URL, SECRET, OPS_TOKEN and SMS_PROVIDER must be set when SITE_ENV is production; SITE_ENV=development runs the demo.',
    )
    expect(refusal({ SITE_ENV: 'pre-release' })).toBe(
      'OPS_TOKEN and SMS_PROVIDER must be set when SITE_ENV is pre-release; SITE_ENV=development runs the demo.',
    )
    expect(refusal(without(productionEnv, 'ORIGIN', 'SMS_KEY_ID', 'SMS_TEMPLATE'))).toBe(
      'ORIGIN must be set when SITE_ENV is production, SMS_KEY_ID and SMS_TEMPLATE when SMS_PROVIDER is aliyun; SITE_ENV=development runs the demo.',
    )
  })

  test('starts with its settings, each provider outside or none', () => {
    for (const env of [preReleaseEnv, productionEnv])
      expect(readConfig(env)).toMatchObject({
        sms: { provider: 'aliyun' },
        oauth: { kind: 'none' },
        pay: { kind: 'none' },
        checkAnswers: false,
      })
    expect(readConfig({ SITE_ENV: 'test' }).checkAnswers).toBe(true)
  })

  test.each([
    ['pre-release', preReleaseEnv],
    ['production', productionEnv],
  ])('%s refuses what is good for developers only', (name, env) => {
    expect(refusal({ ...env, SMS_PROVIDER: 'outbox' })).toBe(
      `SMS_PROVIDER must be aliyun or tencent when SITE_ENV is ${name}.`,
    )
    expect(refusal({ ...env, OAUTH_PROVIDER: 'embedded' })).toBe(
      `OAUTH_PROVIDER must be real or none when SITE_ENV is ${name}.`,
    )
    expect(refusal({ ...env, PAY_PROVIDER: 'embedded' })).toBe(
      `PAY_PROVIDER must be real or none when SITE_ENV is ${name}.`,
    )
    expect(refusal({ ...env, DEV_RELOAD: 'true' })).toBe(`DEV_RELOAD must be false when SITE_ENV is ${name}.`)
  })

  test('stays empty in production, where the demo is refused', () => {
    expect(readConfig(productionEnv).seed).toBe('none')
    expect(refusal({ ...productionEnv, SEED: 'demo' })).toBe('SEED must be none when SITE_ENV is production.')
    expect([readConfig(preReleaseEnv).seed, readConfig({}).seed]).toEqual(['demo', 'demo'])
  })

  test('is visited by https in production', () => {
    expect(refusal({ ...productionEnv, ORIGIN: 'http://school.example' })).toBe(
      'ORIGIN must begin with https:// when SITE_ENV is production.',
    )
  })
})

test('a developer’s site needs no setting', () => {
  for (const env of [{}, { SITE_ENV: 'test' }])
    expect(readConfig(env)).toMatchObject({
      seed: 'demo',
      sms: { provider: 'outbox' },
      oauth: { kind: 'embedded' },
      pay: { kind: 'embedded' },
    })
})

test('a developer may name what comes along', () => {
  const named = {
    SMS_PROVIDER: 'outbox',
    OAUTH_PROVIDER: 'embedded',
    PAY_PROVIDER: 'embedded',
    SEED: 'demo',
    DEV_RELOAD: 'true',
  }
  for (const SITE_ENV of ['development', 'test']) expect(refusal({ ...named, SITE_ENV })).toBe('it starts')
})

test('accounts and codes are printed in shared development only', () => {
  const prints = (env: Readonly<Record<string, string>>) => readConfig(env).printsCodes
  expect(prints({ HOST: '0.0.0.0' })).toBe(true)
  expect(prints({ HOST: '192.168.1.7' })).toBe(true)
  for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(prints({ HOST })).toBe(false)
  for (const env of [{ SITE_ENV: 'test' }, preReleaseEnv, productionEnv])
    expect(prints({ ...env, HOST: '0.0.0.0' })).toBe(false)
  expect(prints({})).toBe(false)
})

test('a wrong value is never repeated', () => {
  for (const name of ['PORT', 'OPS_TOKEN', 'SECRET', 'DATABASE_URL', 'SMS_PROVIDER', 'MAIN_SITE_URL']) {
    const sentence = refusal({ [name]: 'hunter2' })
    expect(sentence).toMatch(new RegExp(`^${name} can't be used: it .+\\.$`))
    expect(sentence).not.toContain('hunter2')
  }
})

test('a wrong address or choice is refused without its value', () => {
  const wrong = [
    ['MAIN_SITE_URL', 'http://geheim99:999999'],
    ['ORIGIN', 'https://geheim99:999999'],
    ['S3_ENDPOINT', 'http://geheim99:%zz'],
    ['PAY_PROVIDER', 'geheim99'],
    ['LOG_LEVEL', 'geheim99'],
    ['WORKERS', '999'],
  ] as const
  for (const [name, value] of wrong) {
    const sentence = refusal({ [name]: value })
    expect(sentence).toMatch(new RegExp(`^${name} can't be used: it must be .+\\.$`))
    expect(sentence).not.toMatch(/geheim99|999|\n|Invalid/)
  }
})
