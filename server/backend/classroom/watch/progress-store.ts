import { sql } from 'kysely'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { openFinishedCourse } from '#server/backend/classroom/tools/evaluation-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { unitsPerSecond } from './accept-claim.ts'

/** So much of a lesson, and it counts as watched. */
const finishedShare = 0.95
/** A heartbeat that came early is ahead of its time by less; what is further ahead comes from a clock that was set back. */
const aheadMs = 5000

/** A learner's progress in one lesson. */
export interface Progress {
  /** Seconds of the lesson that were watched, however often. */
  watchedSec: number
  isFinished: boolean
}

/** Something watched. */
export interface Watched {
  readonly userId: number
  readonly periodId: number
  readonly scheduleId: number | null
  readonly positionSec: number
  /** '{[0,105),[200,300)}' in tenths of a second; may be empty. */
  readonly ranges: string
  /** What is watched of the first so many seconds counts to the whole; null where that is not known (yet). */
  readonly length: number | null
  /** Up to here the learner's time is used up. */
  readonly usedUntil: Date
  readonly now: Date
}

/** One learner's watching is written down one after the other, from whatever player. Held until the transaction ends. */
export async function lockLearner(trx: Database, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`learner ${userId}`}, 0))`.execute(trx)
}

/** Up to when this learner's time is used up by what was written down; undefined when nothing was. */
export async function findUsedUntil(db: Database, userId: number, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('learnProgress')
    .select('learnProgress.lastAt')
    .where('learnProgress.userId', '=', userId)
    .where('learnProgress.lastAt', '<=', new Date(now.getTime() + aheadMs))
    .orderBy('learnProgress.lastAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.lastAt
}

/** True of a time that only a clock which was set back can explain. */
export function isAheadOf(time: Date, now: Date): boolean {
  return time.getTime() > now.getTime() + aheadMs
}

/**
 * Unites what was watched with what had been, moves the last position, and adds what is new to the day's learning time: a part that is
 * watched again, in another tab or a second time, adds nothing. The caller holds the learner's lock.
 */
export async function addWatched(
  trx: Database,
  { userId, periodId, scheduleId, positionSec, ranges, length, usedUntil, now }: Watched,
): Promise<Progress> {
  const before = await findProgress(trx, userId, periodId)
  const enough = length === null ? null : Math.ceil(length * finishedShare)
  const sum = (union: ReturnType<typeof sql>) =>
    sql<number>`(select coalesce(sum(upper(r) - lower(r)) / ${sql.lit(unitsPerSecond)}, 0)::integer from unnest(${union}) r)`
  const first = sum(sql`${ranges}::int4multirange`)
  const united = sum(sql`learn_progress.watched + excluded.watched`)
  // a class that was longer than its recording has places that the film doesn't
  const inside = sql`int4multirange(int4range(0, ${Math.ceil((length ?? 0) * unitsPerSecond)}::integer))`
  const { rows } = await sql<Progress>`
    insert into learn_progress (user_id, period_id, schedule_id, position_sec, watched, watched_sec, finished_at, last_at)
    values (${userId}, ${periodId}, ${scheduleId}, ${positionSec}, ${ranges}::int4multirange, ${first}, case when ${sum(sql`${ranges}::int4multirange * ${inside}`)} >= ${enough}::integer then ${now}::timestamptz end, ${usedUntil})
    on conflict (user_id, period_id) do update set schedule_id = excluded.schedule_id, position_sec = excluded.position_sec,
      watched = learn_progress.watched + excluded.watched, watched_sec = ${united},
      finished_at = coalesce(learn_progress.finished_at, case when ${sum(sql`(learn_progress.watched + excluded.watched) * ${inside}`)} >= ${enough}::integer then ${now}::timestamptz end), last_at = excluded.last_at
    returning watched_sec, finished_at is not null as is_finished`.execute(trx)
  const after = rows[0] ?? before
  if (after.isFinished && !before.isFinished) await openFinishedCourse(trx, [userId], periodId)
  await addLearningTime(trx, userId, after.watchedSec - before.watchedSec, now)
  return after
}

/** Seconds that count as learning on the day of `now`; a day has no more than it has. */
async function addLearningTime(trx: Database, userId: number, seconds: number, now: Date): Promise<void> {
  if (seconds <= 0) return
  await sql`
    insert into learn_days (user_id, day, seconds) values (${userId}, ${shanghaiDay(now.getTime())}, least(${seconds}::integer, 86400))
    on conflict (user_id, day) do update set seconds = least(learn_days.seconds + excluded.seconds, 86400)`.execute(trx)
}

export async function findProgress(
  db: Database,
  userId: number,
  periodId: number,
): Promise<Progress & { positionSec: number }> {
  const row = await db
    .selectFrom('learnProgress')
    .select(['learnProgress.watchedSec', 'learnProgress.finishedAt', 'learnProgress.positionSec'])
    .where('learnProgress.userId', '=', userId)
    .where('learnProgress.periodId', '=', periodId)
    .executeTakeFirst()
  return { watchedSec: row?.watchedSec ?? 0, isFinished: row?.finishedAt != null, positionSec: row?.positionSec ?? 0 }
}

/** Seconds of `ranges` that aren't written down for this learner yet. */
export async function countFresh(db: Database, userId: number, periodId: number, ranges: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(sum(upper(r) - lower(r)), 0)::float8 / ${sql.lit(unitsPerSecond)} as seconds
    from unnest(${ranges}::int4multirange - coalesce(
      (select p.watched from learn_progress p where p.user_id = ${userId} and p.period_id = ${periodId}), '{}'::int4multirange)) r`.execute(
    db,
  )
  return rows[0]?.seconds ?? 0
}

/** Of a lesson that isn't finished never more is said to be watched. */
const mostUnfinished = 0.99

/** Share of a lesson, 0..1; 1 only of one that is finished. */
export function shareOf({ watchedSec, isFinished }: Progress, length: number | null): number {
  return length === null || length <= 0 ? 0 : Math.min(isFinished ? 1 : mostUnfinished, watchedSec / length)
}
