import { sql } from 'kysely'
import { hashToken, randomToken } from '#server/backend/base/secret.ts'
import type { OpenDatabase } from '#server/backend/db/database.ts'
import type { Api } from '#shared/contract/calls.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { type TestBackend, testNow } from './backend-harness.ts'
import type { FakePay } from './fake-pay-provider.ts'
import type { KeptCalls } from './kept-calls.ts'
import { buildSchedule } from './order-steps.ts'

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

/** Courses that are sold by themselves are theirs for so many days, and what comes with the second bundle for so many. */
const serviceDays = { course: 2, bundle: 4 } as const

/**
 * A small school of its own: two learners with two coupons each; a class of three courses with two seats, one of them a live course
 * with a class of its own, a second bundle that shares one of them, and a course that is in none; deposits for the class and for one of its courses. The shared course, the
 * second bundle's own one and the one beside the bundles last for days, and the second bundle for more of them.
 */
export interface OrderWorld extends MachineRoom {
  readonly learners: readonly WorldLearner[]
  /** The class first, its courses, the bundle that shares the last of these, that one's own course, the course beside them. */
  readonly productIds: readonly number[]
  /** Of these a deposit can be paid. */
  readonly depositFor: readonly number[]
  readonly scheduleId: number
  /** The live course of the class, and its own class of two seats: who has the course with the class system chooses it afterwards. */
  readonly live: { readonly courseId: number; readonly scheduleId: number }
  /** Notifications that have been sent. */
  readonly notifyIds: Set<string>
  /** How often the provider had been asked in vain when the story began. */
  readonly missedBefore: number
}

/** Accounts with a session each that never ends. */
export async function addLastingLearners(
  { db }: Pick<OpenDatabase, 'db'>,
  at: number,
  count: number,
): Promise<{ userId: number; cookie: string }[]> {
  const users = await db
    .insertInto('users')
    .values(Array.from({ length: count }, () => ({ nickname: '同学' })))
    .returning('users.id')
    .execute()
  const accounts = users.map(({ id: userId }) => ({ userId, token: randomToken() }))
  const now = new Date(at)
  const expiresAt = new Date('2900-01-01')
  const sessions = accounts.map(({ userId, token }) => ({
    userId,
    tokenHash: hashToken(token),
    channel: 'pcSite',
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  }))
  await db.insertInto('sessions').values(sessions).execute()
  return accounts.map(({ userId, token }) => ({ userId, cookie: `session=${token}` }))
}

/** The same for one. */
export async function addLastingLearner(
  database: Pick<OpenDatabase, 'db'>,
  at: number,
): Promise<{ userId: number; cookie: string }> {
  const [learner] = await addLastingLearners(database, at, 1)
  if (!learner) throw new Error('No account was made.')
  return learner
}

/** Two coupons of 30.00 for each of these learners: one of any price, and one of orders from 150.00 on. */
async function giveCoupons({ database, clock }: TestBackend, userIds: readonly number[]): Promise<number[][]> {
  const at = new Date(clock.now())
  const validUntil = new Date(at.getTime() + 5 * dayMs)
  const coupon = {
    name: '优惠券',
    amountFen: 3000,
    claimBeginAt: at,
    claimEndAt: validUntil,
    validDays: 5,
    createdAt: at,
  }
  const coupons = await database.db
    .insertInto('coupons')
    .values([
      { ...coupon, kind: 2, thresholdFen: 0 },
      { ...coupon, kind: 1, thresholdFen: 15_000 },
    ])
    .returning('coupons.id')
    .execute()
  const wanted = userIds.flatMap((userId) =>
    coupons.map(({ id }) => ({ couponId: id, userId, claimNo: 1, claimedAt: at, validUntil })),
  )
  const rows = await database.db
    .insertInto('userCoupons')
    .values(wanted)
    .returning(['userCoupons.id', 'userCoupons.userId'])
    .execute()
  return userIds.map((userId) => rows.filter((row) => row.userId === userId).map(({ id }) => id))
}

/** What is sold, in fen: a class of the first three courses, a bundle of the third and the fourth, and a course beside them. */
const prices = {
  classSystem: 20_001,
  courses: [9900, 2900],
  shared: 12_000,
  bundle: 15_000,
  own: 6000,
  beside: 4500,
} as const

/** The world's products with their places in one another; answers the keys in the order of `OrderWorld.productIds`. */
async function buildProducts({ db }: OpenDatabase): Promise<number[]> {
  const product = (priceFen: number, lectureType: LectureType, days?: number) => ({
    lectureType,
    name: `测试课程 ${priceFen}`,
    isCharge: true,
    priceFen,
    serviceDays: days ?? null,
    status: 1,
    sort: 100_000,
  })
  const rows = await db
    .insertInto('products')
    .values([
      product(prices.classSystem, LectureType.classSystem),
      product(prices.courses[0], LectureType.video),
      product(prices.courses[1], LectureType.live),
      product(prices.shared, LectureType.video, serviceDays.course),
      product(prices.bundle, LectureType.classSystem, serviceDays.bundle),
      product(prices.own, LectureType.video, serviceDays.course),
      product(prices.beside, LectureType.video, serviceDays.course),
    ])
    .returning('products.id')
    .execute()
  const productIds = rows.map(({ id }) => id)
  const [classId = 0, first = 0, second = 0, shared = 0, bundleId = 0, own = 0] = productIds
  const contents = new Map([
    [classId, [first, second, shared]],
    [bundleId, [shared, own]],
  ])
  const stages = await db
    .insertInto('classSystemStages')
    .values([...contents.keys()].map((classSystemId) => ({ classSystemId, name: '第一阶段' })))
    .returning(['classSystemStages.id', 'classSystemStages.classSystemId'])
    .execute()
  const courses = stages.flatMap(({ id, classSystemId }) =>
    (contents.get(classSystemId) ?? []).map((courseId, sort) => ({ stageId: id, courseId, sort })),
  )
  await db.insertInto('classSystemCourses').values(courses).execute()
  return productIds
}

export async function buildWorld(room: MachineRoom): Promise<OrderWorld> {
  const { backend, calls } = room
  // stories follow one another in time, as long as sessions and classes last
  if (backend.clock.now() > lastBegin) backend.clock.set(testNow)
  const now = backend.clock.now()
  const accounts = await addLastingLearners(backend.database, now, 2)
  const coupons = await giveCoupons(
    backend,
    accounts.map(({ userId }) => userId),
  )
  const productIds = await buildProducts(backend.database)
  const [classId = 0, first = 0, liveId = 0] = productIds
  const seats = { capacity: 2, endDate: '2800-01-01' }
  const scheduleId = await buildSchedule(backend, classId, seats)
  const live = { courseId: liveId, scheduleId: await buildSchedule(backend, liveId, seats) }
  const offer = {
    channel: 4,
    name: '定金',
    amountFen: 1000,
    stock: 2,
    beginAt: new Date(now - dayMs),
    endAt: new Date(now + 300 * dayMs),
  }
  const isRefundable = scheduleId % 2 === 0
  await backend.database.db
    .insertInto('depositOffers')
    .values([
      { ...offer, productId: classId, deductFen: 1500, balanceDays: 9, refundable: isRefundable },
      { ...offer, productId: first, deductFen: 1200, balanceDays: 3, refundable: !isRefundable },
    ])
    .execute()
  const learners = accounts.map(({ userId, cookie }, index) => ({
    userId,
    api: calls.as(cookie),
    couponIds: coupons[index] ?? [],
  }))
  return {
    ...room,
    learners,
    productIds,
    depositFor: [classId, first],
    scheduleId,
    live,
    notifyIds: new Set(),
    missedBefore: room.pay.missed,
  }
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
