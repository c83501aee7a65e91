import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preReleaseEnv, productionEnv } from '../support/public-env.ts'
import { startTestSite, type TestSite } from '../support/test-site.ts'

// What a public site tells whom, before anybody has configured more than it asks for.

const nobody = 'http://127.0.0.1:1'
const bearer = { Authorization: `Bearer ${productionEnv.OPS_TOKEN}` }
/** Names and headers under which a request reaches the site through a proxy on the same machine. */
const throughProxies = [
  {},
  { Host: '127.0.0.1:0' },
  { Host: 'localhost' },
  { Host: '10.1.2.3:8080', 'X-Forwarded-For': '203.0.113.9' },
]

describe.each([
  ['production', productionEnv],
  ['pre-release', preReleaseEnv],
])('%s', (_name, env) => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite(nobody, {}, { ...env, PORT: '0' })
  })
  afterAll(() => site?.close())

  test('says under any name how it is, for containers', async () => {
    site.context.health.setReady(true)
    for (const Host of ['10.1.2.3:8080', '127.0.0.1', 'anything.example']) {
      expect((await site.get('/healthz').set({ Host })).status).toBe(200)
      expect((await site.get('/readyz').set({ Host })).body).toMatchObject({ status: 'ready' })
      expect((await site.get('/metrics').set({ Host, ...bearer })).text).toContain('page_answers_total')
    }
    expect((await site.get('/').set('Host', 'anything.example')).status).toBe(421)
  })

  test('shows figures to nobody without the token', async () => {
    for (const headers of throughProxies) {
      const { status, text } = await site.get('/metrics').set(headers)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(text).not.toContain('page_answers_total')
    }
  })

  test('has no developers’ page, wherever they seem to sit', async () => {
    for (const path of ['/dev/accounts', '/dev/accounts.css', '/dev/events', '/dev/outbox'])
      for (const headers of throughProxies)
        expect([404, 421], path).toContain((await site.get(path).set(headers)).status)
  })
})

describe('development', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite(
      nobody,
      {},
      { SITE_ENV: 'development', LOG_LEVEL: 'silent', DEV_RELOAD: 'true', ALLOWED_HOSTS: 'school.local' },
    )
  })
  afterAll(() => site?.close())

  test('shows figures to this machine, never through a proxy', async () => {
    expect((await site.get('/metrics').set('Host', '127.0.0.1:0')).text).toContain('page_answers_total')
    for (const headers of [
      { Host: 'school.local' },
      { Host: '127.0.0.1:0', Via: '1.1 proxy' },
      { Host: '127.0.0.1:0', 'X-Real-IP': '127.0.0.1' },
    ])
      expect((await site.get('/metrics').set(headers)).text).not.toContain('page_answers_total')
  })

  test('tells of new builds in the same way', async () => {
    for (const headers of [{ Host: 'school.local' }, { Host: '127.0.0.1:0', 'X-Forwarded-For': '127.0.0.1' }])
      expect((await site.get('/dev/events').set(headers)).headers['content-type']).not.toContain('text/event-stream')
  })
})
