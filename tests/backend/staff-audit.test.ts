import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bindContract } from '#server/backend/bind-contract.ts'
import type { Binding } from '#server/backend/http/binding.ts'
import type { StaffCallContext } from '#server/backend/audit/staff-call.ts'
import { Code } from '#shared/contract/codes.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { allEndpoints } from '#shared/contract/index.ts'
import { buildStaff, type Learner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildPlate, buildPost } from '../support/forum-factories.ts'
import { serveCalls } from '../support/kept-connections.ts'
import { type StaffRoute, someLearner, staffInputs } from '../support/staff-calls.ts'

const backend = backendOfFile()
let admin: Learner
beforeAll(async () => {
  admin = await buildStaff(backend, 'administrator')
})

const rowsOf = (staffId: number) =>
  backend.db
    .selectFrom('staffAudits')
    .selectAll()
    .where('staffAudits.staffId', '=', staffId)
    .orderBy('staffAudits.id')
    .execute()
const writes = allEndpoints.filter(({ access, writes }) => access === 'staff' && writes)

test.each(writes.map(({ route, right }) => [route as StaffRoute, right] as const))(
  '%s leaves one row: who, how, what, whence, when',
  async (route, right) => {
    const { cookie, userId } = await buildStaff(backend, 'administrator')
    const input = await staffInputs[route](backend, await someLearner(backend))
    await backend.as(cookie, '203.0.113.9').call(route, input as never)
    expect(await rowsOf(userId)).toEqual([
      expect.objectContaining({
        staffId: userId,
        call: route,
        heldRight: right,
        subject: expect.stringMatching(/./),
        subjectId: expect.stringMatching(/^\d+$/),
        ip: '203.0.113.9',
        at: new Date(testNow),
      }),
    ])
  },
)

test('reads leave none', async () => {
  const { cookie, userId } = await buildStaff(backend, 'administrator')
  for (const { route } of allEndpoints.filter(({ access, writes }) => access === 'staff' && !writes)) {
    await backend
      .as(cookie)
      .call(route as StaffRoute, (await staffInputs[route as StaffRoute](backend, await someLearner(backend))) as never)
  }
  expect(await rowsOf(userId)).toEqual([])
})

test('a change stands there before and after', async () => {
  const { cookie, userId } = await buildStaff(backend, 'headMaster')
  const waiting = { userId: await someLearner(backend), status: 1, publishedAt: null }
  const id = await buildPost(backend, await buildPlate(backend), waiting)
  await backend.as(cookie).call('POST /api/staff/post/set', { id, status: 2, isTop: true })
  expect(await rowsOf(userId)).toMatchObject([
    { before: { status: 1, isTop: false, isEssence: false }, after: { status: 2, isTop: true, isEssence: false } },
  ])
})

type StaffHandler = (ctx: StaffCallContext) => Promise<void>

/** What a call of the contract's shape answers, made by an administrator through the real binding. */
async function post(
  writes: 'one' | 'steps',
  handler: StaffHandler,
  context = backend.context,
): Promise<{ status: number; body: { code: number } }> {
  const made = endpoint('POST /api/staff/test', {
    access: 'staff',
    right: 'post.moderate',
    writes,
    input: z.object({}),
    output: z.null(),
  })
  const answer = async (ctx: StaffCallContext) => {
    await handler(ctx)
    return null
  }
  const { agent, end } = await serveCalls(
    bindContract(context, [{ endpoint: made, handler: answer as unknown as Binding['handler'] }]),
  )
  const response = await agent.post('/api/staff/test').set({ reqSource: 'pcSite', Cookie: admin.cookie }).send({})
  end()
  return response
}

describe('without its row', () => {
  const act = { action: 'test', subject: 'test', subjectId: 1 }
  const write = ({ db }: Pick<StaffCallContext, 'db'>, term: string) =>
    db
      .insertInto('searchLogs')
      .values({ term, at: new Date(testNow) })
      .execute()
  const written = async (term: string) =>
    (await backend.db.selectFrom('searchLogs').select('searchLogs.id').where('searchLogs.term', '=', term).execute())
      .length
  const silent: StaffHandler = (ctx) =>
    ctx.tx(async (db) => {
      await write({ db }, 'in steps')
    })

  test('a handler that says nothing writes nothing', async () => {
    const answer = await post('one', async (ctx) => {
      await write(ctx, 'silent')
    })
    expect([answer.status, await written('silent')]).toEqual([500, 0])
  })

  test('a silent call in steps fails; production logs it', async () => {
    expect((await post('steps', silent)).status).toBe(500)
    const inProduction = { ...backend.context, config: { ...backend.context.config, siteEnv: 'production' as const } }
    expect((await post('steps', silent, inProduction)).status).toBe(200)
    expect(backend.log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'POST /api/staff/test ended without an audit row.' }),
    )
  })

  test('a row outside its act’s transaction is refused', async () => {
    expect((await post('steps', (ctx) => ctx.acts.record(ctx.db, act))).status).toBe(500)
  })

  test.each(['one', 'steps'] as const)('nothing is written when the row can’t be: %s', async (writes) => {
    const both = async (ctx: StaffCallContext, db = ctx.db) => {
      await write({ db }, writes)
      await ctx.acts.record(db, { ...act, worthFen: -1 })
    }
    const answer = await post(writes, (ctx) => (writes === 'one' ? both(ctx) : ctx.tx((trx) => both(ctx, trx))))
    expect([answer.status, await written(writes)]).toEqual([500, 0])
  })

  test('a call that changed nothing says so, and leaves none', async () => {
    const before = (await rowsOf(admin.userId)).length
    const answer = await post('one', async (ctx) => {
      ctx.acts.unchanged()
    })
    expect([answer.body.code, (await rowsOf(admin.userId)).length]).toEqual([Code.Success, before])
  })
})

test('no row is changed or removed, triggers or not', async () => {
  const id = await buildPost(backend, await buildPlate(backend), { userId: await someLearner(backend) })
  await backend.as(admin.cookie).call('POST /api/staff/post/set', { id, isTop: true })
  const final = 'audit rows are neither changed nor removed'
  const tries = [
    sql`update staff_audits set action = 'nothing'`,
    sql`delete from staff_audits`,
    sql`truncate staff_audits`,
    sql`truncate users cascade`,
  ]
  for (const statement of tries) {
    await expect(statement.execute(backend.db)).rejects.toThrow(final)
    const asReplica = backend.database.transaction(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await statement.execute(trx)
    })
    await expect(asReplica).rejects.toThrow(final)
  }
  expect((await rowsOf(admin.userId)).length).toBeGreaterThan(0)
})
