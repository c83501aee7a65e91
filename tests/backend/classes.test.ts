import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

const list = 'GET /api/classSystem/list-classSystem'
const detail = 'GET /api/classSystem/get-classSystem-V2'

async function firstId(): Promise<number> {
  return (await backend.api.call(list, {})).records[0]?.id ?? 0
}

describe('GET /api/classSystem/list-classSystem', () => {
  test('shows class systems with their content and beginning', async () => {
    const page = await backend.api.call(list, {})
    expect(page.total).toBeGreaterThanOrEqual(48)
    for (const card of page.records) {
      expect(card.courseCount).toBeGreaterThan(2)
      expect(card.periodCount).toBeGreaterThan(card.courseCount)
      expect(card.beginDate).toMatch(/^2026-0[34]-\d\d$/)
      expect(card.price).toMatch(/^\d+\.00$/)
      expect(card.subjectOne).not.toBeNull()
      expect(card.subjectTwo).not.toBeNull()
    }
  })

  test('narrows by subject, second subject and college', async () => {
    const types = await backend.api.call('GET /api/classSystem/type', {})
    const one = types[0]
    const two = one?.children[0]
    const ofOne = await backend.api.call(list, { subjectOneId: one?.id ?? 0 })
    const ofTwo = await backend.api.call(list, { subjectOneId: one?.id ?? 0, subjectTwoId: two?.id ?? 0 })
    expect(ofOne.records.every((card) => card.subjectOne?.id === one?.id)).toBe(true)
    expect(ofTwo.records.every((card) => card.subjectTwo?.id === two?.id)).toBe(true)
    expect(ofTwo.total).toBeLessThan(ofOne.total)
    expect((await backend.api.call(list, { subjectOneId: one?.id ?? 0, subjectTwoId: '0' })).total).toBe(ofOne.total)
    expect((await backend.api.call(list, { collegeId: 1 })).total).toBe(ofOne.total)
  })

  test('has no system twice over its pages', async () => {
    const first = await backend.api.call(list, { pageSize: 50 })
    const second = await backend.api.call(list, { pageSize: 50, pageNum: 2 })
    const ids = [...first.records, ...second.records].map((card) => card.id)
    expect(new Set(ids).size).toBe(first.total)
  })
})

describe('GET /api/classSystem/get-classSystem-V2', () => {
  test('shows stages with their courses, and sums them up', async () => {
    const system = await backend.api.call(detail, { id: await firstId() })
    const courses = system.stages.flatMap((stage) => stage.courses)
    expect(system.lectureType).toBe(2)
    expect(system.stages.length).toBeGreaterThanOrEqual(3)
    expect(system.courseCount).toBe(courses.length)
    expect(system.periodCount).toBe(courses.reduce((sum, course) => sum + course.periodCount, 0))
    expect(system.totalDuration).toBe(courses.reduce((sum, course) => sum + course.totalDuration, 0))
    expect(new Set(courses.map((course) => course.id)).size).toBe(courses.length)
    expect(system.suits.length).toBeGreaterThanOrEqual(3)
    expect(system.teachers.length).toBeGreaterThan(0)
  })

  test('shows the openings that lie ahead', async () => {
    const system = await backend.api.call(detail, { id: await firstId() })
    expect(system.schedules.length).toBeGreaterThan(0)
    expect(
      system.schedules.every(
        (schedule) => schedule.beginDate > backend.clock.now() && schedule.endDate > schedule.beginDate,
      ),
    ).toBe(true)
  })

  test('a bundled course that is withdrawn disappears from its stage', async () => {
    const id = await firstId()
    const before = await backend.api.call(detail, { id })
    const courseId = before.stages[0]?.courses[0]?.id ?? 0
    const update = (status: number) =>
      backend.database.db.updateTable('products').set({ status }).where('products.id', '=', courseId).execute()
    await update(2)
    const after = await backend.api.call(detail, { id })
    expect(after.courseCount).toBe(before.courseCount - 1)
    await update(1)
  })

  test('does not know courses, drafts and unknown ids', async () => {
    const ids = [
      999_999,
      await buildProduct(backend.database, { lectureType: 2, status: 0 }),
      await buildProduct(backend.database, { lectureType: 3 }),
    ]
    for (const id of ids)
      await expect(backend.api.call(detail, { id })).rejects.toMatchObject({ code: 404, status: 200 })
  })
})

describe('GET /api/classSystem/type', () => {
  test('gives each subject its second level with the parent', async () => {
    const types = await backend.api.call('GET /api/classSystem/type', {})
    expect(types).toHaveLength(6)
    for (const type of types) expect(type.children.every((child) => child.pid === type.id)).toBe(true)
    expect(types.every((type) => type.pid === 0 && type.children.length >= 2)).toBe(true)
  })
})

describe('GET /api/course-detail/more-class-system-recommend', () => {
  test('recommends others, those of the same subject first', async () => {
    const id = await firstId()
    const { subjectOne } = await backend.api.call(detail, { id })
    const more = await backend.api.call('GET /api/course-detail/more-class-system-recommend', { id })
    expect(more).toHaveLength(4)
    expect(more.some((card) => card.id === id)).toBe(false)
    expect(more[0]?.subjectOne?.id).toBe(subjectOne?.id)
  })
})

describe('GET /api/classSystem/get-temporary-classSystem', () => {
  const route = 'GET /api/classSystem/get-temporary-classSystem'

  async function buildDraft(token: string, expiresAt: number) {
    const id = await firstId()
    const payload = { ...(await backend.api.call(detail, { id })), name: '未发布的版本' }
    const tokenHash = createHash('sha256').update(token).digest()
    await backend.database.db
      .insertInto('contentDrafts')
      .values({
        kind: 'classSystem',
        refId: id,
        payload: JSON.stringify(payload),
        tokenHash,
        createdBy: null,
        expiresAt: new Date(expiresAt),
      })
      .execute()
    return id
  }

  test('shows the unpublished version to its token, until expiry', async () => {
    const now = backend.clock.now()
    const id = await buildDraft('good-token', now + 1000)
    expect((await backend.api.call(route, { token: 'good-token' })).name).toBe('未发布的版本')
    expect((await backend.api.call(route, { token: 'good-token', id })).name).toBe('未发布的版本')
    await expect(backend.api.call(route, { token: 'good-token', id: id + 1 })).rejects.toMatchObject({ code: 404 })
    backend.clock.set(now + 1000)
    await expect(backend.api.call(route, { token: 'good-token' })).rejects.toMatchObject({ code: 404 })
    backend.clock.set(now)
  })

  test('shows nothing without a token or with a wrong one', async () => {
    await expect(backend.api.call(route, {})).rejects.toMatchObject({ code: 404 })
    await expect(backend.api.call(route, { id: 1 })).rejects.toMatchObject({ code: 404 })
    await expect(backend.api.call(route, { token: 'guessed' })).rejects.toMatchObject({ code: 404 })
  })
})
