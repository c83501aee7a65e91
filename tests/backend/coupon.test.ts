import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '#shared/contract/codes.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

let backend: TestBackend
let learner: Learner
const day = 86_400_000
beforeAll(async () => {
  backend = await startTestBackend()
  learner = await registerLearner(backend)
})
afterAll(() => backend?.close())

interface CouponOptions {
  total?: number | null
  perUserLimit?: number
  from?: number
  until?: number
  validDays?: number | null
  validEndAt?: number | null
  isPublic?: boolean
  enabled?: boolean
}

async function insertCoupon({
  total = null,
  perUserLimit = 1,
  from = testNow - day,
  until = testNow + day,
  validDays = 7,
  validEndAt = null,
  isPublic = true,
  enabled = true,
}: CouponOptions = {}): Promise<number> {
  const row = await backend.database.db
    .insertInto('coupons')
    .values({
      name: '测试券',
      kind: 2,
      amountFen: 1000,
      total,
      perUserLimit,
      claimBeginAt: new Date(from),
      claimEndAt: new Date(until),
      validDays,
      validEndAt: validEndAt === null ? null : new Date(validEndAt),
      isPublic,
      enabled,
      createdAt: new Date(testNow),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function claimedOf(couponId: number): Promise<{ claimed: number; rows: number }> {
  const { rows } = await sql<{ claimed: number; rows: number }>`
    select c.claimed, (select count(*)::int from user_coupons u where u.coupon_id = c.id) as rows from coupons c where c.id = ${couponId}`.execute(
    backend.database.db,
  )
  return rows[0] ?? { claimed: -1, rows: -1 }
}

const failure = (code: number, message?: string) =>
  expect.objectContaining(message === undefined ? { code } : { code, message })

describe('claiming', () => {
  test('a coupon is claimed once and kept until it ends', async () => {
    const couponId = await insertCoupon({ validDays: 7 })
    const api = backend.as(learner.cookie)
    const { userCouponId } = await api.call('GET /api/coupon/get', { couponId })
    const wallet = await api.call('GET /api/coupon/by-me', { status: 'unused' })
    expect(wallet.records).toContainEqual(
      expect.objectContaining({
        id: userCouponId,
        couponId,
        amount: '10.00',
        state: 1,
        endDate: testNow + 7 * day,
        forAll: true,
      }),
    )
    await expect(api.call('GET /api/coupon/get', { couponId })).rejects.toEqual(failure(Code.Fail, '您已经领过了'))
    expect(await claimedOf(couponId)).toEqual({ claimed: 1, rows: 1 })
    expect(await api.call('GET /api/coupon/info', { couponId })).toMatchObject({ received: true, state: 2 })
  })

  test('a visitor must log in to see and claim one', async () => {
    const couponId = await insertCoupon()
    // a room that is open to everybody may show it: the dialog can be closed
    await expect(backend.api.call('GET /api/coupon/info', { couponId })).rejects.toEqual(failure(Code.LogoutCode))
    expect(await backend.as(learner.cookie).call('GET /api/coupon/info', { couponId })).toMatchObject({
      received: false,
      state: 2,
    })
    await expect(backend.api.call('GET /api/coupon/get', { couponId })).rejects.toEqual(failure(Code.LoginTimeout))
  })

  test.each([
    ['before it begins', { from: testNow + 1, until: testNow + day }, '还没有开始领取', 1],
    ['at the moment it ends', { from: testNow - day, until: testNow }, '领取已经结束', 4],
    ['when none is left', { total: 0 }, '优惠券已领完', 3],
    ['when what is claimed would be over already', { validEndAt: testNow, validDays: null }, '领取已经结束', 4],
  ] as const)('nothing is claimed %s', async (_when, options, message, state) => {
    const couponId = await insertCoupon(options)
    expect(await backend.as(learner.cookie).call('GET /api/coupon/info', { couponId })).toMatchObject({ state })
    await expect(backend.as(learner.cookie).call('GET /api/coupon/get', { couponId })).rejects.toEqual(
      failure(Code.Fail, message),
    )
    expect(await claimedOf(couponId)).toEqual({ claimed: 0, rows: 0 })
  })

  test('one that is switched off or unknown is not there', async () => {
    const api = backend.as(learner.cookie)
    const couponId = await insertCoupon({ enabled: false })
    await expect(api.call('GET /api/coupon/get', { couponId })).rejects.toEqual(failure(Code.NotFound))
    await expect(api.call('GET /api/coupon/get', { couponId: 999_999_999 })).rejects.toEqual(failure(Code.NotFound))
    await expect(api.call('GET /api/coupon/get', {})).rejects.toEqual(failure(Code.NotFound))
  })

  test('a set end comes before counted days', async () => {
    const couponId = await insertCoupon({ validDays: 30, validEndAt: testNow + 2 * day })
    const api = backend.as((await registerLearner(backend)).cookie)
    await api.call('GET /api/coupon/get', { couponId })
    const { records } = await api.call('GET /api/coupon/by-me', {})
    expect(records[0]).toMatchObject({ endDate: testNow + 2 * day })
  })

  test('forty learners claim seven coupons (the coupon is held)', async () => {
    const couponId = await insertCoupon({ total: 7 })
    const learners = await Promise.all(Array.from({ length: 40 }, () => registerLearner(backend)))
    const answers = await Promise.allSettled(
      learners.map(({ cookie }) => backend.as(cookie).call('GET /api/coupon/get', { couponId })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toEqual(failure(Code.Fail, '优惠券已领完'))
    expect(await claimedOf(couponId)).toEqual({ claimed: 7, rows: 7 })
  })

  test('one learner pressing twenty times gets the allowed number', async () => {
    const couponId = await insertCoupon({ perUserLimit: 3 })
    const { cookie } = await registerLearner(backend)
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => backend.as(cookie).call('GET /api/coupon/get', { couponId })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await claimedOf(couponId)).toEqual({ claimed: 3, rows: 3 })
  })

  test('the database itself refuses one coupon too many', async () => {
    const couponId = await insertCoupon({ total: 1 })
    const { db } = backend.database
    await expect(
      db.updateTable('coupons').set({ claimed: 2 }).where('coupons.id', '=', couponId).execute(),
    ).rejects.toMatchObject({ code: '23514' })
  })
})

describe('invitations', () => {
  async function insertInvite(options: { code: string; expiresAt?: number; inviterId?: number }): Promise<number> {
    const couponId = await insertCoupon({ isPublic: false })
    await backend.database.db
      .insertInto('couponInvites')
      .values({
        code: options.code,
        couponId,
        inviterId: options.inviterId ?? null,
        expiresAt: options.expiresAt === undefined ? null : new Date(options.expiresAt),
      })
      .execute()
    return couponId
  }

  test('an invitation shows coupon and sender, claimed by code', async () => {
    const inviter = await registerLearner(backend, { nickname: '介绍人小林' })
    const couponId = await insertInvite({ code: 'from-lin', inviterId: inviter.userId })
    const shown = await backend.api.call('GET /api/coupon/product-by-coupon-single', { inviteId: 'from-lin' })
    expect(shown).toMatchObject({
      coupon: { id: couponId },
      inviter: { nickname: '介绍人小林' },
      product: { id: expect.any(Number) },
    })
    const { cookie, userId } = await registerLearner(backend)
    await backend.as(cookie).call('GET /api/coupon/get', { inviteId: 'from-lin' })
    const row = await backend.database.db
      .selectFrom('userCoupons')
      .select(['userCoupons.source', 'userCoupons.inviteId'])
      .where('userCoupons.userId', '=', userId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ source: 'invite', inviteId: expect.any(Number) })
  })

  test('what is no code is read as a coupon’s id', async () => {
    const couponId = await insertCoupon()
    expect(
      await backend.api.call('GET /api/coupon/product-by-coupon-single', { inviteId: String(couponId) }),
    ).toMatchObject({ coupon: { id: couponId }, inviter: null })
  })

  test('an ended one, or none, is not there', async () => {
    await insertInvite({ code: 'too-late', expiresAt: testNow })
    await expect(
      backend.api.call('GET /api/coupon/product-by-coupon-single', { inviteId: 'too-late' }),
    ).rejects.toEqual(failure(Code.NotFound, '邀请已过期'))
    await expect(backend.as(learner.cookie).call('GET /api/coupon/get', { inviteId: 'too-late' })).rejects.toEqual(
      failure(Code.NotFound),
    )
    await expect(
      backend.api.call('GET /api/coupon/product-by-coupon-single', { inviteId: 'never-was' }),
    ).rejects.toEqual(failure(Code.NotFound))
  })

  test('a coupon for invited people isn’t on offer for everybody', async () => {
    const hidden = await insertCoupon({ isPublic: false })
    const shown = await insertCoupon({ isPublic: true })
    const ids = (await backend.api.call('GET /api/coupon/offers', {})).map(({ id }) => id)
    expect(ids).toContain(shown)
    expect(ids).not.toContain(hidden)
  })
})

describe('the wallet', () => {
  test('a coupon expires by itself when its time comes', async () => {
    const { cookie } = await registerLearner(backend)
    const api = backend.as(cookie)
    const couponId = await insertCoupon({ validDays: 1 })
    await api.call('GET /api/coupon/get', { couponId })
    expect((await api.call('GET /api/coupon/by-me', { status: 'unused' })).total).toBe(1)
    backend.clock.set(testNow + day)
    expect((await api.call('GET /api/coupon/by-me', { status: 'unused' })).total).toBe(0)
    expect((await api.call('GET /api/coupon/by-me', { status: 'expired' })).records).toEqual([
      expect.objectContaining({ couponId, state: 4 }),
    ])
    backend.clock.set(testNow)
  })

  test('shows nobody else’s', async () => {
    const { cookie } = await registerLearner(backend)
    expect(await backend.as(cookie).call('GET /api/coupon/by-me', {})).toMatchObject({ records: [], total: 0 })
  })
})

describe('products of a coupon', () => {
  test('a coupon names the products it is for, while sold', async () => {
    const { db } = backend.database
    const couponId = await insertCoupon()
    const products = await db
      .selectFrom('products')
      .select('products.id')
      .where('products.isCharge', '=', true)
      .where('products.status', '=', 1)
      .orderBy('products.id')
      .limit(3)
      .execute()
    await db
      .insertInto('couponProducts')
      .values(products.map(({ id }) => ({ couponId, productId: id })))
      .execute()
    const shown = await backend.api.call('GET /api/coupon/product-by-coupon', { couponId })
    expect(shown.coupon).toMatchObject({ id: couponId, forAll: false })
    expect(shown.products.records.map(({ id }) => id).toSorted()).toEqual(products.map(({ id }) => id).toSorted())
  })

  test('a coupon for everything goes over pages', async () => {
    const couponId = await insertCoupon()
    const first = await backend.api.call('GET /api/coupon/product-by-coupon', { couponId, pageSize: 5 })
    const second = await backend.api.call('GET /api/coupon/product-by-coupon', { couponId, pageSize: 5, pageNum: 2 })
    expect(new Set([...first.products.records, ...second.products.records].map(({ id }) => id)).size).toBe(10)
  })

  test('without a coupon there is none to show', async () => {
    expect(await backend.api.call('GET /api/coupon/product-by-coupon', {})).toMatchObject({
      coupon: null,
      products: { records: [] },
    })
    await expect(backend.api.call('GET /api/coupon/product-by-coupon', { couponId: 999_999_999 })).rejects.toEqual(
      failure(Code.NotFound),
    )
  })
})
