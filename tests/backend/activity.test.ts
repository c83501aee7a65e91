import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile, callsOfFile } from '../support/backend-of-file.ts'
import { buildLessonTeacher, buildLiveLesson, openRoom } from '../support/live-rooms.ts'
import { addLastingLearner } from '../support/order-world.ts'

const hour = 3_600_000
const clients = 16
const isFull = process.env.PROOF === 'full'
const turns = isFull ? 200 : 12

const backend = backendOfFile()
const calls = callsOfFile(backend, clients)

interface PrizeValues {
  name?: string
  kind?: 'coupon' | 'goods'
  refId?: number | null
  weight: number
  stock?: number | null
}

interface ActivityValues {
  prizes: PrizeValues[]
  drawsPerUser?: number
  secret?: string
  roomId?: number | null
  begin?: number
  end?: number
}

async function buildActivity({
  prizes,
  drawsPerUser = 1,
  secret = 'a secret of the test',
  roomId = null,
  begin = testNow - hour,
  end = testNow + hour,
}: ActivityValues): Promise<{ id: number; prizeIds: number[] }> {
  const { id } = await backend.db
    .insertInto('activities')
    .values({ name: '课间抽奖', roomId, beginAt: new Date(begin), endAt: new Date(end), drawsPerUser, secret })
    .returning('activities.id')
    .executeTakeFirstOrThrow()
  const rows = await backend.db
    .insertInto('activityPrizes')
    .values(
      prizes.map(({ name = '速写本', kind = 'goods', refId = null, stock = null, weight }) => ({
        activityId: id,
        name,
        img: null,
        kind,
        refId,
        stock,
        weight,
      })),
    )
    .returning('activityPrizes.id')
    .execute()
  return { id, prizeIds: rows.map((row) => row.id) }
}

async function buildCoupon(values: { total?: number | null; claimEndAt?: Date } = {}): Promise<number> {
  const coupon = {
    name: '抽奖券',
    kind: 2,
    amountFen: 6000,
    total: null,
    perUserLimit: 1,
    isPublic: false,
    claimBeginAt: new Date(testNow - hour),
    claimEndAt: new Date(testNow + 24 * hour),
    validDays: 7,
    createdAt: new Date(testNow),
  }
  return (
    await backend.db
      .insertInto('coupons')
      .values({ ...coupon, ...values })
      .returning('coupons.id')
      .executeTakeFirstOrThrow()
  ).id
}

const draw = (cookie: string, activityId: number) =>
  backend.as(cookie).call('POST /api/activity/lottery', { activityId })
const detail = (cookie: string, input: object) => backend.as(cookie).call('GET /api/activity/detail', input as never)

describe('a lottery', () => {
  test('publishes odds, stock, remaining draws and its seal', async () => {
    const { id, prizeIds } = await buildActivity({
      prizes: [
        { name: '课程券', weight: 2000 },
        { name: '速写本', weight: 50, stock: 0 },
      ],
      drawsPerUser: 3,
    })
    const { cookie } = await registerLearner(backend)
    expect(await detail(cookie, { activityId: id })).toEqual({
      id,
      name: '课间抽奖',
      begDate: testNow - hour,
      endDate: testNow + hour,
      isOpen: true,
      prizes: [
        { id: prizeIds[0], name: '课程券', img: null, odds: 0.2, isLeft: true },
        { id: prizeIds[1], name: '速写本', img: null, odds: 0.005, isLeft: false },
      ],
      noPrizeOdds: 0.795,
      remainTimes: 3,
      commitment: createHash('sha256').update('a secret of the test').digest('hex'),
      secret: null,
      draws: [],
    })
    await expect(detail(cookie, { activityId: 999_999_999 })).rejects.toMatchObject({ code: 404 })
    await expect(detail(cookie, {})).rejects.toMatchObject({ code: 404 })
  })

  test('of a room is its lesson’s open one', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    await buildActivity({ roomId: room.id, prizes: [{ weight: 1 }], begin: testNow - 2 * hour, end: testNow - hour })
    const { id } = await buildActivity({ roomId: room.id, prizes: [{ weight: 1 }] })
    const { cookie } = await registerLearner(backend)
    expect((await detail(cookie, { periodId: lesson.periodId })).id).toBe(id)
    expect(
      (await backend.as(cookie).call('GET /api/live-info/get-live-info-v2', { periodId: lesson.periodId })).activityId,
    ).toBe(id)
  })

  test('a winner can’t draw again and sees the prize', async () => {
    const { id, prizeIds } = await buildActivity({ prizes: [{ weight: 10_000, stock: 3 }], drawsPerUser: 5 })
    const { cookie } = await registerLearner(backend)
    expect(await draw(cookie, id)).toMatchObject({
      prizeId: prizeIds[0],
      name: '速写本',
      img: null,
      remainTimes: 0,
      drawNo: 1,
    })
    await expect(draw(cookie, id)).rejects.toMatchObject({ code: 0, message: '您已经中过奖，把机会留给其他同学' })
    expect(await backend.as(cookie).call('GET /api/activity/my/prize', { activityId: id })).toEqual([
      { prizeId: prizeIds[0], name: '速写本', img: null, kind: 'goods', drawTime: testNow },
    ])
    expect((await detail(cookie, { activityId: id })).remainTimes).toBe(0)
    const { stock } = await backend.db
      .selectFrom('activityPrizes')
      .select('activityPrizes.stock')
      .where('activityPrizes.activityId', '=', id)
      .executeTakeFirstOrThrow()
    expect(stock).toBe(2)
  })

  test('without a win the allowed draws are all there are', async () => {
    const { id } = await buildActivity({ prizes: [{ weight: 0 }], drawsPerUser: 2 })
    const { cookie } = await registerLearner(backend)
    expect(await draw(cookie, id)).toMatchObject({ prizeId: null, name: '没有中奖', img: null, remainTimes: 1 })
    expect(await draw(cookie, id)).toMatchObject({ remainTimes: 0 })
    await expect(draw(cookie, id)).rejects.toMatchObject({ code: 0, message: '抽奖次数已用完' })
  })

  test('is open exactly from its begin to its end', async () => {
    const { id } = await buildActivity({ prizes: [{ weight: 10_000 }], begin: testNow + hour, end: testNow + 2 * hour })
    const { cookie } = await registerLearner(backend)
    await expect(draw(cookie, id)).rejects.toMatchObject({ code: 0, message: '抽奖还没有开始' })
    backend.clock.set(testNow + 2 * hour)
    await expect(draw(cookie, id)).rejects.toMatchObject({ code: 0, message: '抽奖已经结束' })
    expect(
      await backend.db
        .selectFrom('activityDraws')
        .select('activityDraws.id')
        .where('activityDraws.activityId', '=', id)
        .execute(),
    ).toEqual([])
  })

  test('of a class is for its own learners only', async () => {
    const lesson = await buildLiveLesson(backend, { free: false })
    const { id } = await buildActivity({ roomId: (await openRoom(backend, lesson)).id, prizes: [{ weight: 10_000 }] })
    await expect(draw('', id)).rejects.toMatchObject({ code: -3 })
    await expect(draw((await registerLearner(backend)).cookie, id)).rejects.toMatchObject({
      code: 0,
      message: '这节课要先报名才能看',
    })
    await expect(draw((await buildLessonTeacher(backend, lesson)).cookie, id)).rejects.toMatchObject({
      code: 0,
      message: '老师和助教不参加抽奖',
    })
  })

  test('a won coupon is in the wallet at once', async () => {
    const couponId = await buildCoupon()
    const { id } = await buildActivity({
      prizes: [{ name: '60 元课程券', kind: 'coupon', refId: couponId, weight: 10_000, stock: 5 }],
    })
    const { cookie, userId } = await registerLearner(backend)
    expect(await draw(cookie, id)).toMatchObject({ name: '60 元课程券' })
    expect(
      await backend.db
        .selectFrom('userCoupons')
        .select(['userCoupons.source', 'userCoupons.state'])
        .where('userCoupons.userId', '=', userId)
        .execute(),
    ).toEqual([{ source: 'lottery', state: 1 }])
  })

  test.each([
    ['used up', { total: 0 }],
    ['over', { claimEndAt: new Date(testNow) }],
  ])('a coupon that is %s is not won', async (_state, values) => {
    const couponId = await buildCoupon(values)
    const { id, prizeIds } = await buildActivity({
      prizes: [{ kind: 'coupon', refId: couponId, weight: 10_000, stock: 5 }],
      drawsPerUser: 2,
    })
    const { cookie, userId } = await registerLearner(backend)
    expect(await draw(cookie, id)).toMatchObject({ prizeId: null, name: '没有中奖', img: null, remainTimes: 1 })
    const { stock } = await backend.db
      .selectFrom('activityPrizes')
      .select('activityPrizes.stock')
      .where('activityPrizes.id', '=', prizeIds[0] ?? 0)
      .executeTakeFirstOrThrow()
    expect(stock).toBe(5)
    expect(
      await backend.db
        .selectFrom('userCoupons')
        .select('userCoupons.id')
        .where('userCoupons.userId', '=', userId)
        .execute(),
    ).toEqual([])
    const { claimed } = await backend.db
      .selectFrom('coupons')
      .select('coupons.claimed')
      .where('coupons.id', '=', couponId)
      .executeTakeFirstOrThrow()
    expect(claimed).toBe(0)
  })
})

describe('everybody can compute every draw again', () => {
  test('the secret told afterwards fits the seal and the draws', async () => {
    const secret = 'f3a9c1d2e4b5'
    const prizes = [
      { name: '甲', weight: 1500 },
      { name: '乙', weight: 2500 },
      { name: '丙', weight: 700 },
    ]
    const { id, prizeIds } = await buildActivity({ prizes, drawsPerUser: 4, secret })
    const learners = await Promise.all(Array.from({ length: 30 }, () => addLastingLearner(backend.database, testNow)))
    const drawAll = async ({ cookie }: { cookie: string }): Promise<void> => {
      for (let turn = 0; turn < 4; turn += 1) await draw(cookie, id).catch(() => undefined)
    }
    await Promise.all(learners.map(drawAll))
    const who = learners[0]?.cookie ?? ''
    const before = await detail(who, { activityId: id })
    expect(before.secret).toBeNull()
    backend.clock.set(testNow + hour)
    const after = await detail(who, { activityId: id })
    expect(
      createHash('sha256')
        .update(after.secret ?? '')
        .digest('hex'),
    ).toBe(before.commitment)
    const draws = await backend.db
      .selectFrom('activityDraws')
      .select(['activityDraws.userId', 'activityDraws.drawNo', 'activityDraws.prizeId'])
      .where('activityDraws.activityId', '=', id)
      .execute()
    // as an outsider would: by the published odds alone
    const bounds = after.prizes.map((_prize, index) =>
      Math.round(after.prizes.slice(0, index + 1).reduce((sum, { odds }) => sum + odds, 0) * 10_000),
    )
    for (const { userId, drawNo, prizeId } of draws) {
      const number =
        createHmac('sha256', after.secret ?? '')
          .update(`${id}:${userId}:${drawNo}`)
          .digest()
          .readUIntBE(0, 6) % 10_000
      const at = bounds.findIndex((bound) => number < bound)
      expect(prizeId).toBe(at < 0 ? null : prizeIds[at])
    }
    expect(draws.filter(({ prizeId }) => prizeId !== null).length).toBeGreaterThan(10)
    expect(draws.filter(({ prizeId }) => prizeId === null).length).toBeGreaterThan(10)
  })
})

describe('a draw with a value of the learner’s page', () => {
  test('a draw with one’s own value can be recomputed', async () => {
    const secret = '0c1d2e3f'
    const { id, prizeIds } = await buildActivity({ prizes: [{ weight: 3000 }], drawsPerUser: 6, secret })
    const { cookie, userId } = await registerLearner(backend)
    const values = Array.from({ length: 6 }, (_, index) => `${index}`.repeat(16))
    const draws: { number: number; prizeId: number | null }[] = []
    for (const clientValue of values) {
      const drawn = await backend
        .as(cookie)
        .call('POST /api/activity/lottery', { activityId: id, clientValue })
        .catch(() => undefined)
      if (drawn) draws.push(drawn)
    }
    backend.clock.set(testNow + hour)
    const after = await detail(cookie, { activityId: id })
    const again = draws.map(
      (_, index) =>
        createHmac('sha256', after.secret ?? '')
          .update(`${id}:${userId}:${index + 1}:${values[index]}`)
          .digest()
          .readUIntBE(0, 6) % 10_000,
    )
    expect(draws.map(({ number }) => number)).toEqual(again)
    expect(draws.map(({ prizeId }) => prizeId)).toEqual(again.map((number) => (number < 3000 ? prizeIds[0] : null)))
    expect(after.draws).toEqual(
      draws.map(({ number, prizeId }, index) => ({
        drawNo: index + 1,
        clientValue: values[index],
        number,
        prizeId,
        drawTime: testNow,
      })),
    )
    expect((await detail((await registerLearner(backend)).cookie, { activityId: id })).draws).toEqual([])
  })

  test('is refused with a bad value, counting no draw', async () => {
    const { id } = await buildActivity({ prizes: [{ weight: 0 }], drawsPerUser: 1 })
    const { cookie } = await registerLearner(backend)
    for (const clientValue of ['', 'f', 'not a value of ours', 'F'.repeat(16), 'a'.repeat(65)]) {
      await expect(
        backend.as(cookie).call('POST /api/activity/lottery', { activityId: id, clientValue }),
      ).rejects.toMatchObject({ status: 400 })
    }
    expect((await detail(cookie, { activityId: id })).remainTimes).toBe(1)
  })
})

describe(`${clients} clients at once`, () => {
  test(`${clients * turns} draws for 5 prizes: 5 are won`, async () => {
    const { id, prizeIds } = await buildActivity({ prizes: [{ weight: 10_000, stock: 5 }], drawsPerUser: 3 })
    const learners = await Promise.all(
      Array.from({ length: clients * 2 }, () => addLastingLearner(backend.database, testNow)),
    )
    const refused = new Set<string>()
    const storm = Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; turn < turns; turn += 1) {
        // two clients share each learner, who so draws from two windows at once
        const { cookie } = learners[(client + Math.floor(turn / 2) * 7) % learners.length] ?? { cookie: '' }
        await calls
          .as(cookie)
          .call('POST /api/activity/lottery', { activityId: id })
          .catch((error: Error) => void refused.add(error.message))
      }
    })
    await Promise.all(storm)
    expect([...refused].sort()).toEqual(['您已经中过奖，把机会留给其他同学', '抽奖次数已用完'].sort())
    const draws = await backend.db
      .selectFrom('activityDraws')
      .select(['activityDraws.userId', 'activityDraws.drawNo', 'activityDraws.prizeId'])
      .where('activityDraws.activityId', '=', id)
      .execute()
    const won = draws.filter(({ prizeId }) => prizeId === prizeIds[0])
    expect(won).toHaveLength(5)
    expect(new Set(won.map(({ userId }) => userId)).size).toBe(5)
    const { stock } = await backend.db
      .selectFrom('activityPrizes')
      .select('activityPrizes.stock')
      .where('activityPrizes.id', '=', prizeIds[0] ?? 0)
      .executeTakeFirstOrThrow()
    expect(stock).toBe(0)
    for (const { userId } of learners)
      expect(
        draws
          .filter((one) => one.userId === userId)
          .map(({ drawNo }) => drawNo)
          .sort(),
      ).toEqual(Array.from({ length: draws.filter((one) => one.userId === userId).length }, (_, index) => index + 1))
    expect(Math.max(...draws.map(({ drawNo }) => drawNo))).toBeLessThanOrEqual(3)
  }, 120_000)

  test('one learner in sixteen windows draws and wins once', async () => {
    const { id } = await buildActivity({ prizes: [{ weight: 10_000, stock: 16 }], drawsPerUser: 5 })
    const { cookie } = await addLastingLearner(backend.database, testNow)
    const tries = await Promise.allSettled(
      Array.from({ length: clients }, () => calls.as(cookie).call('POST /api/activity/lottery', { activityId: id })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(new Set(tries.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : [])))).toEqual(
      new Set(['您已经中过奖，把机会留给其他同学']),
    )
    const { stock } = await backend.db
      .selectFrom('activityPrizes')
      .select('activityPrizes.stock')
      .where('activityPrizes.activityId', '=', id)
      .executeTakeFirstOrThrow()
    expect(stock).toBe(15)
  })
})
