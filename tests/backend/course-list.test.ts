import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { courseSorts } from '#shared/contract/enums.ts'
import { buildPeriod, buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

async function newest(filter: { trial?: boolean; isCharge?: boolean } = {}) {
  const { records } = await backend.api.call('GET /api/common/course-list-page', {
    ...filter,
    sort: 'new',
    pageSize: 5,
  })
  return records
}

/** On sale since later than any other: first in the order 最新. */
function buildNewest(values: Parameters<typeof buildProduct>[1] = {}): Promise<number> {
  return buildProduct(backend.database, { publishedAt: new Date('2099-01-01T00:00:00Z'), ...values })
}

describe('the filter 试看', () => {
  test('shows a course while one lesson is free', async () => {
    const { db } = backend.database
    const id = await buildNewest()
    const lesson = await buildPeriod(backend.database, id)
    const change = (values: { isFreeStudy?: boolean; deletedAt?: Date | null; courseId?: number }) =>
      db.updateTable('periods').set(values).where('periods.id', '=', lesson).execute()
    const isShown = async (): Promise<boolean> => {
      const [all, trial] = [await newest(), await newest({ trial: true })]
      const card = all.find((course) => course.id === id)
      expect(card?.hasTrial).toBe(trial.some((course) => course.id === id))
      return card?.hasTrial ?? false
    }
    expect(await isShown()).toBe(false)
    await change({ isFreeStudy: true })
    expect(await isShown()).toBe(true)
    await change({ deletedAt: new Date() })
    expect(await isShown()).toBe(false)
    await change({ deletedAt: null })
    expect(await isShown()).toBe(true)
    const second = await buildPeriod(backend.database, id, { isFreeStudy: true })
    await change({ isFreeStudy: false })
    expect(await isShown()).toBe(true)
    await db.deleteFrom('periods').where('periods.id', '=', second).execute()
    expect(await isShown()).toBe(false)
    const other = await buildNewest()
    await change({ isFreeStudy: true })
    await change({ courseId: other })
    expect(await isShown()).toBe(false)
    expect((await newest({ trial: true })).map((course) => course.id)).toContain(other)
  })
})

test('the filters 免费 and 收费 part the list in two', async () => {
  const page = (isCharge?: boolean) =>
    backend.api.call('GET /api/common/course-list-page', {
      ...(isCharge === undefined ? {} : { isCharge }),
      pageSize: 50,
    })
  const [all, free, charged] = await Promise.all([page(), page(false), page(true)])
  expect(free.total + charged.total).toBe(all.total)
  expect(free.records.every((course) => !course.isCharge && course.price === '0.00')).toBe(true)
  expect(charged.records.every((course) => course.isCharge)).toBe(true)
})

test.each(courseSorts)('paging through the order %s shows every course once', async (sort) => {
  const seen: number[] = []
  for (let pageNum = 1, pages = 1; pageNum <= pages; pageNum += 1) {
    const page = await backend.api.call('GET /api/common/course-list-page', { sort, pageNum, pageSize: 50 })
    pages = page.pages
    seen.push(...page.records.map((course) => course.id))
  }
  const { total } = await backend.api.call('GET /api/common/course-list-page', {})
  expect(seen.length).toBe(total)
  expect(new Set(seen).size).toBe(total)
})
