import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { PeriodKind } from '#shared/contract/enums.ts'
import { lessonSeconds } from '#server/backend/classroom/watch/lesson-length-store.ts'

/** Which course, and by which schedule its classes have their times. */
export interface PeriodScope {
  readonly courseId: number
  readonly scheduleId: number | null
  /** Who gives the class, when it isn't one of the course's own teachers. */
  readonly teacherId: number | null
}

export interface PeriodRow {
  id: number
  name: string
  sequenceNo: number
  kind: PeriodKind
  duration: number
  /** Seconds that count as the whole of it. */
  length: number
  isFreeStudy: boolean
  beginAt: Date | null
  endAt: Date | null
  startedAt: Date | null
  endedAt: Date | null
  watchedSec: number
  isFinished: boolean
}

/** The lessons of a course in order, with how far somebody is. */
export async function listPeriodRows(
  db: Database,
  { courseId, scheduleId }: PeriodScope,
  userId: number | undefined,
  now: Date,
): Promise<PeriodRow[]> {
  const { rows } = await sql<PeriodRow>`
    select e.id, e.title as name, e.sequence_no, e.kind, e.duration_sec as duration, ${lessonSeconds({ lesson: 'e', room: 'r', film: 'm' }, now)} as length, e.is_free_study, s.begin_at, coalesce(r.end_at, s.end_at) as end_at,
      r.started_at, r.ended_at, coalesce(p.watched_sec, 0) as watched_sec, p.finished_at is not null as is_finished
    from periods e
    left join schedule_periods s on s.period_id = e.id and s.schedule_id = ${scheduleId}::bigint
    left join live_rooms r on r.schedule_period_id = s.id and r.begin_at = s.begin_at and r.deleted_at is null
    left join media_assets m on m.id = coalesce(r.media_id, e.media_id)
    left join learn_progress p on p.period_id = e.id and p.user_id = ${userId ?? null}::bigint
    where e.course_id = ${courseId} and e.deleted_at is null order by e.sequence_no, e.id`.execute(db)
  return rows
}
