import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { activeAccount, notCancelled } from '#server/backend/db/predicates.ts'
import { EnrolmentStatus, PeriodKind, ScheduleStatus } from '#shared/contract/enums.ts'

/** A change that is older is no news any more: the school may have stood still. */
const newsMs = 24 * 3_600_000

/** A class to come that was moved, with the people who don't know yet. */
export interface MovedClass {
  readonly id: number
  readonly revision: number
  readonly beginAt: Date
  readonly formerBeginAt: Date
  readonly scheduleId: number
  readonly periodId: number
  readonly kind: PeriodKind
  readonly title: string
  readonly courseName: string
  readonly userIds: readonly number[]
}

/** Classes to come that were called off: one lesson, or all that were left of a schedule. */
export interface CalledOff {
  /** Names the event: the lesson or the schedule, and which of its changes. */
  readonly name: string
  /** Null: the whole schedule. */
  readonly title: string | null
  readonly beginAt: Date
  readonly scheduleName: string
  readonly courseName: string
  readonly userIds: readonly number[]
}

/**
 * SQL: who was to come to the lesson `s` of the schedule `k`, `planned` for then, when it changed: its learners, and who has asked to be
 * reminded. Whoever came to it since has seen it as it is.
 */
const people = (ref: RawBuilder<unknown>, planned: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  join lateral (
    select n.user_id from enrolments n where n.schedule_id = k.id and n.product_id = p.id and n.status = ${sql.lit(EnrolmentStatus.active)}
      and n.created_at <= s.changed_at and (n.end_at is null or n.end_at > ${planned})
    union select r.user_id from class_reminders r where r.schedule_period_id = s.id and r.created_at <= s.changed_at) w on true
  join users u on u.id = w.user_id and ${activeAccount('u')}
    and not exists (select 1 from notify_messages m join user_messages x on x.message_id = m.id and x.user_id = w.user_id where m.ref = ${ref})`

const lessons = sql`
  from schedule_periods s join class_schedules k on k.id = s.schedule_id join products p on p.id = k.product_id and p.deleted_at is null
  join periods e on e.id = s.period_id and e.kind <> ${sql.lit(PeriodKind.video)}`

/** The name of a moved class's message: once for each time at which it is to begin. */
export const movedRef = ({ id, revision }: Pick<MovedClass, 'id' | 'revision'>): string =>
  `class-moved:${id}:${revision}`

/** Classes to come that were moved lately, of which somebody hasn't been told. */
export async function listMoved(db: Database, now: Date): Promise<MovedClass[]> {
  const { rows } = await sql<MovedClass>`
    select s.id, s.revision, s.begin_at, s.former_begin_at, s.schedule_id, s.period_id, e.kind, e.title, p.name as course_name,
      array_agg(u.id order by u.id) as user_ids
    ${lessons} and e.deleted_at is null and ${notCancelled('k')}
    ${people(sql`'class-moved:' || s.id || ':' || s.revision`, sql`s.former_begin_at`)}
    where s.former_begin_at is not null and s.former_begin_at <> s.begin_at and s.begin_at > ${now}
      and s.changed_at > ${new Date(now.getTime() - newsMs)}
    group by s.id, e.id, p.id order by s.begin_at, s.id`.execute(db)
  return rows
}

/** Lessons to come that were taken out of their course, and schedules that were called off, of which somebody hasn't been told. */
export async function listCalledOff(db: Database, now: Date): Promise<CalledOff[]> {
  const isOff = sql`k.status = ${sql.lit(ScheduleStatus.cancelled)}`
  const ref = sql`'class-off:' || case when ${isOff} then 'k' || k.id else 's' || s.id || ':' || s.revision end`
  const { rows } = await sql<CalledOff>`
    select ${ref} as name, case when ${isOff} then null else min(e.title) end as title, min(s.begin_at) as begin_at,
      k.name as schedule_name, p.name as course_name, array_agg(distinct u.id) as user_ids
    ${lessons} and (e.deleted_at is not null or ${isOff})
    ${people(ref, sql`s.begin_at`)}
    where s.begin_at > ${now} and s.changed_at > ${new Date(now.getTime() - newsMs)}
    group by 1, k.id, p.id order by 3, 1`.execute(db)
  return rows
}
