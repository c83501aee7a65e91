import type { Insertable } from 'kysely'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import { settleOffline } from '#server/backend/order/payment/settle.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { buildProduct } from './backend-factories.ts'
import { type TestBackend, testNow } from './backend-harness.ts'

let count = 0
const dayMs = 86_400_000

/** A class of a product that is open for the next weeks. */
export async function buildSchedule(
  backend: TestBackend,
  productId: number,
  values: Partial<Insertable<Tables['classSchedules']>> = {},
): Promise<number> {
  const row = await backend.database.db
    .insertInto('classSchedules')
    .values({
      productId,
      name: `班期 ${++count}`,
      beginDate: '2026-04-01',
      endDate: '2026-06-30',
      timeText: '每周二 19:30–21:15',
      ...values,
    })
    .returning('classSchedules.id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A class system with courses of these prices (fen); answers the keys. */
export async function buildBundle(
  backend: TestBackend,
  priceFen: number,
  coursePrices: readonly number[],
): Promise<{ id: number; courseIds: number[] }> {
  const id = await buildProduct(backend.database, { lectureType: LectureType.classSystem, priceFen })
  const stage = await backend.database.db
    .insertInto('classSystemStages')
    .values({ classSystemId: id, name: '第一阶段' })
    .returning('classSystemStages.id')
    .executeTakeFirstOrThrow()
  const courseIds: number[] = []
  for (const [sort, price] of coursePrices.entries()) {
    const courseId = await buildProduct(backend.database, { priceFen: price })
    await backend.database.db.insertInto('classSystemCourses').values({ stageId: stage.id, courseId, sort }).execute()
    courseIds.push(courseId)
  }
  return { id, courseIds }
}

/** A coupon in a learner's wallet; `products` narrows what it is good for. */
export async function giveCoupon(
  backend: TestBackend,
  userId: number,
  {
    amountFen = 1000,
    thresholdFen = 0,
    validUntil = new Date(testNow + 30 * dayMs),
    products = [],
  }: { amountFen?: number; thresholdFen?: number; validUntil?: Date; products?: readonly number[] } = {},
): Promise<number> {
  const { db } = backend.database
  const at = new Date(testNow)
  const coupon = await db
    .insertInto('coupons')
    .values({
      name: `优惠券 ${++count}`,
      kind: thresholdFen > 0 ? 1 : 2,
      amountFen,
      thresholdFen,
      total: null,
      claimBeginAt: at,
      claimEndAt: new Date(testNow + 90 * dayMs),
      validDays: 30,
      validEndAt: null,
      batchNo: null,
      createdBy: null,
      createdAt: at,
    })
    .returning('coupons.id')
    .executeTakeFirstOrThrow()
  if (products.length > 0)
    await db
      .insertInto('couponProducts')
      .values(products.map((productId) => ({ couponId: coupon.id, productId })))
      .execute()
  const row = await db
    .insertInto('userCoupons')
    .values({
      couponId: coupon.id,
      userId,
      claimNo: 1,
      inviteId: null,
      orderId: null,
      claimedAt: at,
      validUntil,
      usedAt: null,
    })
    .returning('userCoupons.id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** An offer to take a deposit for a product. */
export async function buildOffer(
  backend: TestBackend,
  productId: number,
  values: Partial<Insertable<Tables['depositOffers']>> = {},
): Promise<number> {
  const row = await backend.database.db
    .insertInto('depositOffers')
    .values({
      productId,
      channel: 4,
      name: '定金',
      amountFen: 10_000,
      deductFen: 20_000,
      beginAt: new Date(testNow - dayMs),
      endAt: new Date(testNow + 300 * dayMs),
      ...values,
    })
    .returning('depositOffers.id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Signs up for a product that costs something; answers the order's number. */
export async function signUpFor(
  backend: TestBackend,
  cookie: string,
  courseId: number,
  scheduleId?: number,
): Promise<string> {
  const answer = await backend
    .as(cookie)
    .call('GET /api/course/sign-up', { courseId, ...(scheduleId === undefined ? {} : { scheduleId }) })
  if (answer.orderNo === undefined) throw new Error(`No order was made: ${JSON.stringify(answer)}`)
  return answer.orderNo
}

export async function readOrder(
  backend: TestBackend,
  cookie: string,
  orderNo: string,
): Promise<CallOutput<'GET /api/order/detail'>> {
  return backend.as(cookie).call('GET /api/order/detail', { orderNo })
}

/** How many seats of a class are taken. */
export async function seatsTaken(backend: TestBackend, scheduleId: number): Promise<number> {
  const row = await backend.database.db
    .selectFrom('classSchedules')
    .select('classSchedules.enrolled')
    .where('classSchedules.id', '=', scheduleId)
    .executeTakeFirstOrThrow()
  return row.enrolled
}

/** A learner's deposit as if its order had been paid: held, its balance due in 30 days. */
export async function buildHeldDeposit(
  backend: TestBackend,
  userId: number,
  productId: number,
  offerId: number,
): Promise<number> {
  const { db } = backend.database
  const offer = await db
    .selectFrom('depositOffers')
    .selectAll('depositOffers')
    .where('depositOffers.id', '=', offerId)
    .executeTakeFirstOrThrow()
  const at = new Date(testNow)
  const order = await db
    .insertInto('orders')
    .values({
      sn: `20260101${String(++count).padStart(10, '0')}`,
      userId,
      orderKind: 2,
      productId,
      scheduleId: null,
      status: 1,
      payChannel: offer.channel,
      amountFen: offer.amountFen,
      payAmountFen: offer.amountFen,
      paidFen: offer.amountFen,
      address: null,
      clientToken: null,
      createdBy: null,
      expireAt: at,
      askedAt: null,
      paidAt: at,
      cancelledAt: null,
      createdAt: at,
    })
    .returning('orders.id')
    .executeTakeFirstOrThrow()
  const deposit = await db
    .insertInto('deposits')
    .values({
      orderId: order.id,
      offerId,
      userId,
      productId,
      amountFen: offer.amountFen,
      deductFen: offer.deductFen,
      state: 1,
      usedOrderId: null,
      expireAt: new Date(testNow + 30 * dayMs),
      remindedAt: null,
    })
    .returning('deposits.id')
    .executeTakeFirstOrThrow()
  return deposit.id
}

/** Pays an order as if the money had been taken at the school. */
export async function payAtSchool(
  { context, database, clock }: TestBackend,
  orderNo: string,
  staffId: number,
): Promise<void> {
  const { id: orderId, payAmountFen: amountFen } = await database.db
    .selectFrom('orders')
    .select(['orders.id', 'orders.payAmountFen'])
    .where('orders.sn', '=', orderNo)
    .executeTakeFirstOrThrow()
  await context.tx((trx) =>
    settleOffline(trx, {
      orderId,
      amountFen,
      tradeNo: `cash-${orderNo}`,
      staffId,
      note: '现金',
      now: new Date(clock.now()),
    }),
  )
}

/** Where a coupon of a wallet is: its state, and the order that has it. */
export function couponState({ database }: TestBackend, id: number) {
  return database.db
    .selectFrom('userCoupons')
    .select(['userCoupons.state', 'userCoupons.orderId'])
    .where('userCoupons.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The same of a deposit. */
export function depositState({ database }: TestBackend, id: number) {
  return database.db
    .selectFrom('deposits')
    .select(['deposits.state', 'deposits.usedOrderId'])
    .where('deposits.id', '=', id)
    .executeTakeFirstOrThrow()
}
