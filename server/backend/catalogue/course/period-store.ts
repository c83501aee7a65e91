import { sql } from 'kysely'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { Database } from '#server/backend/db/database.ts'
import { notCancelled, onSale } from '#server/backend/db/predicates.ts'
import type { FreePeriod } from '#shared/contract/college.ts'
import { LectureType, PeriodKind } from '#shared/contract/enums.ts'

/** A lesson of a course; the times are those of one schedule, null without one. A class ends when its staff end it. */
export interface PeriodRow {
  id: number
  title: string
  sequenceNo: number
  durationSec: number
  isFreeStudy: boolean
  kind: PeriodKind
  /** Everybody who is signed in may go into its room. */
  isOpen: boolean
  scheduleId: number | null
  beginAt: Date | null
  endAt: Date | null
  playUrl: string | null
}

/** The first address that is open to everybody; those of the private store are signed when somebody plays. */
const firstUrl = sql<
  string | null
>`(select u.url from media_urls u where u.asset_id = e.media_id and u.url not like 'store:%' order by u.sort_num limit 1)`

export async function listPeriods(
  db: Database,
  courseId: number,
  scheduleId: number | undefined,
): Promise<PeriodRow[]> {
  const { rows } = await sql<PeriodRow>`
    select e.id, e.title, e.sequence_no, e.duration_sec, e.is_free_study, e.is_free_study and coalesce(r.is_open, true) as is_open, e.kind, s.schedule_id, s.begin_at, coalesce(r.ended_at, r.end_at, s.end_at) as end_at,
      case when e.is_free_study then ${firstUrl} end as play_url
    from periods e
    left join schedule_periods s on s.period_id = e.id and s.schedule_id = ${scheduleId ?? null}::bigint
    left join live_rooms r on r.schedule_period_id = s.id and r.begin_at = s.begin_at and r.deleted_at is null
    where e.course_id = ${courseId} and e.deleted_at is null order by e.sequence_no, e.id`.execute(db)
  return rows
}

/**
 * The schedule a visitor sees: the asked one of this course, else the one whose class is on or comes next, else the first that isn't over,
 * else the last; undefined without any.
 */
export async function findScheduleId(
  db: Database,
  courseId: number,
  asked: number | undefined,
  now: number,
): Promise<number | undefined> {
  const today = shanghaiDay(now)
  const { rows } = await sql<{ id: number }>`
    select s.id from class_schedules s
    where s.product_id = ${courseId} and ${notCancelled('s')} and (${asked ?? null}::bigint is null or s.id = ${asked ?? null}::bigint)
    order by (s.end_date < ${today}::date),
      (select min(l.begin_at) from schedule_periods l where l.schedule_id = s.id and l.end_at > ${new Date(now)}) nulls last,
      case when s.end_date >= ${today}::date then s.begin_date end, s.begin_date desc, s.id limit 1`.execute(db)
  return rows[0]?.id
}

interface FreeRow {
  periodId: number
  courseId: number
  courseName: string
  lectureType: LectureType
  title: string
  coverImg: string | null
  duration: number
  playUrl: string
}

/** Free recorded lessons that play for everybody: all of one course, or the first of each course of a college (or of the school). */
export async function listFreePeriods(
  db: Database,
  scope: { collegeId?: number | undefined; courseId?: number | undefined },
  limit: number,
): Promise<FreePeriod[]> {
  const everyLesson = scope.courseId !== undefined
  const { rows } = await sql<FreeRow>`
    select e.id as period_id, p.id as course_id, p.name as course_name, p.lecture_type, e.title, p.cover_img, e.duration_sec as duration, u.url as play_url
    from products p
    join lateral (
      select f.id, f.title, f.sequence_no, f.duration_sec, f.media_id from periods f
      where f.course_id = p.id and f.is_free_study and f.deleted_at is null and f.kind = ${sql.lit(PeriodKind.video)} and f.media_id is not null
      order by f.sequence_no limit ${everyLesson ? limit : 1}) e on true
    join lateral (select m.url from media_urls m where m.asset_id = e.media_id and m.url not like 'store:%' order by m.sort_num limit 1) u on true
    where ${onSale('p')} and p.lecture_type <> ${sql.lit(LectureType.classSystem)}
      and (${scope.collegeId ?? null}::bigint is null or p.college_id = ${scope.collegeId ?? null}::bigint)
      and (${scope.courseId ?? null}::bigint is null or p.id = ${scope.courseId ?? null}::bigint)
    order by p.sort, p.id, e.sequence_no limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, coverImg: row.coverImg ?? '' }))
}

/** Other courses worth a look: the chosen ones, then those of the same direction, then of the same subject. */
export async function listMoreCourseIds(db: Database, courseId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from products p
    join products me on me.id = ${courseId}
    left join product_recommends r on r.product_id = me.id and r.other_id = p.id
    where p.lecture_type <> ${sql.lit(LectureType.classSystem)} and ${onSale('p')} and p.id <> me.id
      and (r.other_id is not null or p.subject_one_id is not distinct from me.subject_one_id)
    order by (r.other_id is null), r.sort, (p.learn_id is distinct from me.learn_id), p.study_count desc, p.id limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}
