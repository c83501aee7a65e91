import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())
beforeEach(async () => {
  await backend.database.db.deleteFrom('flowEvents').execute()
  await backend.database.db.deleteFrom('clientErrorLogs').execute()
})

let lastAddress = 0
/** An address that no other test used: the limits count by address. */
const newAddress = () => `192.0.2.${++lastAddress}`

const collect = (body: object, address: string) =>
  backend.agent.post('/api/ubas/flow-collect').set('reqSource', 'pcSite').set('X-Forwarded-For', address).send(body)

describe('POST /api/ubas/flow-collect', () => {
  test('keeps every event with the server’s time', async () => {
    const response = await collect(
      {
        events: [
          { type: 'view', url: '/course', fingerprint: 'visitor-1234', ts: 5 },
          { type: 'leave', url: '/course' },
        ],
      },
      newAddress(),
    )
    expect(response.body).toMatchObject({ code: 1, body: null })
    const rows = await backend.database.db.selectFrom('flowEvents').selectAll().orderBy('flowEvents.id').execute()
    expect(rows).toMatchObject([
      {
        type: 'view',
        url: '/course',
        fingerprint: 'visitor-1234',
        payload: { ts: 5 },
        at: new Date(backend.clock.now()),
        userId: null,
      },
      { type: 'leave', fingerprint: null, payload: null },
    ])
  })

  test.each([
    ['no event', []],
    ['51 events', Array.from({ length: 51 }, () => ({ type: 'view', url: '/' }))],
    ['a type with a quote', [{ type: "x'", url: '/' }]],
    ['an address too long', [{ type: 'view', url: `/${'x'.repeat(512)}` }]],
  ])('refuses %s and keeps nothing', async (_what, events) => {
    const response = await collect({ events }, newAddress())
    expect(response.status).toBe(400)
    expect(response.body.msg).toContain('events')
    expect(await backend.database.db.selectFrom('flowEvents').selectAll().execute()).toEqual([])
  })

  test('answers 429 to one greedy address, others go on', async () => {
    const address = newAddress()
    const events = [{ type: 'view', url: '/' }]
    const statuses: number[] = []
    for (let time = 0; time < 121; time++) statuses.push((await collect({ events }, address)).status)
    expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true)
    const refused = await collect({ events }, address)
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ code: 4004, body: null })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await collect({ events }, newAddress())).status).toBe(200)
  })

  test('counts all addresses of an IPv6 customer together', async () => {
    const events = [{ type: 'view', url: '/' }]
    for (let time = 0; time < 120; time++) await collect({ events }, `2001:db8:0:1::${time.toString(16)}`)
    expect((await collect({ events }, '2001:db8:0:1:ffff::1')).status).toBe(429)
    expect((await collect({ events }, '2001:db8:0:2::1')).status).toBe(200)
  })
})

describe('POST /api/log/client-error', () => {
  test('keeps what the browser reports', async () => {
    await backend.api.call('POST /api/log/client-error', { code: -5, url: '/user', userId: 7, message: 'elsewhere' })
    expect(await backend.database.db.selectFrom('clientErrorLogs').selectAll().execute()).toMatchObject([
      {
        code: -5,
        url: '/user',
        userId: 7,
        payload: { message: 'elsewhere', time: null },
        at: new Date(backend.clock.now()),
      },
    ])
  })

  test.each([{ code: 4, userId: 1.5 }, { code: 4, userId: 1e300 }, { code: 2 ** 31 }, { code: -(2 ** 53) + 1 }])(
    'refuses numbers that nothing has: %o',
    async (report) => {
      const response = await backend.agent.post('/api/log/client-error').set('reqSource', 'pcSite').send(report)
      expect(response.status).toBe(400)
    },
  )

  test('refuses a report without a code', async () => {
    const response = await backend.agent.post('/api/log/client-error').set('reqSource', 'pcSite').send({ url: '/' })
    expect(response.status).toBe(400)
    expect(response.body.msg).toContain('code')
  })
})
