import { type RawBuilder, sql } from 'kysely'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { lessonSeconds } from '#server/backend/classroom/watch/lesson-length-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { PeriodKind, ScheduleStatus } from '#shared/contract/enums.ts'
import { enrolled, everEnrolled, notCancelled } from '#server/backend/db/predicates.ts'

/** How somebody stands in one course, and what comes next there. */
export interface CourseStudy {
  courseId: number
  lessonCount: number
  finishedCount: number
  /** Seconds that were watched. */
  learnedSec: number
  /** When the last lesson was finished, whichever it was. */
  lastFinishedAt: Date | null
  /** Whether anything of it was watched. */
  isBegun: boolean
  scheduleName: string | null
  needsClass: boolean
  /** The class of theirs that is on, or the next. */
  next: { periodId: number; scheduleId: number; title: string; kind: PeriodKind; beginAt: Date; endAt: Date } | null
  /** Where they were last; of a recorded course that they haven't begun its first lesson. */
  last: {
    periodId: number
    scheduleId: number | null
    title: string
    kind: PeriodKind
    sequenceNo: number
    position: number
    length: number
    lastAt: Date | null
  } | null
}

interface StudyRow extends Omit<CourseStudy, 'next' | 'last'> {
  nextPeriodId: number | null
  nextScheduleId: number
  nextTitle: string
  nextKind: PeriodKind
  nextBeginAt: Date
  nextEndAt: Date
  lastPeriodId: number | null
  lastScheduleId: number | null
  lastTitle: string
  lastKind: PeriodKind
  lastSequenceNo: number
  lastPosition: number
  lastLength: number
  lastAt: Date | null
}

const inForce = (now: Date): RawBuilder<boolean> => sql`${enrolled('n', now)}`

function nextClass(userId: number, now: Date): RawBuilder<unknown> {
  return sql`(
    select s.period_id, s.schedule_id, e.title, e.kind, s.begin_at, coalesce(r.end_at, s.end_at) as end_at
    from enrolments n join class_schedules k on k.id = n.schedule_id and ${notCancelled('k')}
    join schedule_periods s on s.schedule_id = k.id join periods e on e.id = s.period_id and e.deleted_at is null
    left join live_rooms r on r.schedule_period_id = s.id and r.begin_at = s.begin_at and r.deleted_at is null
    where n.user_id = ${userId} and n.product_id = c.id and ${inForce(now)} and coalesce(r.ended_at, r.end_at, s.end_at) > ${now}
      and coalesce(r.is_open, true) order by s.begin_at, s.id limit 1)`
}

function lastLesson(userId: number, now: Date): RawBuilder<unknown> {
  return sql`(
    select e.id, l.schedule_id, e.title, e.kind, e.sequence_no, coalesce(l.position_sec, 0) as position,
      ${lessonSeconds({ lesson: 'e', room: 'r', film: 'f' }, now)} as length, l.last_at
    from periods e left join learn_progress l on l.period_id = e.id and l.user_id = ${userId}
    left join lateral (
      select o.* from schedule_periods s join live_rooms o on o.schedule_period_id = s.id and o.deleted_at is null
      where s.period_id = e.id and s.schedule_id = l.schedule_id order by o.begin_at desc limit 1) r on true
    left join media_assets f on f.id = coalesce(r.media_id, e.media_id)
    where e.course_id = c.id and e.deleted_at is null and (l.last_at is not null or e.kind = ${sql.lit(PeriodKind.video)})
    order by l.last_at desc nulls last, e.sequence_no limit 1)`
}

function toStudy(row: StudyRow): CourseStudy {
  return {
    courseId: row.courseId,
    lessonCount: row.lessonCount,
    finishedCount: row.finishedCount,
    learnedSec: row.learnedSec,
    lastFinishedAt: row.lastFinishedAt,
    isBegun: row.isBegun,
    scheduleName: row.scheduleName,
    needsClass: row.needsClass,
    next:
      row.nextPeriodId === null
        ? null
        : {
            periodId: row.nextPeriodId,
            scheduleId: row.nextScheduleId,
            title: row.nextTitle,
            kind: row.nextKind,
            beginAt: row.nextBeginAt,
            endAt: row.nextEndAt,
          },
    last:
      row.lastPeriodId === null
        ? null
        : {
            periodId: row.lastPeriodId,
            scheduleId: row.lastScheduleId,
            title: row.lastTitle,
            kind: row.lastKind,
            sequenceNo: row.lastSequenceNo,
            position: row.lastPosition,
            length: row.lastLength,
            lastAt: row.lastAt,
          },
  }
}

/** How somebody stands in these courses, by their keys. */
export async function readCourseStudies(
  db: Database,
  userId: number,
  courseIds: readonly number[],
  now: Date,
): Promise<Map<number, CourseStudy>> {
  if (courseIds.length === 0) return new Map()
  const { rows } = await sql<StudyRow>`
    select c.id as course_id, z.lesson_count, z.finished_count, z.learned_sec, z.last_finished_at, z.is_begun,
      (select k.name from enrolments n join class_schedules k on k.id = n.schedule_id
        where n.user_id = ${userId} and n.product_id = c.id and ${everEnrolled('n')} order by n.status, n.id desc limit 1) as schedule_name,
      exists (select 1 from enrolments n where n.user_id = ${userId} and n.product_id = c.id and n.schedule_id is null and ${inForce(now)})
        and not exists (select 1 from enrolments n where n.user_id = ${userId} and n.product_id = c.id and n.schedule_id is not null and ${inForce(now)})
        and exists (select 1 from class_schedules k where k.product_id = c.id and k.status = ${sql.lit(ScheduleStatus.open)} and k.end_date >= ${shanghaiDay(now.getTime())}::date) as needs_class,
      x.period_id as next_period_id, x.schedule_id as next_schedule_id, x.title as next_title, x.kind as next_kind, x.begin_at as next_begin_at, x.end_at as next_end_at,
      l.id as last_period_id, l.schedule_id as last_schedule_id, l.title as last_title, l.kind as last_kind, l.sequence_no as last_sequence_no,
      l.position as last_position, l.length as last_length, l.last_at
    from unnest(${[...courseIds]}::bigint[]) as c(id)
    cross join lateral (
      select count(*)::integer as lesson_count, count(p.finished_at)::integer as finished_count, coalesce(sum(p.watched_sec), 0)::integer as learned_sec,
        max(p.finished_at) as last_finished_at, count(p.period_id) > 0 as is_begun
      from periods e left join learn_progress p on p.period_id = e.id and p.user_id = ${userId}
      where e.course_id = c.id and e.deleted_at is null) z
    left join lateral ${nextClass(userId, now)} x on true
    left join lateral ${lastLesson(userId, now)} l on true`.execute(db)
  return new Map(rows.map((row) => [row.courseId, toStudy(row)]))
}

/** A course of a class system that its owner has. */
export interface StageCourse {
  classSystemId: number
  stageId: number
  stageName: string
  /** Null: the stage has none that they have. */
  courseId: number | null
  name: string
  lectureType: number
}

/** The stages of class systems with their courses, each in its order; of the courses those that somebody has or had. */
export async function listStageCourses(
  db: Database,
  userId: number,
  classSystemIds: readonly number[],
): Promise<StageCourse[]> {
  if (classSystemIds.length === 0) return []
  const { rows } = await sql<StageCourse>`
    select g.class_system_id, g.id as stage_id, g.name as stage_name, p.id as course_id, p.name, p.lecture_type
    from class_system_stages g
    left join (class_system_courses b join products p on p.id = b.course_id and p.deleted_at is null
      and exists (select 1 from enrolments n where n.user_id = ${userId} and n.product_id = p.id and ${everEnrolled('n')})) on b.stage_id = g.id
    where g.class_system_id = any(${[...classSystemIds]}::bigint[])
    order by g.class_system_id, g.sort, g.id, b.sort, p.id`.execute(db)
  return rows
}
