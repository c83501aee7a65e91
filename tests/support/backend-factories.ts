import type { Insertable } from 'kysely'
import type { OpenDatabase } from '#server/backend/db/database.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import { testNow } from './backend-harness.ts'

let count = 0

/** A product on sale; its name is unique unless it is given. */
export async function buildProduct(
  database: OpenDatabase,
  values: Partial<Insertable<Tables['products']>> = {},
): Promise<number> {
  const price = values.priceFen ?? 9900
  const row = await database.db
    .insertInto('products')
    .values({
      lectureType: 3,
      name: `测试课程 ${++count}`,
      isCharge: price > 0,
      priceFen: price,
      status: 1,
      sort: 100_000 + count,
      ...values,
    })
    .returning('products.id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A lesson of a course. */
export async function buildPeriod(
  database: OpenDatabase,
  courseId: number,
  values: Partial<Insertable<Tables['periods']>> = {},
): Promise<number> {
  const row = await database.db
    .insertInto('periods')
    .values({ courseId, title: `第 ${++count} 讲`, sequenceNo: count, kind: 2, durationSec: 600, ...values })
    .returning('periods.id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function buildTeacher(database: OpenDatabase, name: string, productId?: number): Promise<number> {
  const row = await database.db
    .insertInto('teachers')
    .values({ name })
    .returning('teachers.id')
    .executeTakeFirstOrThrow()
  if (productId !== undefined)
    await database.db.insertInto('productTeachers').values({ productId, teacherId: row.id, sort: ++count }).execute()
  return row.id
}

/** A live class from `begin` to `end` (epoch ms) in a schedule of its own; answers the keys. */
export async function buildLiveClass(
  database: OpenDatabase,
  courseId: number,
  begin: number,
  end: number,
): Promise<{ scheduleId: number; periodId: number }> {
  const periodId = await buildPeriod(database, courseId, { kind: 1 })
  const schedule = await database.db
    .insertInto('classSchedules')
    .values({
      productId: courseId,
      name: '测试班',
      beginDate: new Date(begin).toISOString().slice(0, 10),
      endDate: new Date(end).toISOString().slice(0, 10),
    })
    .returning('classSchedules.id')
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('schedulePeriods')
    .values({ scheduleId: schedule.id, periodId, beginAt: new Date(begin), endAt: new Date(end) })
    .execute()
  return { scheduleId: schedule.id, periodId }
}

/** A platform notice in force from an hour ago to an hour from now. */
export async function buildNotice(
  database: OpenDatabase,
  values: Partial<Insertable<Tables['platformNotices']>> = {},
): Promise<number> {
  const row = await database.db
    .insertInto('platformNotices')
    .values({
      title: `通知 ${++count}`,
      position: 'home',
      beginAt: new Date(testNow - 3_600_000),
      endAt: new Date(testNow + 3_600_000),
      ...values,
    })
    .returning('platformNotices.id')
    .executeTakeFirstOrThrow()
  return row.id
}
