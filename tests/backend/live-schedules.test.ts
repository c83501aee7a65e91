import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/backend/db/database.ts'
import { moveLiveSchedules } from '#server/seed/live-schedule-job.ts'
import { listOpenClasses } from '#server/backend/catalogue/home/open-live-store.ts'
import { openTestDatabase } from '../support/backend-database.ts'
import { buildLiveClass, buildProduct } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

const move = (now: number) => database.transaction((trx) => moveLiveSchedules(trx, now))

async function times(): Promise<{ id: number; begin: number; end: number }[]> {
  const rows = await database.db
    .selectFrom('schedulePeriods')
    .innerJoin('classSchedules', 'classSchedules.id', 'schedulePeriods.scheduleId')
    .select(['schedulePeriods.id', 'schedulePeriods.beginAt', 'schedulePeriods.endAt'])
    .where('classSchedules.isSeed', '=', true)
    .orderBy('schedulePeriods.id')
    .execute()
  return rows.map((row) => ({ id: row.id, begin: row.beginAt.getTime(), end: row.endAt.getTime() }))
}

describe('the live schedules of the seed', () => {
  test('always have a class now, soon, and recently ended', async () => {
    // a fortnight in steps that meet every weekday at changing times of day
    for (let now = testNow; now < testNow + 14 * day; now += 8 * hour + 35 * minute) {
      await move(now)
      const classes = await listOpenClasses(database.db, now)
      const at = new Date(now).toISOString()
      expect(classes.filter((item) => item.status === 2).length, at).toBeGreaterThanOrEqual(1)
      expect(
        classes.filter((item) => item.status === 1 && item.begin < now + 6 * hour).length,
        at,
      ).toBeGreaterThanOrEqual(2)
      expect(classes.filter((item) => item.status === 1 && item.begin > now + day).length, at).toBeGreaterThanOrEqual(5)
      expect(
        classes.filter((item) => item.status === 3 && item.end > now - 12 * hour).length,
        at,
      ).toBeGreaterThanOrEqual(2)
    }
  })

  test('leave no minute of a day without a class', async () => {
    const from = testNow + 20 * day
    await move(from)
    const classes = await times()
    for (let now = from; now < from + day; now += 5 * minute) {
      expect(
        classes.some((item) => item.begin <= now && now < item.end),
        new Date(now).toISOString(),
      ).toBe(true)
    }
  })

  test('begin at quarter hours and last 90 to 110 minutes', async () => {
    for (const { begin, end } of await times()) {
      expect(begin % (15 * minute)).toBe(0)
      expect(end - begin).toBeGreaterThanOrEqual(90 * minute)
      expect(end - begin).toBeLessThanOrEqual(110 * minute)
    }
  })

  test('stay where they are when the job runs again', async () => {
    const now = testNow + 30 * day
    expect(await move(now)).toBeGreaterThan(0)
    const before = await times()
    expect(await move(now)).toBe(0)
    expect(await times()).toEqual(before)
  })

  test('move once when several processes run the job together', async () => {
    const now = testNow + 90 * day
    const moved = await Promise.all([move(now), move(now), move(now)])
    expect(moved.filter((count) => count > 0)).toHaveLength(1)
  })

  test('keep weekday and time of day when they move', async () => {
    const before = new Map((await times()).map((item) => [item.id, item.begin]))
    await move(testNow + 400 * day)
    for (const { id, begin } of await times()) expect((begin - (before.get(id) ?? 0)) % day).toBe(0)
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from class_schedules k where k.is_seed and exists (select 1 from schedule_periods s where s.schedule_id = k.id)
        and k.begin_date <> (select (min(s.begin_at) at time zone 'UTC' + interval '8 hours')::date from schedule_periods s where s.schedule_id = k.id)`.execute(
      database.db,
    )
    expect(rows[0]?.n).toBe(0)
  })

  test('class systems always open within four weeks', async () => {
    const now = testNow + 500 * day
    await move(now)
    const today = new Date(now + 8 * hour).toISOString().slice(0, 10)
    const limit = new Date(now + 8 * hour + 28 * day).toISOString().slice(0, 10)
    const rows = await database.db
      .selectFrom('classSchedules')
      .innerJoin('products', 'products.id', 'classSchedules.productId')
      .select('classSchedules.beginDate')
      .where('products.lectureType', '=', 2)
      .execute()
    expect(rows.length).toBeGreaterThanOrEqual(96)
    expect(rows.every((row) => row.beginDate > today && row.beginDate <= limit)).toBe(true)
  })

  test('schedules that are not the seed’s stay untouched', async () => {
    const courseId = await buildProduct(database, { lectureType: 1 })
    const { scheduleId } = await buildLiveClass(database, courseId, testNow, testNow + hour)
    await move(testNow + 900 * day)
    const row = await database.db
      .selectFrom('schedulePeriods')
      .select('schedulePeriods.beginAt')
      .where('schedulePeriods.scheduleId', '=', scheduleId)
      .executeTakeFirstOrThrow()
    expect(row.beginAt.getTime()).toBe(testNow)
  })
})
