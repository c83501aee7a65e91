import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allBindings } from '#server/backend/all-bindings.ts'
import { bindContract } from '#server/backend/bind-contract.ts'
import { callLimits } from '#server/backend/http/call-limits.ts'
import { checkInvariants } from '#server/backend/order/ledger/money-invariants.ts'
import { type LogLine, startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay, type FakePay } from '../support/fake-pay-provider.ts'
import { type KeptCalls, keepCalls } from '../support/kept-calls.ts'
import type { MachineModel } from '../support/machine-step.ts'
import { machineSteps } from '../support/order-commands.ts'
import { expectSettled, windUp } from '../support/order-settled.ts'
import { addLastingLearners, buildWorld, type MachineRoom } from '../support/order-world.ts'
import { prepareStatements } from '../support/prepared-statements.ts'

const isFull = process.env.PROOF === 'full'
// MACHINE_RUNS: another number of stories; MACHINE_SEED: those of a run that failed, MACHINE_PATH: one of them, by its place there;
// MACHINE_END=1: without a shorter one.
const numRuns = Number(process.env.MACHINE_RUNS ?? (isFull ? 20_000 : 30))
const seed = Number(process.env.MACHINE_SEED ?? Date.now() % 2 ** 31)
const maxCommands = isFull ? 25 : 15

/** The nightly look reads two days' changes after every story: thousands of stories lie before them. */
const nightly = [
  'orders (paid_at)',
  'payments (paid_at)',
  'refunds (done_at)',
  'refund_requests (done_at)',
  'enrolments (created_at)',
  'order_logs (at)',
]

/** The run takes what other work leaves of a machine: a call that waits for its processor isn't given up. */
const patient = { ...callLimits, callMs: 60_000, stepsMs: 120_000 }

let storiesRun = 0
let endPreparing: () => void = () => undefined
let backend: TestBackend
let calls: KeptCalls
let pay: FakePay
let room: MachineRoom
beforeAll(async () => {
  endPreparing = prepareStatements()
  pay = createFakePay()
  backend = await startTestBackend(
    {
      GIFT_DAILY_CEILING: '100000000',
      OFFLINE_DAILY_CEILING: '100000000',
      SESSION_IDLE_DAYS: '3650',
      SECOND_PERSON_FROM: '80',
    },
    { pay },
  )
  calls = await keepCalls(bindContract(backend.context, allBindings(), patient), 4)
  for (const column of nightly) await sql.raw(`create index on ${column}`).execute(backend.database.db)
  // nobody searches here: thousands of products needn't be found
  await sql`drop trigger products_search on products`.execute(backend.database.db)
  await sql`drop trigger class_stages_search on class_system_stages`.execute(backend.database.db)
  const people = await addLastingLearners(backend.database, testNow, 3)
  const [staff, second, clerk] = people.map(({ userId, cookie }) => ({ userId, api: calls.as(cookie) }))
  if (!staff || !second || !clerk) throw new Error('Somebody of the school is missing.')
  await backend.database.db
    .updateTable('users')
    .set({ isAdmin: true })
    .where('users.id', 'in', [staff.userId, second.userId])
    .execute()
  await backend.database.db.insertInto('userRoles').values({ userId: clerk.userId, role: 'headMaster' }).execute()
  room = { backend, calls, pay, staff, second, clerk }
})
afterAll(async () => {
  endPreparing()
  await calls?.close()
  await backend?.close()
})

/** What went wrong, without what a provider that is away leaves. */
const errors = (): LogLine[] =>
  backend.log.lines.filter(({ level, message }) => level === 'error' && message !== 'a payment could not be opened')

/** Errors have no fields of their own for JSON. */
const loggable = (_key: string, value: unknown): unknown =>
  value instanceof Error ? { message: value.message, stack: value.stack } : value

test(
  `whatever people do (${numRuns} stories), money and courses stay right`,
  async () => {
    if (isFull) process.stdout.write(`seed ${seed}, ${numRuns} stories\n`)
    await fc.assert(
      fc.asyncProperty(fc.commands(machineSteps, { maxCommands, size: 'max' }), async (steps) => {
        backend.log.lines.length = 0
        if (isFull && ++storiesRun % 100 === 0) process.stdout.write(`${storiesRun} stories\n`)
        const world = await buildWorld(room)
        const model: MachineModel = { orders: [] }
        try {
          await fc.asyncModelRun(() => ({ model, real: world }), steps)
          await expectSettled(world)
          await windUp(world)
          expect(errors()).toEqual([])
        } finally {
          if (errors().length > 0) process.stdout.write(`${JSON.stringify(errors().slice(-2), loggable)}\n`)
        }
      }),
      {
        seed,
        numRuns,
        ...(process.env.MACHINE_PATH ? { path: process.env.MACHINE_PATH } : {}),
        endOnFailure: process.env.MACHINE_END === '1',
        interruptAfterTimeLimit: isFull ? 14_400_000 : 120_000,
        markInterruptAsFailure: true,
      },
    )
    expect(await checkInvariants(backend.context)).toBe(0)
  },
  isFull ? 14_500_000 : 180_000,
)
