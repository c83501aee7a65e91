import { expect, test } from 'vitest'
import { startTestSite } from '../support/test-site.ts'

/** Where pages may connect to, by the policy of a site with this configuration. */
async function connectSources(env: Record<string, string>): Promise<string> {
  const site = await startTestSite('http://127.0.0.1:1', {}, env)
  try {
    const { headers } = await site.get('/robots.txt')
    return /connect-src [^;]*/.exec(String(headers['content-security-policy']))?.[0] ?? ''
  } finally {
    await site.close()
  }
}

test('pages connect to Tencent Cloud’s chat only for rooms', async () => {
  expect(await connectSources({})).toBe("connect-src 'self'")
  const withTencent = await connectSources({
    IM_ENGINE: 'tencent',
    TENCENT_IM_APP_ID: '1400000000',
    TENCENT_IM_KEY: 'a'.repeat(64),
  })
  expect(withTencent.split(' ')).toEqual(
    expect.arrayContaining([
      "'self'",
      'wss://*.im.qcloud.com',
      'https://*.im.qcloud.com',
      'wss://*.my-imcloud.com',
      'wss://*.tim.qq.com',
    ]),
  )
})

test('films are played from named origins only', async () => {
  const site = await startTestSite(
    'http://127.0.0.1:1',
    {},
    { MEDIA_ORIGINS: 'https://live.cdn.example, https://vod.cdn.example' },
  )
  const { headers } = await site.get('/robots.txt')
  await site.close()
  const policy = String(headers['content-security-policy'])
  for (const name of ['media-src', 'connect-src'])
    expect(new RegExp(`${name} [^;]*`).exec(policy)?.[0]).toMatch(
      / https:\/\/live\.cdn\.example https:\/\/vod\.cdn\.example/,
    )
})
