import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLiveClass, buildPeriod, buildProduct, buildTeacher } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

const hour = 3_600_000
let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

const detail = (id: number, more: { lectureType?: string | number; scheduleId?: number } = {}) =>
  backend.api.call('GET /api/course/course-detail', { id, ...more })

describe('GET /api/course/course-detail', () => {
  test('says what is learned, by whom, how long, how dear', async () => {
    const id = await buildProduct(backend.database, {
      learnAim: '画一只猫',
      priceFen: 19_900,
      originPriceFen: 29_900,
      serviceDays: 365,
    })
    await buildTeacher(backend.database, '白老师', id)
    await buildPeriod(backend.database, id, { durationSec: 600 })
    await buildPeriod(backend.database, id, { durationSec: 300 })
    expect(await detail(id)).toMatchObject({
      learnAim: '画一只猫',
      price: '199.00',
      originPrice: '299.00',
      isCharge: true,
      serviceTime: 365,
      serviceText: '报名后 1 年内有效',
      teachers: [{ name: '白老师' }],
      periodCount: 2,
      totalDuration: 900,
      scheduleId: null,
      college: null,
    })
  })

  test('a course without a term of service is for good', async () => {
    const id = await buildProduct(backend.database)
    expect(await detail(id)).toMatchObject({ serviceTime: null, serviceText: '永久有效' })
  })

  test('names college, subject and direction of a seeded course', async () => {
    const list = await backend.api.call('GET /api/common/course-list-page', {})
    const course = await detail(list.records[0]?.id ?? 0)
    expect(course.college).toMatchObject({ path: expect.any(String) })
    expect(course.subjectOne).not.toBeNull()
    expect(course.learn).not.toBeNull()
    expect(course.introHtml).toMatch(/^<p>/)
  })

  test('does not know drafts, withdrawn, deleted and class systems', async () => {
    const hidden = [
      999_999,
      await buildProduct(backend.database, { status: 0 }),
      await buildProduct(backend.database, { status: 2 }),
      await buildProduct(backend.database, { deletedAt: '2026-01-01T00:00:00Z' }),
      await buildProduct(backend.database, { lectureType: 2 }),
    ]
    for (const id of hidden) await expect(detail(id)).rejects.toMatchObject({ code: 404, status: 200 })
  })

  test('does not show a recorded course as a live one', async () => {
    const id = await buildProduct(backend.database, { lectureType: 3 })
    await expect(detail(id, { lectureType: 'live' })).rejects.toMatchObject({ code: 404 })
    expect((await detail(id, { lectureType: 'video' })).id).toBe(id)
    expect((await detail(id, { lectureType: 3 })).id).toBe(id)
  })

  test('shows free classes that run or come', async () => {
    const id = await buildProduct(backend.database, { lectureType: 1 })
    const { scheduleId, periodId } = await buildLiveClass(backend.database, id, testNow + hour, testNow + 2 * hour)
    await backend.database.db
      .updateTable('periods')
      .set({ isFreeStudy: true })
      .where('periods.id', '=', periodId)
      .execute()
    expect(await detail(id)).toMatchObject({ scheduleId, freeLivePeriods: [{ id: periodId, liveStatus: 1 }] })
    backend.clock.set(testNow + hour)
    expect((await detail(id)).freeLivePeriods).toMatchObject([{ liveStatus: 2 }])
    backend.clock.set(testNow + 2 * hour)
    expect((await detail(id)).freeLivePeriods).toEqual([])
    backend.clock.set(testNow)
  })

  test('refuses a schedule of another course', async () => {
    const mine = await buildProduct(backend.database, { lectureType: 1 })
    const other = await buildProduct(backend.database, { lectureType: 1 })
    const { scheduleId } = await buildLiveClass(backend.database, other, testNow, testNow + hour)
    await expect(detail(mine, { scheduleId })).rejects.toMatchObject({ code: 404 })
    expect((await detail(other, { scheduleId })).scheduleId).toBe(scheduleId)
  })

  test.each(['', 'x', '0', '-4', '1.5'])('refuses the id %j', async (id) => {
    const response = await backend.agent.get('/api/course/course-detail').query({ id })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ code: 0, msg: '参数 id 不正确' })
  })
})

describe('GET /api/course/period', () => {
  test('lists lessons in order, only free ones play', async () => {
    const media = await backend.database.db.selectFrom('mediaAssets').select('mediaAssets.id').executeTakeFirstOrThrow()
    const courseId = await buildProduct(backend.database)
    await buildPeriod(backend.database, courseId, { title: '二', sequenceNo: 2, mediaId: media.id })
    await buildPeriod(backend.database, courseId, { title: '一', sequenceNo: 1, mediaId: media.id, isFreeStudy: true })
    await buildPeriod(backend.database, courseId, { title: '删去', sequenceNo: 3, deletedAt: '2026-01-01T00:00:00Z' })
    const periods = await backend.api.call('GET /api/course/period', { courseId })
    expect(periods.map(({ name, playUrl, liveStatus }) => [name, playUrl, liveStatus])).toEqual([
      ['一', '/media/film/master.m3u8', null],
      ['二', null, null],
    ])
  })

  test('live lessons carry their times and status', async () => {
    const courseId = await buildProduct(backend.database, { lectureType: 1 })
    await buildLiveClass(backend.database, courseId, testNow - hour, testNow + hour)
    expect(await backend.api.call('GET /api/course/period', { courseId })).toMatchObject([
      { begDate: testNow - hour, endDate: testNow + hour, liveStatus: 2 },
    ])
  })

  test('does not know the lessons of an unknown course', async () => {
    await expect(backend.api.call('GET /api/course/period', { courseId: 999_999 })).rejects.toMatchObject({ code: 404 })
  })
})

describe('GET /api/course/more-course-info', () => {
  test('recommends others of the same subject, never the course itself', async () => {
    const list = await backend.api.call('GET /api/common/course-list-page', {})
    const courseId = list.records[0]?.id ?? 0
    const { subjectOne } = await detail(courseId)
    const more = await backend.api.call('GET /api/course/more-course-info', { courseId })
    expect(more.length).toBeGreaterThanOrEqual(4)
    expect(more.some((card) => card.id === courseId)).toBe(false)
    for (const card of more) expect((await detail(card.id)).subjectOne).toEqual(subjectOne)
  })

  test('puts chosen recommendations first', async () => {
    const list = await backend.api.call('GET /api/common/course-list-page', { pageSize: 50 })
    const productId = list.records[0]?.id ?? 0
    const otherId = list.records[41]?.id ?? 0
    await backend.database.db.insertInto('productRecommends').values({ productId, otherId }).execute()
    expect((await backend.api.call('GET /api/course/more-course-info', { courseId: productId }))[0]?.id).toBe(otherId)
  })
})
