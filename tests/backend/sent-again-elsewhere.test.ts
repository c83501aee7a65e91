import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bindContract } from '#server/backend/bind-contract.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { callKeyHeader } from '#shared/rules/call-times.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { serveCalls } from '../support/kept-connections.ts'
import { hasRedis, type RealRedis, redisNote, startRedis } from '../support/real-redis.ts'
import { openSecondBackend, type SecondBackend } from '../support/second-backend.ts'

const input = z.object({ word: z.optional(z.string()) })
const one = endpoint('POST /api/test/one', { access: 'user', writes: 'one', input, output: z.any() })
const steps = endpoint('POST /api/test/steps', { access: 'user', writes: 'steps', input, output: z.any() })

describe.skipIf(!hasRedis || !process.env.TEST_DATABASE_URL)(
  `two processes on one PostgreSQL, with a real Redis${redisNote}`,
  () => {
    let redis: RealRedis
    let first: TestBackend
    let second: SecondBackend
    let cookie: string
    let ends: (() => void)[] = []
    let keys = 0
    beforeAll(async () => {
      redis = await startRedis()
      first = await startTestBackend({ REDIS_URL: redis.url })
      second = await openSecondBackend(first, { REDIS_URL: redis.url })
      cookie = (await addSignedIn(first)).cookie
    })
    afterAll(async () => {
      for (const end of ends) end()
      ends = []
      await second?.close()
      await first?.close()
      await redis?.stop()
    })

    /** The same call in both; what is sent has one name. */
    async function serveBoth(handler: (ctx: CallContext) => Promise<unknown>) {
      const bindings = [one, steps].map((call) => ({ endpoint: call, handler: handler as never }))
      const served = await Promise.all(
        [first, second].map(({ context }) => serveCalls(bindContract(context, bindings))),
      )
      ends.push(...served.map(({ end }) => end))
      keys += 1
      const key = `intention-number-${String(keys).padStart(4, '0')}`
      return (place: 0 | 1, path: 'one' | 'steps' = 'one') =>
        (served[place] as (typeof served)[number]).agent
          .post(`/api/test/${path}`)
          .set({ reqSource: 'pcSite', [callKeyHeader]: key, cookie })
          .send({ word: 'a' })
    }

    test('sent again elsewhere a write is done once, answered alike', async () => {
      let times = 0
      const send = await serveBoth(async ({ reply }) => {
        times += 1
        reply.setCookie(`given=${times}; Path=/`)
        return { times }
      })
      const answer = await send(0)
      const again = await send(1)
      expect([answer.body.body, again.body.body, times]).toEqual([{ times: 1 }, { times: 1 }, 1])
      expect(again.headers['set-cookie']).toEqual(answer.headers['set-cookie'])
    })

    test('a write that lasts is waited for elsewhere', async () => {
      let times = 0
      const begun = Promise.withResolvers<void>()
      const finished = Promise.withResolvers<void>()
      const send = await serveBoth(async () => {
        times += 1
        begun.resolve()
        await finished.promise
        return times
      })
      const answer = send(0, 'steps').then((one) => one)
      await begun.promise
      const again = send(1, 'steps').then((one) => one)
      finished.resolve()
      expect([(await answer).body.body, (await again).body.body, times]).toEqual([1, 1, 1])
    })

    test('what was refused is tried anew elsewhere', async () => {
      let times = 0
      const send = await serveBoth(async () => {
        times += 1
        if (times === 1) throw new ApiError(Code.Toast, '再等一下')
        return times
      })
      expect((await send(0)).body.code).toBe(Code.Toast)
      expect((await send(1)).body.body).toBe(2)
    })
  },
)
