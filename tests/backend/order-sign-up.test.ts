import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openOrder } from '#server/backend/order/checkout/open-order.ts'
import { enrol } from '#server/backend/order/enrolment/enrol-store.ts'
import { Code } from '#shared/contract/codes.ts'
import { EnrolmentSource, LectureType, PayChannel } from '#shared/contract/enums.ts'
import { registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { buildBundle, buildSchedule, readOrder, seatsTaken, signUpFor } from '../support/order-steps.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

const signUp = (cookie: string, courseId: number, more: object = {}) =>
  backend.as(cookie).call('GET /api/course/sign-up', { courseId, ...more })
const enrolments = (userId: number) =>
  backend.database.db
    .selectFrom('enrolments')
    .selectAll('enrolments')
    .where('enrolments.userId', '=', userId)
    .orderBy('enrolments.id')
    .execute()
const enrolIn = (userId: number, productId: number, serviceDays: number | null = null) =>
  backend.context.tx((trx) =>
    enrol(trx, {
      userId,
      productId,
      scheduleId: null,
      orderId: null,
      orderItemId: null,
      source: EnrolmentSource.staff,
      now: new Date(testNow),
      serviceDays,
    }),
  )

describe('signing up', () => {
  test('a visitor is told to log in, code 401', async () => {
    await expect(
      backend.api.call('GET /api/course/sign-up', { courseId: await buildProduct(backend.database) }),
    ).rejects.toMatchObject({ code: Code.LogoutCode, status: 200 })
    expect(
      (await backend.agent.get('/api/course/sign-up').query({ courseId: 'none' }).set('reqSource', 'pcSite')).body,
    ).toMatchObject({ code: Code.LogoutCode })
  })

  test.each([LectureType.live, LectureType.video, LectureType.classSystem])(
    'a free product (type %i): enrolled and seated once',
    async (lectureType) => {
      const courseId = await buildProduct(backend.database, { lectureType, priceFen: 0, serviceDays: 10 })
      const scheduleId = lectureType === LectureType.video ? null : await buildSchedule(backend, courseId)
      const { userId, cookie } = await registerLearner(backend)
      expect(await signUp(cookie, courseId, { lectureType })).toEqual({ result: true })
      expect(await signUp(cookie, courseId)).toEqual({ result: true })
      expect(await enrolments(userId)).toMatchObject([
        {
          productId: courseId,
          scheduleId,
          orderId: null,
          source: 2,
          status: 1,
          endAt: new Date(testNow + 10 * 86_400_000),
        },
      ])
      if (scheduleId !== null) expect(await seatsTaken(backend, scheduleId)).toBe(1)
      await backend.context.background.settled()
      expect(
        await backend.database.db
          .selectFrom('products')
          .select('products.studyCount')
          .where('products.id', '=', courseId)
          .executeTakeFirst(),
      ).toEqual({ studyCount: 1 })
    },
  )

  test('a paid product: an order and seat, no lesson yet', async () => {
    const courseId = await buildProduct(backend.database, { lectureType: LectureType.live, priceFen: 29_900 })
    const scheduleId = await buildSchedule(backend, courseId, { capacity: 5 })
    const { userId, cookie } = await registerLearner(backend)
    const answer = await signUp(cookie, courseId, { classScheduleId: scheduleId })
    expect(answer).toEqual({ orderNo: expect.stringMatching(/^20260311\d{10}$/), doPay: true })
    expect(await seatsTaken(backend, scheduleId)).toBe(1)
    expect(await enrolments(userId)).toEqual([])
    const { orderInfo, priceObject, timeline } = await readOrder(backend, cookie, answer.orderNo ?? '')
    expect(orderInfo).toMatchObject({
      status: 0,
      payState: 0,
      payChannel: 1,
      useState: 1,
      amount: '299.00',
      createTime: testNow,
      expireTime: testNow + 30 * 60_000,
      items: [{ productId: courseId, scheduleId, price: '299.00', payAmount: '299.00', owned: false }],
    })
    expect(priceObject).toMatchObject({
      amount: '299.00',
      payAmount: '299.00',
      couponAmount: '0.00',
      depositAmount: '0.00',
      ownedAmount: '0.00',
    })
    expect(timeline).toMatchObject([{ event: 'created', amount: '299.00', time: testNow }])
  })

  test('who has paid reads so, without another order', async () => {
    const courseId = await buildProduct(backend.database)
    const { userId, cookie } = await registerLearner(backend)
    await enrolIn(userId, courseId)
    expect(await signUp(cookie, courseId)).toEqual({ doPay: true })
    expect(await backend.as(cookie).call('GET /api/user/order/list', {})).toMatchObject({ total: 0 })
  })

  test('whose time with it is over buys it anew', async () => {
    const courseId = await buildProduct(backend.database, { priceFen: 0 })
    const { userId, cookie } = await registerLearner(backend)
    await enrolIn(userId, courseId, 1)
    await backend.database.db
      .updateTable('enrolments')
      .set({ beginAt: new Date(0), endAt: new Date(testNow) })
      .where('enrolments.userId', '=', userId)
      .execute()
    expect(await signUp(cookie, courseId)).toEqual({ result: true })
    expect((await enrolments(userId)).map((row) => row.status)).toEqual([2, 1])
  })

  test("the price is the school's, whatever a browser sends", async () => {
    const courseId = await buildProduct(backend.database, { priceFen: 12_345 })
    const { cookie } = await registerLearner(backend)
    const forged = {
      price: '0.01',
      amount: 1,
      payAmount: '0.00',
      priceFen: 0,
      userId: 1,
      discount: 99,
      couponFen: 12_345,
    }
    const { orderNo } = await signUp(cookie, courseId, forged)
    expect((await readOrder(backend, cookie, orderNo ?? '')).priceObject.payAmount).toBe('123.45')
    await backend.as(cookie).call('GET /api/order/discounts', { orderNo: orderNo ?? '', ...forged })
    expect((await readOrder(backend, cookie, orderNo ?? '')).priceObject.payAmount).toBe('123.45')
  })

  test('names, prices and covers stay as ordered', async () => {
    const courseId = await buildProduct(backend.database, { name: '素描入门', priceFen: 9900, coverImg: '/old.webp' })
    const { cookie } = await registerLearner(backend)
    const orderNo = await signUpFor(backend, cookie, courseId)
    await backend.database.db
      .updateTable('products')
      .set({ name: '素描大师', priceFen: 99_900, coverImg: '/new.webp' })
      .where('products.id', '=', courseId)
      .execute()
    expect((await readOrder(backend, cookie, orderNo)).orderInfo.items).toMatchObject([
      { name: '素描入门', price: '99.00', coverImg: '/old.webp' },
    ])
  })
})

describe("a sign-up that can't be", () => {
  test('unknown courses, kinds and foreign classes are code 404', async () => {
    const { cookie } = await registerLearner(backend)
    const courseId = await buildProduct(backend.database)
    const elsewhere = await buildSchedule(backend, await buildProduct(backend.database))
    await expect(signUp(cookie, 987_654_321)).rejects.toMatchObject({ code: 404 })
    await expect(signUp(cookie, await buildProduct(backend.database, { status: 0 }))).rejects.toMatchObject({
      code: 404,
    })
    await expect(signUp(cookie, courseId, { lectureType: LectureType.live })).rejects.toMatchObject({ code: 404 })
    await expect(signUp(cookie, courseId, { scheduleId: elsewhere })).rejects.toMatchObject({
      code: 404,
      message: '班期不存在',
    })
  })

  test.each([0, 9900])('for %i fen: each closed class says why', async (priceFen) => {
    const { userId, cookie } = await registerLearner(backend)
    const off = await buildProduct(backend.database, { priceFen, status: 2 })
    await expect(signUp(cookie, off)).rejects.toMatchObject({ code: 0, message: '课程已下架，暂不能报名' })
    const courseId = await buildProduct(backend.database, { priceFen, lectureType: LectureType.live })
    const over = await buildSchedule(backend, courseId, { beginDate: '2026-01-01', endDate: '2026-03-10' })
    await expect(signUp(cookie, courseId)).rejects.toMatchObject({ code: 0, message: '暂无可报名的班期' })
    const full = await buildSchedule(backend, courseId, { capacity: 3, enrolled: 3 })
    await buildSchedule(backend, courseId, { endDate: '2026-03-11', beginDate: '2026-03-01' })
    const stopped = await buildSchedule(backend, courseId, { status: 2 })
    const cancelled = await buildSchedule(backend, courseId, { status: 3 })
    await expect(signUp(cookie, courseId)).rejects.toMatchObject({ code: Code.Toast, message: '请先选择班期' })
    await expect(signUp(cookie, courseId, { scheduleId: full })).rejects.toMatchObject({
      code: 0,
      message: '名额已满',
    })
    for (const scheduleId of [stopped, cancelled])
      await expect(signUp(cookie, courseId, { scheduleId })).rejects.toMatchObject({
        code: 0,
        message: '该班期已停止报名',
      })
    await expect(signUp(cookie, courseId, { scheduleId: over })).rejects.toMatchObject({
      code: 0,
      message: '该班期已结束',
    })
    expect(await enrolments(userId)).toEqual([])
    expect(await seatsTaken(backend, full)).toBe(3)
    expect(await backend.as(cookie).call('GET /api/user/order/list', {})).toMatchObject({ total: 0 })
  })
})

describe('a class system', () => {
  test('has a line a course, owned ones deducted', async () => {
    const { id, courseIds } = await buildBundle(backend, 100_00, [4990, 9990, 19_990])
    const { userId, cookie } = await registerLearner(backend)
    await enrolIn(userId, courseIds[1] ?? 0)
    const { orderInfo, priceObject } = await readOrder(backend, cookie, await signUpFor(backend, cookie, id))
    expect(orderInfo.items).toMatchObject([
      { productId: courseIds[0], price: '14.27', payAmount: '14.27', owned: false },
      { productId: courseIds[1], price: '28.57', payAmount: '0.00', owned: true },
      { productId: courseIds[2], price: '57.16', payAmount: '57.16', owned: false },
    ])
    expect(priceObject).toMatchObject({ amount: '100.00', ownedAmount: '28.57', payAmount: '71.43' })
  })

  test('with every course owned costs nothing: enrolled at once', async () => {
    const { id, courseIds } = await buildBundle(backend, 100_00, [4990, 9990])
    const { userId, cookie } = await registerLearner(backend)
    for (const courseId of courseIds) await enrolIn(userId, courseId)
    expect(await signUp(cookie, id)).toEqual({ result: true })
    expect((await enrolments(userId)).map((row) => row.productId)).toContain(id)
    expect(await signUp(cookie, id)).toEqual({ doPay: true })
  })

  test('that is free enrols in each of its courses, too', async () => {
    const { id, courseIds } = await buildBundle(backend, 0, [0, 9900])
    const { userId, cookie } = await registerLearner(backend)
    expect(await signUp(cookie, id)).toEqual({ result: true })
    expect((await enrolments(userId)).map((row) => row.productId)).toEqual([id, ...courseIds])
  })

  test('sends materials when one of its courses does', async () => {
    const { id, courseIds } = await buildBundle(backend, 100_00, [4990, 9990])
    await backend.database.db
      .updateTable('products')
      .set({ sendsMaterials: true })
      .where('products.id', '=', courseIds[1] ?? 0)
      .execute()
    const { cookie } = await registerLearner(backend)
    expect(await readOrder(backend, cookie, await signUpFor(backend, cookie, id))).toMatchObject({
      needsAddress: true,
      address: null,
    })
  })
})

describe('at the same moment', () => {
  test('200 equal sign-ups: one order, one seat (orders_one_open_uq)', async () => {
    const courseId = await buildProduct(backend.database, { lectureType: LectureType.live })
    const scheduleId = await buildSchedule(backend, courseId, { capacity: 300 })
    const { userId, cookie } = await registerLearner(backend)
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => signUpFor(backend, cookie, courseId, scheduleId)),
    )
    expect(new Set(answers).size).toBe(1)
    expect(await seatsTaken(backend, scheduleId)).toBe(1)
    expect(
      await backend.database.db.selectFrom('orders').select('orders.sn').where('orders.userId', '=', userId).execute(),
    ).toEqual([{ sn: answers[0] }])
  }, 60_000)

  test('another class is the same order, its seat stays free', async () => {
    const courseId = await buildProduct(backend.database, { lectureType: LectureType.live })
    const schedules = [await buildSchedule(backend, courseId), await buildSchedule(backend, courseId)]
    const { cookie } = await registerLearner(backend)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => signUpFor(backend, cookie, courseId, schedules[index % 2])),
    )
    expect(new Set(answers).size).toBe(1)
    expect((await Promise.all(schedules.map((id) => seatsTaken(backend, id)))).toSorted()).toEqual([0, 1])
  })

  test.each([0, 9900])('last seat: one of ten (CHECK class_schedules.enrolled), price %i', async (priceFen) => {
    const courseId = await buildProduct(backend.database, { lectureType: LectureType.live, priceFen })
    const scheduleId = await buildSchedule(backend, courseId, { capacity: 10, enrolled: 9 })
    const learners = await Promise.all(Array.from({ length: 10 }, () => registerLearner(backend)))
    const answers = await Promise.allSettled(learners.map(({ cookie }) => signUp(cookie, courseId, { scheduleId })))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 0, message: '名额已满' })
    expect(await seatsTaken(backend, scheduleId)).toBe(10)
  })

  test('clicking twice for the last seat gets one order', async () => {
    const courseId = await buildProduct(backend.database, { lectureType: LectureType.live })
    const scheduleId = await buildSchedule(backend, courseId, { capacity: 1 })
    const { cookie } = await registerLearner(backend)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => signUpFor(backend, cookie, courseId, scheduleId)),
    )
    expect(new Set(answers).size).toBe(1)
  })

  test('free sign-ups of two classes enrol once (user lock)', async () => {
    const courseId = await buildProduct(backend.database, { lectureType: LectureType.live, priceFen: 0 })
    const schedules = [await buildSchedule(backend, courseId), await buildSchedule(backend, courseId)]
    const { userId, cookie } = await registerLearner(backend)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => signUp(cookie, courseId, { scheduleId: schedules[index % 2] })),
    )
    expect(answers).toEqual(answers.map(() => ({ result: true })))
    expect(await enrolments(userId)).toHaveLength(1)
    expect((await Promise.all(schedules.map((id) => seatsTaken(backend, id)))).toSorted()).toEqual([0, 1])
  })

  test('a learner is enrolled once, whoever writes it (index enrolments_active_uq)', async () => {
    const courseId = await buildProduct(backend.database)
    const { userId } = await registerLearner(backend)
    const inserted = await Promise.all(Array.from({ length: 10 }, () => enrolIn(userId, courseId)))
    expect(inserted.filter(Boolean)).toHaveLength(1)
    expect(await enrolments(userId)).toHaveLength(1)
  })

  test('a taken number is drawn again (unique orders.sn)', async () => {
    const courseId = await buildProduct(backend.database)
    const other = await registerLearner(backend)
    const taken = await signUpFor(backend, other.cookie, courseId)
    const { userId } = await registerLearner(backend)
    const numbers = [taken, taken, '202603110000000001']
    const opened = await backend.context.tx((trx) =>
      openOrder(
        { config: backend.context.config, db: trx },
        { userId, productId: courseId, channel: PayChannel.online, now: testNow },
        () => numbers.shift() ?? '',
      ),
    )
    expect(opened).toMatchObject({ sn: '202603110000000001', isNew: true })
  })

  test('the same staff token is one order (orders_client_token_uq)', async () => {
    const courseId = await buildProduct(backend.database)
    const learner = await registerLearner(backend)
    const staff = await registerLearner(backend)
    const input = {
      userId: learner.userId,
      productId: courseId,
      channel: PayChannel.onBehalf,
      createdBy: staff.userId,
      clientToken: 'token-1',
      now: testNow,
    }
    const open = () => backend.context.tx((trx) => openOrder({ config: backend.context.config, db: trx }, input))
    const opened = await Promise.all([open(), open(), open()])
    const sns = opened.map((one) => (one === 'enrolled' ? one : one.sn))
    expect(new Set(sns).size).toBe(1)
    expect(await backend.as(learner.cookie).call('POST /api/order/cancel', { orderNo: sns[0] ?? '' })).toBe(true)
    expect(await open()).toMatchObject({ sn: sns[0], isNew: false })
    const other = await buildProduct(backend.database)
    const apart = await Promise.allSettled(
      [other, courseId].map((productId) =>
        backend.context.tx((trx) =>
          openOrder({ config: backend.context.config, db: trx }, { ...input, productId, clientToken: 'token-2' }),
        ),
      ),
    )
    expect(apart.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(
      backend.context.tx((trx) =>
        openOrder({ config: backend.context.config, db: trx }, { ...input, productId: other }),
      ),
    ).rejects.toMatchObject({ code: Code.Toast })
    expect((await readOrder(backend, learner.cookie, sns[0] ?? '')).timeline[0]).toMatchObject({
      event: 'created',
      note: '老师代为下单',
    })
  })
})
