import { type RawBuilder, sql } from 'kysely'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { Database } from '#server/backend/db/database.ts'
import { enrolled } from '#server/backend/db/predicates.ts'
import { type EnrolmentSource, EnrolmentStatus } from '#shared/contract/enums.ts'
import { ScheduleStatus } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'

export interface NewEnrolment {
  readonly userId: number
  readonly productId: number
  readonly scheduleId: number | null
  readonly orderId: number | null
  /** The line that it belongs to; null for the bundle itself. */
  readonly orderItemId: number | null
  readonly source: EnrolmentSource
  readonly now: Date
  /** Null: for good. */
  readonly serviceDays: number | null
}

/** Enrols a learner; false, and nothing written, when they have an active enrolment of the same product and schedule. */
export async function enrol(trx: Database, { now, serviceDays, ...values }: NewEnrolment): Promise<boolean> {
  // one that ran out a moment ago is over, whether a job has seen it or not
  await trx
    .updateTable('enrolments')
    .set({ status: EnrolmentStatus.over })
    .where('enrolments.userId', '=', values.userId)
    .where('enrolments.productId', '=', values.productId)
    .where('enrolments.status', '=', EnrolmentStatus.active)
    .where('enrolments.endAt', '<=', now)
    .execute()
  const endAt = serviceDays === null ? null : new Date(now.getTime() + serviceDays * dayMs)
  const row = await trx
    .insertInto('enrolments')
    .values({ ...values, beginAt: now, endAt, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .expression(sql`user_id, product_id, coalesce(schedule_id, 0)`)
        .where('status', '=', sql.lit(EnrolmentStatus.active))
        .doNothing(),
    )
    .returning('enrolments.id')
    .executeTakeFirst()
  return row !== undefined
}

/** SQL: the learner of a row with a user and a product has the product at `now`; `since`: for so long, at the least. */
export function ownsProductOf(row: string, now: Date, since = now): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from enrolments e
    where e.user_id = ${sql.ref(`${row}.userId`)} and e.product_id = ${sql.ref(`${row}.productId`)} and ${enrolled('e', now)} and e.created_at <= ${since})`
}

/** The learner's enrolment of a product at `now`, the latest one; undefined when there is none. */
export async function findEnrolment(
  db: Database,
  userId: number,
  productId: number,
  now: Date,
): Promise<{ scheduleId: number | null; source: EnrolmentSource } | undefined> {
  const { rows } = await sql<{ scheduleId: number | null; source: EnrolmentSource }>`
    select e.schedule_id, e.source from enrolments e
    where e.user_id = ${userId} and e.product_id = ${productId} and ${enrolled('e', now)} order by e.id desc limit 1`.execute(
    db,
  )
  return rows[0]
}

/**
 * The learner's enrolment of a product without a class of it, while they have none with one and there is a class to choose;
 * undefined otherwise.
 */
export async function findClassless(
  db: Database,
  userId: number,
  productId: number,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select e.id from enrolments e
    where e.user_id = ${userId} and e.product_id = ${productId} and e.schedule_id is null and ${enrolled('e', now)}
      and exists (select 1 from class_schedules k where k.product_id = e.product_id and k.status = ${sql.lit(ScheduleStatus.open)} and k.end_date >= ${shanghaiDay(now.getTime())}::date)
      and not exists (select 1 from enrolments o where o.user_id = e.user_id and o.product_id = e.product_id and o.schedule_id is not null and ${enrolled('o', now)})
    order by e.id limit 1`.execute(db)
  return rows[0]?.id
}

/** Those of the products that the learner is enrolled in at `now`. */
export async function findEnrolled(
  db: Database,
  userId: number,
  productIds: readonly number[],
  now: Date,
): Promise<Set<number>> {
  const { rows } = await sql<{ productId: number }>`
    select e.product_id from enrolments e
    where e.user_id = ${userId} and e.product_id = any(${productIds}::bigint[]) and ${enrolled('e', now)}`.execute(db)
  return new Set(rows.map((row) => row.productId))
}
