import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { bindContract } from '#server/backend/bind-contract.ts'
import type { Binding } from '#server/backend/http/binding.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import { callLimits } from '#server/backend/http/call-limits.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { type TestBackend, startTestBackend } from '../support/backend-harness.ts'
import { serveCalls } from '../support/kept-connections.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.close())

const forever = (): Promise<never> => new Promise(() => undefined)

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

const any = z.object({})
const reads = endpoint('GET /api/test/read', { input: any, output: z.any() })
const writes = endpoint('POST /api/test/write', { writes: 'one', input: any, output: z.any() })
const steps = endpoint('POST /api/test/steps', { writes: 'steps', input: any, output: z.any() })

function answering(
  one: typeof reads | typeof writes | typeof steps,
  handler: (ctx: CallContext) => Promise<unknown>,
): Binding {
  return { endpoint: one, handler }
}

/** The backend's calls with little time, and these instead of its own. */
async function serve(
  bindings: Binding[],
  limits: Partial<typeof callLimits> = {},
): Promise<Awaited<ReturnType<typeof serveCalls>>> {
  return serveCalls(bindContract(backend.context, bindings, { ...callLimits, callMs: 150, stepsMs: 150, ...limits }))
}

const insertTerm = (db: CallContext['db'], courseName: string): Promise<unknown> =>
  db
    .insertInto('hotSearches')
    .values({ courseName, sort: 1, enabled: false } as never)
    .execute()
const countTerm = async (courseName: string): Promise<number> =>
  (await backend.db.selectFrom('hotSearches').select('id').where('courseName', '=', courseName).execute()).length

it('a call that never ends is answered all the same', async () => {
  const { agent, end } = await serve([answering(reads, forever)])
  const answer = await agent.get('/api/test/read')
  expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([503, 4004, '2'])
  end()
})

it('a given-up call leaves nothing, and the next is answered', async () => {
  const late = gate()
  const tried = gate()
  let refusal: unknown
  const { agent, end } = await serve([
    answering(writes, async ({ db }) => {
      await insertTerm(db, 'before')
      await late.opened
      await insertTerm(db, 'late').catch((error: unknown) => {
        refusal = error
      })
      tried.open()
    }),
    answering(reads, ({ db }) => db.selectFrom('hotSearches').select('id').limit(1).execute()),
  ])
  expect((await agent.post('/api/test/write').set('reqSource', 'pcSite')).status).toBe(503)
  late.open()
  await tried.opened
  expect(String(refusal)).toContain('after its end')
  expect((await agent.get('/api/test/read')).status).toBe(200)
  expect([await countTerm('before'), await countTerm('late')]).toEqual([0, 0])
  end()
})

it('a call in steps keeps its finished steps only', async () => {
  const late = gate()
  const tried = gate()
  const { agent, end } = await serve([
    answering(steps, async ({ tx }) => {
      await tx((trx) => insertTerm(trx, 'first step'))
      await tx(async (trx) => {
        await insertTerm(trx, 'second step')
        await late.opened
      }).catch(() => undefined)
      await tx((trx) => insertTerm(trx, 'third step')).catch(() => undefined)
      tried.open()
    }),
  ])
  const answer = await agent.post('/api/test/steps').set('reqSource', 'pcSite')
  expect([answer.status, answer.body.msg]).toEqual([503, '处理时间过长，请稍后查看结果'])
  late.open()
  await tried.opened
  expect([await countTerm('first step'), await countTerm('second step'), await countTerm('third step')]).toEqual([
    1, 0, 0,
  ])
  end()
})

it('calls behind an endless transaction are answered, writing nothing', async () => {
  const held = gate()
  const begun = gate()
  const holder = backend.database.transaction(async (trx) => {
    await trx.selectFrom('hotSearches').select('id').limit(1).execute()
    // on a server each has a connection: there they wait for the table
    await trx.deleteFrom('hotSearches').where('courseName', '=', 'waiting').execute()
    if (backend.database.kind === 'postgres')
      await (await import('kysely')).sql`lock table hot_searches in access exclusive mode`.execute(trx)
    begun.open()
    await held.opened
  })
  await begun.opened
  const { agent, end } = await serve([answering(writes, ({ db }) => insertTerm(db, 'waiting'))])
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => agent.post('/api/test/write').set('reqSource', 'pcSite')),
  )
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
  held.open()
  await holder
  expect(await countTerm('waiting')).toBe(0)
  end()
})

it('too many calls at once are refused until one ends', async () => {
  const going = gate()
  let begun = 0
  const both = gate()
  const { agent, end } = await serve(
    [
      answering(reads, async () => {
        begun += 1
        if (begun === 2) both.open()
        await going.opened
        return null
      }),
    ],
    { mostUnderWay: 2, callMs: 15_000 },
  )
  const running = [
    agent.get('/api/test/read').then((answer) => answer.status),
    agent.get('/api/test/read').then((answer) => answer.status),
  ]
  await both.opened
  const refused = await agent.get('/api/test/read')
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 4004, '2'])
  going.open()
  expect(await Promise.all(running)).toEqual([200, 200])
  await expect.poll(async () => (await agent.get('/api/test/read')).status).toBe(200)
  end()
})

it.each([
  ['lists in lists', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['objects in objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['a very long list', `{"events":[${Array.from({ length: 2000 }, () => '1').join()}]}`],
])('a body of %s is refused', async (_what, body) => {
  const answer = await backend.agent
    .post('/api/auth/login')
    .set({ reqSource: 'pcSite', 'Content-Type': 'application/json' })
    .send(body)
  expect([answer.status, answer.body.msg]).toEqual([400, '提交的内容层次过深或列表过长'])
})

it('work behind a call’s answer can still write', async () => {
  const later = gate()
  const { agent, end } = await serve([
    answering(steps, async (ctx) => {
      ctx.background.later('write behind the answer', async () => {
        await later.opened
        await ctx.tx((trx) => insertTerm(trx, 'behind the answer'))
      })
      return null
    }),
  ])
  expect((await agent.post('/api/test/steps').set('reqSource', 'pcSite').send({})).status).toBe(200)
  later.open()
  await backend.context.background.settled()
  expect(await countTerm('behind the answer')).toBe(1)
  end()
})
