import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sendCode } from '#server/backend/account/codes/code-service.ts'
import { callContext, freshAddress, freshPhone, solveCaptcha } from '../support/backend-accounts.ts'
import { readEnvelope, sendCall, startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { hasRedis, type RealRedis, redisNote, startRedis } from '../support/real-redis.ts'

/** Connected: until then a counter that must be asked refuses. */
async function connected(backend: TestBackend): Promise<TestBackend> {
  await vi.waitFor(() => backend.context.limits.take('smsAddress', freshAddress()), { timeout: 10_000 })
  return backend
}

async function messages(backend: TestBackend): Promise<number> {
  return (await backend.database.db.selectFrom('smsOutbox').selectAll().execute()).length
}

/** The code of the refusal, or 1. */
function send(backend: TestBackend, phone: string, address = freshAddress()): Promise<number> {
  return sendCode(callContext(backend, address), { nationCode: 86, phone, purpose: 'login', channel: 'SMS' }).then(
    () => 1,
    (error: unknown) => (error as { code: number }).code,
  )
}

describe('without the Redis that is configured', () => {
  let backend: TestBackend
  beforeAll(async () => {
    backend = await startTestBackend({ REDIS_URL: 'redis://127.0.0.1:1' })
  })
  afterAll(() => backend?.close())

  test('no code goes out, and everything else goes on', async () => {
    const address = freshAddress()
    const proof = await solveCaptcha(backend, address)
    const response = await sendCall(
      backend.agent,
      'POST /api/auth/sendSms',
      { ...proof, phoneNumber: freshPhone() },
      { 'X-Forwarded-For': address },
    )
    expect(response.status).toBe(503)
    expect(response.body).toMatchObject({ code: 4004, msg: expect.stringMatching(/^服务繁忙，请在 \d+ 秒后再试$/) })
    expect(await messages(backend)).toBe(0)
  })
})

describe.skipIf(!hasRedis)(`with a real Redis${redisNote}`, () => {
  /** Two processes that share the counters, each with a database of its own: only the counters can hold the second back. */
  let pair: readonly TestBackend[]
  let redis: RealRedis
  beforeAll(async () => {
    redis = await startRedis()
    pair = await Promise.all([1, 2].map(async () => connected(await startTestBackend({ REDIS_URL: redis.url }))))
  })
  afterAll(async () => {
    await Promise.all((pair ?? []).map((backend) => backend.close()))
    await redis?.stop()
  })
  const one = (index: number): TestBackend => pair[index % 2] as TestBackend
  const sentByBoth = async (): Promise<number> => (await messages(one(0))) + (await messages(one(1)))

  test('many at once over two processes make one message', async () => {
    const before = await sentByBoth()
    const phone = freshPhone()
    const results = await Promise.all(Array.from({ length: 200 }, (_, index) => send(one(index), phone)))
    expect(results.filter((code) => code === 1)).toHaveLength(1)
    expect(results.filter((code) => code === 4004)).toHaveLength(199)
    expect((await sentByBoth()) - before).toBe(1)
  })

  test('an address has its third of the ceiling over both', async () => {
    const address = freshAddress()
    for (let time = 0; time < 332; time++) await one(time).context.limits.take('smsAddress', address)
    const results: number[] = []
    for (let time = 0; time < 4; time++) results.push(await send(one(time), freshPhone(), address))
    expect(results).toEqual([1, 1, 4004, 4004])
  })

  test('a captcha’s failures lock the address out of both', async () => {
    const address = freshAddress()
    for (let time = 0; time < 5; time++) {
      const { token } = readEnvelope<{ token: string }>(
        await sendCall(one(time).agent, 'GET /api/auth/captcha/get', {}, { 'X-Forwarded-For': address }),
      )
      await sendCall(
        one(time).agent,
        'POST /api/auth/captcha/block/check',
        { captchaType: 'blockPuzzle', token, pointJson: 'x' },
        { 'X-Forwarded-For': address },
      )
    }
    for (const { agent } of pair) {
      const response = await sendCall(agent, 'GET /api/auth/captcha/get', {}, { 'X-Forwarded-For': address })
      expect(response.status).toBe(429)
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(300)
    }
  })

  test.skipIf(Boolean(process.env.TEST_REDIS_URL))('ending midway it lets nothing more go out', async () => {
    expect(await send(one(0), freshPhone())).toBe(1)
    const before = await sentByBoth()
    await redis.stop()
    expect(await Promise.all([send(one(0), freshPhone()), send(one(1), freshPhone())])).toEqual([4004, 4004])
    expect(await sentByBoth()).toBe(before)
  })
})
