import { sql } from 'kysely'
import type { OpenDatabase } from '#server/backend/db/database.ts'
import { hashToken, randomToken } from '#server/backend/base/secret.ts'
import type { Api } from '#shared/contract/calls.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { buildProduct } from './backend-factories.ts'
import { type TestBackend, testNow } from './backend-harness.ts'
import type { FakePay } from './fake-pay-provider.ts'
import type { KeptCalls } from './kept-calls.ts'
import { buildOffer, buildSchedule } from './order-steps.ts'

const dayMs = 86_400_000
const lastBegin = Date.parse('2700-01-01')

/** What all runs of the order machine share. */
export interface MachineRoom {
  readonly backend: TestBackend
  readonly calls: KeptCalls
  readonly pay: FakePay
  readonly staff: { readonly userId: number; readonly api: Api }
  /** A second administrator, for money that one alone may not decide on. */
  readonly second: { readonly userId: number; readonly api: Api }
  /** May ask for a refund, and not decide it. */
  readonly clerk: { readonly userId: number; readonly api: Api }
}

export interface WorldLearner {
  readonly userId: number
  readonly api: Api
  /** One of any price, and one of orders from 150.00 on. */
  readonly couponIds: readonly number[]
}

/** Courses that are sold by themselves are theirs for so many days; what comes with a bundle stays. */
export const serviceDays = 2

/**
 * A small school of its own: two learners with two coupons each; a class of three courses with two seats, a second bundle that
 * shares one of them, and a course that is in none; deposits for the class and for one of its courses. The second bundle's own
 * course and the one beside the bundles last for days.
 */
export interface OrderWorld extends MachineRoom {
  readonly learners: readonly WorldLearner[]
  /** The class first, its courses, the bundle that shares the last of these, that one's own course, the course beside them. */
  readonly productIds: readonly number[]
  /** Of these a deposit can be paid. */
  readonly depositFor: readonly number[]
  readonly scheduleId: number
  /** Notifications that have been sent. */
  readonly told: Set<string>
}

/** An account with a session that never ends. */
export async function addLastingLearner(
  { db }: Pick<OpenDatabase, 'db'>,
  at: number,
): Promise<{ userId: number; cookie: string }> {
  const user = await db.insertInto('users').values({ nickname: '同学' }).returning('users.id').executeTakeFirstOrThrow()
  const token = randomToken()
  const now = new Date(at)
  await db
    .insertInto('sessions')
    .values({
      userId: user.id,
      tokenHash: hashToken(token),
      channel: 'pcSite',
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date('2900-01-01'),
    })
    .execute()
  return { userId: user.id, cookie: `session=${token}` }
}

/** A coupon of 30.00 for each of these learners, for orders from `thresholdFen` on; answers the key of each one's. */
async function giveCoupons(
  { database, clock }: TestBackend,
  userIds: readonly number[],
  thresholdFen: number,
): Promise<number[]> {
  const at = new Date(clock.now())
  const validUntil = new Date(at.getTime() + 5 * dayMs)
  const kind = thresholdFen > 0 ? 1 : 2
  const coupon = await database.db
    .insertInto('coupons')
    .values({
      name: '优惠券',
      kind,
      amountFen: 3000,
      thresholdFen,
      claimBeginAt: at,
      claimEndAt: validUntil,
      validDays: 5,
      createdAt: at,
    })
    .returning('coupons.id')
    .executeTakeFirstOrThrow()
  const rows = await database.db
    .insertInto('userCoupons')
    .values(userIds.map((userId) => ({ couponId: coupon.id, userId, claimNo: 1, claimedAt: at, validUntil })))
    .returning('userCoupons.id')
    .execute()
  return rows.map((row) => row.id)
}

/** A bundle of courses that are there. */
async function buildBundleOf(
  { database }: TestBackend,
  priceFen: number,
  courseIds: readonly number[],
): Promise<number> {
  const id = await buildProduct(database, { lectureType: LectureType.classSystem, priceFen })
  const stage = await database.db
    .insertInto('classSystemStages')
    .values({ classSystemId: id, name: '第一阶段' })
    .returning('classSystemStages.id')
    .executeTakeFirstOrThrow()
  const courses = courseIds.map((courseId, sort) => ({ stageId: stage.id, courseId, sort }))
  await database.db.insertInto('classSystemCourses').values(courses).execute()
  return id
}

export async function buildWorld(room: MachineRoom): Promise<OrderWorld> {
  const { backend, calls } = room
  // stories follow one another in time, as long as sessions and classes last
  if (backend.clock.now() > lastBegin) backend.clock.set(testNow)
  const now = backend.clock.now()
  const accounts = [await addLastingLearner(backend.database, now), await addLastingLearner(backend.database, now)]
  const userIds = accounts.map(({ userId }) => userId)
  const [plain, large] = [await giveCoupons(backend, userIds, 0), await giveCoupons(backend, userIds, 15_000)]
  const ids: number[] = []
  for (const priceFen of [9900, 2900, 12_000]) ids.push(await buildProduct(backend.database, { priceFen }))
  for (const priceFen of [6000, 4500]) ids.push(await buildProduct(backend.database, { priceFen, serviceDays }))
  const [first = 0, second = 0, shared = 0, own = 0, beside = 0] = ids
  const classId = await buildBundleOf(backend, 20_001, [first, second, shared])
  const bundleId = await buildBundleOf(backend, 15_000, [shared, own])
  const scheduleId = await buildSchedule(backend, classId, { capacity: 2, endDate: '2800-01-01' })
  const offer = {
    amountFen: 1000,
    deductFen: 1500,
    balanceDays: 3,
    stock: 2,
    beginAt: new Date(now - dayMs),
    endAt: new Date(now + 300 * dayMs),
  }
  await buildOffer(backend, classId, { ...offer, balanceDays: 9, refundable: scheduleId % 2 === 0 })
  await buildOffer(backend, first, { ...offer, deductFen: 1200, refundable: scheduleId % 2 !== 0 })
  const learners = accounts.map(({ userId, cookie }, index) => ({
    userId,
    api: calls.as(cookie),
    couponIds: [plain[index] ?? 0, large[index] ?? 0],
  }))
  const productIds = [classId, first, second, shared, bundleId, own, beside]
  return { ...room, learners, productIds, depositFor: [classId, first], scheduleId, told: new Set() }
}

/** An order as the machine sees it. */
export interface OrderFacts {
  id: number
  sn: string
  userId: number
  orderKind: number
  productId: number
  scheduleId: number | null
  status: number
  payAmountFen: number
  paidFen: number
  refundedFen: number
  expireAt: Date
}

/** Orders of the world, the oldest first. */
export async function readOrders({ backend, productIds }: OrderWorld): Promise<OrderFacts[]> {
  const { rows } = await sql<OrderFacts>`
    select id, sn, user_id, order_kind, product_id, schedule_id, status, pay_amount_fen, paid_fen, refunded_fen, expire_at
    from orders where product_id = any(${productIds}::bigint[]) order by id`.execute(backend.database.db)
  return rows
}
