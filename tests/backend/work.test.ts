import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { College } from '#shared/contract/college.ts'
import { buildStaff, freshAddress, registerLearner } from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'

let backend: TestBackend
let colleges: College[]
beforeAll(async () => {
  backend = await startTestBackend()
  colleges = await backend.api.call('GET /api/modular/college-path', {})
})
afterAll(() => backend?.close())

const list = (input: { collegeId?: number; categoryId?: number; pageNum?: number; pageSize?: number } = {}) =>
  backend.api.call('GET /api/student-work/list', input)
const detail = (id: number) => backend.api.call('GET /api/student-work/details', { id })

describe('the wall of works', () => {
  test('shows sixteen a page, each work once', async () => {
    const first = await list()
    expect(first.size).toBe(16)
    const seen: number[] = []
    for (let pageNum = 1; pageNum <= first.pages; pageNum += 1)
      seen.push(...(await list({ pageNum })).records.map(({ id }) => id))
    expect(seen).toHaveLength(first.total)
    expect(new Set(seen).size).toBe(first.total)
  })

  test('is narrowed by college and category, counted rightly', async () => {
    const categories = await backend.api.call('GET /api/student-work/category-list', {})
    for (const college of colleges) {
      const own = await backend.api.call('GET /api/student-work/category-list', { collegeId: college.id })
      expect(own).toEqual(categories.filter(({ collegeId }) => collegeId === college.id))
      expect(own.length).toBeGreaterThan(1)
      const whole = await list({ collegeId: college.id, pageSize: 50 })
      expect(whole.records.every((work) => work.collegeId === college.id)).toBe(true)
      expect(own.reduce((sum, { workCount }) => sum + workCount, 0)).toBe(whole.total)
      const [category] = own
      const narrowed = await list({ collegeId: college.id, categoryId: category?.id })
      expect(narrowed.total).toBe(category?.workCount)
      expect(narrowed.records.every((work) => work.categoryId === category?.id)).toBe(true)
    }
    expect((await list({ collegeId: colleges[0]?.id, categoryId: categories.at(-1)?.id })).records).toEqual([])
  })
})

describe('a work', () => {
  test('has something to see, its place, neighbours and kind', async () => {
    const { records } = await list()
    const [first, second, third] = records
    const work = await detail(second?.id ?? 0)
    expect([work.next?.id, work.prev?.id]).toEqual([first?.id, third?.id])
    expect(work.media.length).toBeGreaterThan(0)
    for (const item of work.media) {
      expect(item.width * item.height).toBeGreaterThan(0)
      expect(item.thumbnail).toMatch(/^\/media\//)
    }
    expect(work.related.length).toBeGreaterThan(0)
    expect(work.related.every((other) => other.categoryId === work.category.id && other.id !== work.id)).toBe(true)
  })

  test('is looked at once an hour from one address', async () => {
    const id = (await list()).records[0]?.id ?? 0
    const before = (await detail(id)).views
    const visitor = backend.as('', freshAddress())
    await visitor.call('POST /api/student-work/view', { id })
    await visitor.call('POST /api/student-work/view', { id })
    expect((await detail(id)).views).toBe(before + 1)
  })

  test('is hidden, shown again and commented on by staff only', async () => {
    const { userId: _, cookie } = await buildStaff(backend, 'education')
    const staff = backend.as(cookie)
    const { id, title } = (await list()).records[0] ?? { id: 0, title: '' }
    await staff.call('POST /api/staff/work/save', { id, status: 2 })
    await expect(detail(id)).rejects.toMatchObject({ code: 410 })
    expect((await list()).records[0]?.id).not.toBe(id)
    await staff.call('POST /api/staff/work/save', { id, status: 1, teacherComment: '看得出你走过这条路。' })
    expect(await detail(id)).toMatchObject({ title, teacherComment: '看得出你走过这条路。' })
    expect((await list()).records[0]?.id).toBe(id)
    const learner = await registerLearner(backend)
    await expect(backend.as(learner.cookie).call('POST /api/staff/work/save', { id, status: 2 })).rejects.toMatchObject(
      { code: 404 },
    )
    await expect(staff.call('POST /api/staff/work/save', { id: 999_999_999, status: 2 })).rejects.toMatchObject({
      code: 404,
    })
  })

  test('missing or of a closed college is not found', async () => {
    await expect(detail(999_999_999)).rejects.toMatchObject({ code: 404 })
    const college = colleges[5]
    const id = (await list({ collegeId: college?.id })).records[0]?.id ?? 0
    const open = (enabled: boolean) =>
      backend.database.db
        .updateTable('colleges')
        .set({ enabled })
        .where('colleges.id', '=', college?.id ?? 0)
        .execute()
    await open(false)
    await expect(detail(id)).rejects.toMatchObject({ code: 404 })
    await open(true)
    expect((await detail(id)).id).toBe(id)
  })
})
