import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '#server/backend/order/money-invariants.ts'
import { type LogLine, startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay, type FakePay } from '../support/fake-pay-provider.ts'
import { type KeptCalls, keepCalls } from '../support/kept-calls.ts'
import { type MachineModel, machineSteps } from '../support/order-commands.ts'
import { addLastingLearner, buildWorld, type OrderWorld } from '../support/order-world.ts'

const isFull = process.env.PROOF === 'full'
const numRuns = isFull ? 10_000 : 30
const maxCommands = isFull ? 25 : 15

let backend: TestBackend
let calls: KeptCalls
let pay: FakePay
let room: Pick<OrderWorld, 'backend' | 'calls' | 'pay' | 'staff'>
beforeAll(async () => {
  pay = createFakePay()
  backend = await startTestBackend({}, { pay })
  calls = await keepCalls(backend.listener, 4)
  const staff = await addLastingLearner(backend.database, testNow)
  await backend.database.db.updateTable('users').set({ isAdmin: true }).where('users.id', '=', staff.userId).execute()
  room = { backend, calls, pay, staff: { userId: staff.userId, api: calls.as(staff.cookie) } }
})
afterAll(async () => {
  await calls?.close()
  await backend?.close()
})

const errors = (): LogLine[] => backend.log.lines.filter(({ level }) => level === 'error')

test(
  `whatever learners, staff, the provider and the clock do, in whatever order (${numRuns} stories): orders take only their legal steps, the ledger balances and agrees with payments and refunds, and who has paid is enrolled`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(machineSteps, { maxCommands, size: 'max' }), async (steps) => {
        backend.log.lines.length = 0
        const setup = async (): Promise<{ model: MachineModel; real: OrderWorld }> => ({ model: { orders: [] }, real: await buildWorld(room) })
        await fc.asyncModelRun(setup, steps)
        expect(errors()).toEqual([])
      }),
      { numRuns, endOnFailure: false, interruptAfterTimeLimit: isFull ? 7_200_000 : 120_000, markInterruptAsFailure: true },
    )
    expect(await checkInvariants(backend.context)).toBe(0)
  },
  isFull ? 7_300_000 : 180_000,
)
