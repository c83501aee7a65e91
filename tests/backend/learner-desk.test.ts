import { describe, expect, test } from 'vitest'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { placeLearnerDesk } from '#server/seed/learner-desk.ts'
import { addDays } from '#shared/rules/month-days.ts'
import { openSessionOf, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'

const backend = backendOfFile()
const place = () => backend.database.transaction((trx) => placeLearnerDesk(trx, backend.clock.now()))

async function openDemoLearner() {
  const { id } = await backend.db
    .selectFrom('users')
    .select('users.id')
    .where('users.phone', '=', '13800000001')
    .executeTakeFirstOrThrow()
  return backend.as(await openSessionOf(backend, id))
}

describe('the demo’s learner', () => {
  test('has classes today, tomorrow and last month', async () => {
    await place()
    const learner = await openDemoLearner()
    const today = shanghaiDay(backend.clock.now())
    const on = async (date: string) =>
      (await learner.call('GET /api/my-course/list-class-schedule', { date })).records.length
    expect(await on(today)).toBeGreaterThan(0)
    expect(await on(addDays(today, 1))).toBeGreaterThan(0)
    const lastMonth = await learner.call('GET /api/my-course/class-schedule-monthly-calendar', { month: '2026-02' })
    expect(lastMonth.some(({ date }) => date.startsWith('2026-02'))).toBe(true)
    const [next] = (await learner.call('GET /api/my-course/list-class-schedule', {})).records
    expect(next?.url).toContain('/course/live/play/')
  })

  test('has running, ended and bundled courses', async () => {
    await place()
    const learner = await openDemoLearner()
    const running = await learner.call('GET /api/user/my-course/list-v3', { over: 1 })
    expect(running.records.some(({ stages }) => stages.length > 1)).toBe(true)
    expect(running.records.some(({ finishedDate }) => finishedDate !== null)).toBe(true)
    expect(running.records.some(({ last, finishedCount }) => finishedCount === 0 && last?.position === 0)).toBe(true)
    expect((await learner.call('GET /api/user/my-course/list-v3', { over: 2 })).records).toHaveLength(1)
    const path = await learner.call('GET /api/classSystem/myself-classSystem-detail', {})
    const courses = path?.stages.flatMap((stage) => stage.courses) ?? []
    expect(courses.some(({ needsClass }) => needsClass)).toBe(true)
    expect(courses.some(({ next }) => next !== null)).toBe(true)
    expect((await learner.call('GET /api/user/learning-days', {})).week.some(({ seconds }) => seconds > 0)).toBe(true)
  })

  test('has messages of each kind, one to confirm', async () => {
    await place()
    const learner = await openDemoLearner()
    for (const topic of ['study', 'order', 'notice'] as const)
      expect((await learner.call('GET /api/notify-message/get-message', { topic })).total).toBeGreaterThan(0)
    expect((await learner.call('GET /api/notify-message/check-review', {})).warnList).toHaveLength(1)
  })

  test('has notes at films and in classes, each leading back', async () => {
    await place()
    const learner = await openDemoLearner()
    const { total, courses } = await learner.call('GET /api/user/note/courses', {})
    const { records } = await learner.call('GET /api/user/note/list', { pageSize: 50 })
    expect(records.length).toBe(total)
    expect(courses.length).toBeGreaterThan(3)
    expect(records.filter(({ momentTime }) => momentTime !== null).length).toBeGreaterThan(1)
    expect(records.filter(({ momentTime }) => momentTime === null).length).toBeGreaterThan(5)
    for (const { url, second, createTime } of records) {
      expect(url).toMatch(new RegExp(`t=${second}$`))
      expect(createTime).toBeLessThan(backend.clock.now())
    }
    const times = records.map(({ createTime }) => createTime)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })

  test('is given all that once, and nobody else is', async () => {
    const given = [await place(), await place()]
    expect(given.at(-1)).toBe(false)
    const { cookie } = await registerLearner(backend)
    expect((await backend.as(cookie).call('GET /api/user/my-course/list-v3', {})).total).toBe(0)
  })
})
