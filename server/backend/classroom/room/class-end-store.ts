import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import type { PeriodKind } from '#shared/contract/enums.ts'
import type { LessonRow, RoomRow } from './room-store.ts'

/** A class by its timetable and, once somebody was in it, by its room. */
export interface NextClassRow {
  periodId: number
  periodName: string
  kind: PeriodKind
  scheduleId: number
  beginAt: Date
  endAt: Date
  startedAt: Date | null
}

/**
 * The first class of the same schedule after this one that isn't over at `now`; it may have begun. Undefined: this was the last.
 */
export function findNextClass(db: Database, lesson: LessonRow, now: Date): Promise<NextClassRow | undefined> {
  const { schedulePeriodId, scheduleId, beginAt } = lesson
  return sharedRead(db, `class after ${schedulePeriodId} ${beginAt?.getTime()}`, async () => {
    const { rows } = await sql<NextClassRow>`
      select s.period_id, e.title as period_name, e.kind, s.schedule_id, s.begin_at,
        coalesce(r.end_at, s.end_at) as end_at, r.started_at
      from schedule_periods s join periods e on e.id = s.period_id and e.deleted_at is null
      left join live_rooms r on r.schedule_period_id = s.id and r.begin_at = s.begin_at and r.deleted_at is null
      where s.schedule_id = ${scheduleId}::bigint and s.begin_at > ${beginAt}::timestamptz
        and r.ended_at is null and coalesce(r.end_at, s.end_at) > ${now}
      order by s.begin_at, s.id limit 1`.execute(db)
    return rows[0]
  })
}

/** What a lesson gives its learners beside the class. */
export interface TaughtRow {
  /** What its course teaches, in its own words; null when it doesn't say. */
  learnAim: string | null
  hasHomework: boolean
}

/** A lesson that is gone gives nothing. */
export function findTaught(db: Database, periodId: number): Promise<TaughtRow> {
  return sharedRead(db, `taught in ${periodId}`, async () => {
    const row = await db
      .selectFrom('periods')
      .innerJoin('products', 'products.id', 'periods.courseId')
      .select(['products.learnAim', 'periods.hasHomework'])
      .where('periods.id', '=', periodId)
      .executeTakeFirst()
    return { learnAim: row?.learnAim?.trim() || null, hasHomework: row?.hasHomework ?? false }
  })
}

/** How somebody has taken a lesson's class. */
export interface OwnClass {
  attendedSec: number
  isFinished: boolean
  score: number | null
}

/** Nothing of it is null: who never came was there for 0 seconds. */
export async function findOwnClass(
  db: Database,
  userId: number,
  periodId: number,
  room: RoomRow | undefined,
): Promise<OwnClass> {
  const roomId = room?.id ?? null
  const { rows } = await sql<OwnClass>`
    select coalesce((
        select m.watch_sec from room_members m where m.room_id = ${roomId}::bigint and m.user_id = ${userId}), 0) as attended_sec,
      exists (select 1 from learn_progress p
        where p.user_id = ${userId} and p.period_id = ${periodId} and p.finished_at is not null) as is_finished,
      (select v.score from live_evaluations v where v.user_id = ${userId} and v.period_id = ${periodId}) as score`.execute(
    db,
  )
  return rows[0] ?? { attendedSec: 0, isFinished: false, score: null }
}
