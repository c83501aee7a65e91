import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { bindContract } from '#server/backend/bind-contract.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import { callLimits } from '#server/backend/http/call-limits.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { callKeyHeader } from '#shared/rules/call-times.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { type TestBackend, startTestBackend } from '../support/backend-harness.ts'
import { serveCalls } from '../support/kept-connections.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.close())

const key = 'a1b2c3d4e5f60718'
const input = z.object({ word: z.optional(z.string()) })
const open = endpoint('POST /api/test/open', { writes: 'steps', input, output: z.any() })
const own = endpoint('POST /api/test/own', { access: 'user', writes: 'one', input, output: z.any() })

type Handler = (ctx: CallContext, given: { word?: string }) => Promise<unknown>

async function serve(handler: Handler, limits: Partial<typeof callLimits> = {}) {
  const bindings = [open, own].map((one) => ({ endpoint: one, handler: handler as never }))
  const { agent, end } = await serveCalls(bindContract(backend.context, bindings, { ...callLimits, ...limits }))
  const send = (path: 'open' | 'own', word: string, headers: Record<string, string> = {}) =>
    agent
      .post(`/api/test/${path}`)
      .set({ reqSource: 'pcSite', [callKeyHeader]: key, ...headers })
      .send({ word })
  return { send, end }
}

it('a write sent again is done once, answered the same', async () => {
  let times = 0
  const { send, end } = await serve(async ({ reply }) => {
    times += 1
    reply.setCookie(`given=${times}; Path=/`)
    return times
  })
  const first = await send('open', 'a')
  const again = await send('open', 'a')
  expect([first.body.body, again.body.body, times]).toEqual([1, 1, 1])
  expect(again.headers['set-cookie']).toEqual(first.headers['set-cookie'])
  end()
})

it('a write sent again while it lasts has one end', async () => {
  let times = 0
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const { send, end } = await serve(
    async () => {
      times += 1
      await finished
      return times
    },
    { stepsMs: 100 },
  )
  // The first one is given up by its time, not by its work.
  const first = await send('open', 'a')
  expect([first.status, first.body.code]).toEqual([503, Code.Toast])
  const again = send('open', 'a').then((answer) => answer)
  finish()
  expect([(await again).body.body, times]).toEqual([1, 1])
  end()
})

it('other input, another name or none is another write', async () => {
  let times = 0
  const { send, end } = await serve(async () => {
    times += 1
    return times
  })
  await send('open', 'a')
  expect((await send('open', 'b')).body.body).toBe(2)
  expect((await send('open', 'a', { [callKeyHeader]: `${key}x` })).body.body).toBe(3)
  expect((await send('open', 'a', { [callKeyHeader]: 'short' })).body.body).toBe(4)
  expect((await send('open', 'a', { [callKeyHeader]: 'short' })).body.body).toBe(5)
  end()
})

it('what was refused is tried anew', async () => {
  let times = 0
  const { send, end } = await serve(async () => {
    times += 1
    if (times === 1) throw new ApiError(Code.Toast, '再等一下')
    return times
  })
  expect((await send('open', 'a')).body.code).toBe(Code.Toast)
  expect((await send('open', 'a')).body.body).toBe(2)
  end()
})

it('nobody gets the answer of another’s write', async () => {
  let times = 0
  const { send, end } = await serve(async () => {
    times += 1
    return times
  })
  const [one, other] = [await addSignedIn(backend), await addSignedIn(backend)]
  expect((await send('own', 'a', { cookie: one.cookie })).body.body).toBe(1)
  expect((await send('own', 'a', { cookie: other.cookie })).body.body).toBe(2)
  expect((await send('own', 'a', { cookie: one.cookie })).body.body).toBe(1)
  expect((await send('own', 'a')).body.code).toBe(Code.LoginTimeout)
  end()
})
