import { describe, expect, test } from 'vitest'
import { Code } from '#shared/contract/codes.ts'
import { buildStaff } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile, callsOfFile } from '../support/backend-of-file.ts'
import { someLearner } from '../support/staff-calls.ts'

const backend = backendOfFile({
  COUPON_CEILING: '100',
  COUPON_BATCH_CEILING: '1000',
  COUPON_DAILY_CEILING: '1500',
  GIFT_DAILY_CEILING: '1000',
  OFFLINE_DAILY_CEILING: '600',
  ADMIN_CEILING_FACTOR: '3',
})
const calls = callsOfFile(backend, 8)
const said = (message: string) => expect.objectContaining({ code: Code.Toast, message })
const day = 86_400_000

let count = 0
const batch = (amount: string, total: number | undefined) => ({
  batchNo: `c-${++count}`,
  name: '券',
  kind: 2,
  amount,
  total,
  claimBeginTime: testNow,
  claimEndTime: testNow + 1000,
  validDays: 7,
})
const gift = async (priceFen: number) => ({
  userId: await someLearner(backend),
  productId: await buildProduct(backend.database, { priceFen }),
  note: '一等奖',
})
const sale = async (paid: string) => ({ ...(await gift(1_000_000)), paid })

describe('coupons', () => {
  test('have limits by piece, batch and day, saying what’s left', async () => {
    const api = backend.as((await buildStaff(backend, 'education')).cookie)
    const make = (amount: string, total?: number) =>
      api.call('POST /api/staff/coupon/create', batch(amount, total) as never)
    await expect(make('100.01', 1)).rejects.toEqual(said('每张优惠券的金额不能超过 ¥100.00'))
    await expect(make('100', 11)).rejects.toEqual(said('一批优惠券的总额不能超过 ¥1000.00'))
    await expect(make('10')).rejects.toEqual(said('请填写发放数量'))
    await expect(make('999999999', 10_000_000)).rejects.toMatchObject({ code: Code.Toast })
    await make('100', 10)
    await expect(make('50', 11)).rejects.toEqual(said('您今天创建优惠券的总额不能超过 ¥1500.00，还剩 ¥500.00'))
    await make('50', 10)
    await expect(make('0.01', 1)).rejects.toEqual(said('您今天创建优惠券的总额不能超过 ¥1500.00，还剩 ¥0.00'))
    expect(
      await backend.db.selectFrom('coupons').select('coupons.id').where('coupons.batchNo', 'like', 'c-%').execute(),
    ).toHaveLength(2)
    backend.clock.set(testNow + day)
    await make('100', 10)
  })

  test('of an administrator may be worth three times as much', async () => {
    const api = backend.as((await buildStaff(backend, 'administrator')).cookie)
    await api.call('POST /api/staff/coupon/create', batch('300', 10))
    await expect(api.call('POST /api/staff/coupon/create', batch('300.01', 1))).rejects.toEqual(
      said('每张优惠券的金额不能超过 ¥300.00'),
    )
  })
})

describe('courses that are given away', () => {
  test('count by price for each member and Shanghai day', async () => {
    const [first, second] = [await buildStaff(backend, 'education'), await buildStaff(backend, 'education')]
    const give = async (cookie: string, priceFen: number) =>
      backend.as(cookie).call('POST /api/staff/order/inject', await gift(priceFen))
    await give(first.cookie, 60_000)
    await expect(give(first.cookie, 40_001)).rejects.toEqual(
      said('您今天赠送课程的总额不能超过 ¥1000.00，还剩 ¥400.00'),
    )
    await give(first.cookie, 40_000)
    await give(second.cookie, 100_000)
    backend.clock.set(Date.parse('2026-03-11T23:59:59+08:00'))
    await expect(give(first.cookie, 1)).rejects.toMatchObject({ code: Code.Toast })
    backend.clock.set(Date.parse('2026-03-12T00:00:00+08:00'))
    await give(first.cookie, 100_000)
  })

  test('by twelve calls stay within the day, enrolling nobody more', async () => {
    const { cookie, userId } = await buildStaff(backend, 'education')
    const gifts = await Promise.all(Array.from({ length: 12 }, () => gift(30_000)))
    const outcomes = await Promise.allSettled(
      gifts.map((input) => calls.as(cookie).call('POST /api/staff/order/inject', input)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const enrolled = await backend.db
      .selectFrom('enrolments')
      .select('enrolments.id')
      .where(
        'enrolments.userId',
        'in',
        gifts.map((input) => input.userId),
      )
      .execute()
    expect(enrolled).toHaveLength(3)
    const orders = await backend.db
      .selectFrom('orders')
      .select('orders.id')
      .where('orders.createdBy', '=', userId)
      .execute()
    expect(orders).toHaveLength(3)
  })
})

test('outside money counts by sum, orders without always go', async () => {
  const api = backend.as((await buildStaff(backend, 'education')).cookie)
  await api.call('POST /api/staff/order/create', await sale('400'))
  await expect(api.call('POST /api/staff/order/create', await sale('200.01'))).rejects.toEqual(
    said('您今天线下收款的总额不能超过 ¥600.00，还剩 ¥200.00'),
  )
  await api.call('POST /api/staff/order/create', await gift(1_000_000))
  const last = { ...(await sale('200')), clientToken: 'last' }
  const sold = await api.call('POST /api/staff/order/create', last)
  // the same call again is the same order, also when nothing is left
  expect(await api.call('POST /api/staff/order/create', last)).toEqual(sold)
})
