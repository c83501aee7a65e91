import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '#server/backend/order/ledger/money-invariants.ts'
import { openRefund } from '#server/backend/order/refund/refund-core.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay } from '../support/fake-pay-provider.ts'
import { buildBundle, payAtSchool, signUpFor } from '../support/order-steps.ts'

const dayMs = 86_400_000

let backend: TestBackend
let learner: Learner
let staffId: number
beforeAll(async () => {
  backend = await startTestBackend({}, { pay: createFakePay() })
  staffId = (await registerLearner(backend)).userId
})
beforeEach(async () => {
  backend.clock.set(testNow)
  learner = await registerLearner(backend)
})
afterAll(() => backend?.close())

const db = () => backend.database.db
const passDays = (days: number): void => backend.clock.set(backend.clock.now() + days * dayMs)

async function lasts(productId: number, days: number | null): Promise<void> {
  await db().updateTable('products').set({ serviceDays: days }).where('products.id', '=', productId).execute()
}

async function buy(productId: number): Promise<string> {
  const orderNo = await signUpFor(backend, learner.cookie, productId)
  await payAtSchool(backend, orderNo, staffId)
  return orderNo
}

async function giveBack(orderNo: string): Promise<void> {
  const { id: orderId } = await db()
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.sn', '=', orderNo)
    .executeTakeFirstOrThrow()
  await openRefund(backend.context, { orderId, reason: '不学了', asker: 'staff', staffId })
  await backend.runJob('refunds.push')
}

/** Days from the beginning of the test until a product ends for the learner; null: for good, undefined: they haven't it. */
async function daysOf(productId: number): Promise<number | null | undefined> {
  const now = new Date(backend.clock.now())
  const { rows } = await sql<{ endAt: Date | null }>`
    select end_at from enrolments where user_id = ${learner.userId} and product_id = ${productId} and status = 1
      and (end_at is null or end_at > ${now})`.execute(db())
  const [row] = rows
  if (!row) return undefined
  return row.endAt === null ? null : (row.endAt.getTime() - testNow) / dayMs
}

interface Shop {
  readonly bundleId: number
  readonly courseId: number
}

/** A bundle of two courses, the first of which is sold for 2 days when it is bought by itself. */
async function buildShop(bundleDays: number | null): Promise<Shop> {
  const { id, courseIds } = await buildBundle(backend, 30_000, [10_000, 20_000])
  const [courseId = 0] = courseIds
  await lasts(courseId, 2)
  await lasts(id, bundleDays)
  return { bundleId: id, courseId }
}

describe('a course that was had for a time, and then its bundle', () => {
  test('the course lasts as long as the bundle', async () => {
    const { bundleId, courseId } = await buildShop(30)
    await buy(courseId)
    passDays(1)
    await buy(bundleId)
    expect([await daysOf(bundleId), await daysOf(courseId)]).toEqual([31, 31])
    passDays(5)
    await backend.runJob('enrolments.over')
    expect(await daysOf(courseId)).toBe(31)
  })

  test('a bundle for good keeps the course for good', async () => {
    const { bundleId, courseId } = await buildShop(null)
    await buy(courseId)
    await buy(bundleId)
    expect(await daysOf(courseId)).toBeNull()
  })

  test('an earlier-ending bundle takes no time from the course', async () => {
    const { bundleId, courseId } = await buildShop(1)
    await buy(courseId)
    await buy(bundleId)
    expect(await daysOf(courseId)).toBe(2)
  })

  test('after the bundle’s refund the course ends as before', async () => {
    const { bundleId, courseId } = await buildShop(30)
    await buy(courseId)
    const bundle = await buy(bundleId)
    await giveBack(bundle)
    expect([await daysOf(bundleId), await daysOf(courseId)]).toEqual([undefined, 2])
  })

  test('after a late refund the course can be bought again', async () => {
    const { bundleId, courseId } = await buildShop(null)
    await buy(courseId)
    const bundle = await buy(bundleId)
    passDays(5)
    await giveBack(bundle)
    expect(await daysOf(courseId)).toBeUndefined()
    await buy(courseId)
    expect(await daysOf(courseId)).toBe(7)
    expect(await checkInvariants(backend.context)).toBe(0)
  })

  test('one refunded bundle of two: the other keeps the course', async () => {
    const { bundleId, courseId } = await buildShop(30)
    const other = await buildBundle(backend, 30_000, [15_000])
    const stage = await db()
      .selectFrom('classSystemStages')
      .select('classSystemStages.id')
      .where('classSystemStages.classSystemId', '=', other.id)
      .executeTakeFirstOrThrow()
    await db().insertInto('classSystemCourses').values({ stageId: stage.id, courseId, sort: 2 }).execute()
    await buy(courseId)
    await buy(bundleId)
    const second = await buy(other.id)
    expect(await daysOf(courseId)).toBeNull()
    await giveBack(second)
    expect(await daysOf(courseId)).toBe(30)
  })

  test('a refunded course, bought anew, lasts like its bundle', async () => {
    const { bundleId, courseId } = await buildShop(30)
    const course = await buy(courseId)
    await buy(bundleId)
    await giveBack(course)
    expect(await daysOf(courseId)).toBeUndefined()
    await buy(courseId)
    expect(await daysOf(courseId)).toBe(30)
  })
})

test('the bundle first: its courses last, none sold beside', async () => {
  const { bundleId, courseId } = await buildShop(30)
  await buy(bundleId)
  expect(await daysOf(courseId)).toBe(30)
  expect(await backend.as(learner.cookie).call('GET /api/course/sign-up', { courseId })).toEqual({ doPay: true })
})

test('staff hear of courses ending before their bundle', async () => {
  const { bundleId, courseId } = await buildShop(30)
  await buy(courseId)
  await buy(bundleId)
  expect(await checkInvariants(backend.context)).toBe(0)
  await sql`update enrolments set end_at = own_end_at, own_end_at = null where user_id = ${learner.userId} and product_id = ${courseId}`.execute(
    db(),
  )
  expect(await checkInvariants(backend.context)).toBe(1)
})
