import { notDraft } from '#server/backend/db/predicates.ts'
import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { LectureType, PeriodKind } from '#shared/contract/enums.ts'
import { lessonSeconds } from './lesson-length-store.ts'

/** Where a learner was last. */
export interface LastLesson {
  periodId: number
  periodName: string
  position: number
  scheduleId: number | null
}

/** The lesson of a course where the learner was last; undefined when they never were in any. */
export async function findLastLesson(db: Database, userId: number, courseId: number): Promise<LastLesson | undefined> {
  const { rows } = await sql<LastLesson>`
    select e.id as period_id, e.title as period_name, p.position_sec as position, p.schedule_id
    from learn_progress p join periods e on e.id = p.period_id
    where p.user_id = ${userId} and e.course_id = ${courseId} and e.deleted_at is null
    order by p.last_at desc, e.id limit 1`.execute(db)
  return rows[0]
}

/** Seconds of lessons that a learner has watched, each counted once. */
export async function sumWatched(db: Database, userId: number): Promise<number> {
  const { rows } = await sql<{
    seconds: number
  }>`select coalesce(sum(p.watched_sec), 0)::bigint as seconds from learn_progress p where p.user_id = ${userId}`.execute(
    db,
  )
  return rows[0]?.seconds ?? 0
}

/** The course in which a learner was last. */
export interface LastCourse {
  id: number
  name: string
  coverImg: string | null
  lectureType: LectureType
  periodId: number
  periodName: string
  kind: PeriodKind
  /** Seconds of its lessons, watched and all. */
  watchedSec: number
  totalSec: number
}

export async function findLastCourse(db: Database, userId: number, now: Date): Promise<LastCourse | undefined> {
  const { rows } = await sql<LastCourse>`
    select c.id, c.name, c.cover_img, c.lecture_type, l.period_id, l.title as period_name, l.kind, s.watched_sec, s.total_sec
    from (
      select e.course_id, e.id as period_id, e.title, e.kind from learn_progress p
      join periods e on e.id = p.period_id and e.deleted_at is null
      join products x on x.id = e.course_id and x.deleted_at is null and ${notDraft('x')}
      where p.user_id = ${userId} order by p.last_at desc, e.id limit 1) l
    join products c on c.id = l.course_id
    cross join lateral (
      select coalesce(sum(case when q.finished_at is not null then x.seconds else least(coalesce(q.watched_sec, 0), x.seconds) end), 0)::bigint as watched_sec,
        coalesce(sum(x.seconds), 0)::bigint as total_sec
      from periods e left join learn_progress q on q.period_id = e.id and q.user_id = ${userId}
      left join lateral (
        select o.* from schedule_periods k join live_rooms o on o.schedule_period_id = k.id and o.deleted_at is null
        where k.period_id = e.id and k.schedule_id = q.schedule_id order by o.begin_at desc limit 1) r on true
      left join media_assets m on m.id = coalesce(r.media_id, e.media_id)
      cross join lateral (select ${lessonSeconds({ lesson: 'e', room: 'r', film: 'm' }, now)} as seconds) x
      where e.course_id = c.id and e.deleted_at is null) s`.execute(db)
  return rows[0]
}
