import { sql } from 'kysely'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { drawHomeworkPhotos } from './homework-photos.ts'
import { placeLearnerDesk } from './learner-desk.ts'
import { placeExams } from './place-exams.ts'

const everyMs = 60_000
/** A run of classes that is over stays for so long before it comes round again: its replays stand in the live list meanwhile. */
const restHours = 6
/** Any number that no other advisory lock of ours uses. */
const lockKey = 7_203_001

/**
 * Moves the seed's schedules forward by whole cycles so that there is always a class now, some soon and some just ended.
 * Touches seed-marked schedules only, does nothing when nothing is over, and may run in several processes at once.
 * Answers how many schedules were moved.
 */
export async function moveLiveSchedules(trx: DatabaseTransaction, now: number): Promise<number> {
  const at = new Date(now)
  // NOTE: the lock comes first: two processes that compute from the same old times would move the classes twice
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx)
  const moved = await sql<{ id: number; days: number }>`
    with over as (
      select k.id, k.cycle_days, max(s.end_at) + make_interval(hours => ${sql.lit(restHours)}) as free_at
      from class_schedules k join schedule_periods s on s.schedule_id = k.id
      where k.is_seed and k.cycle_days is not null group by k.id)
    select o.id, (floor(extract(epoch from ${at} - o.free_at) / 86400 / o.cycle_days)::integer + 1) * o.cycle_days as days
    from over o where o.free_at <= ${at} order by o.id`.execute(trx)
  if (moved.rows.length > 0) await shift(trx, moved.rows)
  const opened = await moveOpeningDays(trx, at)
  return moved.rows.length + opened
}

async function shift(trx: DatabaseTransaction, moves: readonly { id: number; days: number }[]): Promise<void> {
  const ids = moves.map((move) => move.id)
  const days = moves.map((move) => move.days)
  const list = sql`unnest(${ids}::bigint[], ${days}::integer[]) as m(id, days)`
  // Shanghai has no summer time: so many days are so many times 24 hours
  await sql`update schedule_periods s set begin_at = s.begin_at + make_interval(hours => m.days * 24), end_at = s.end_at + make_interval(hours => m.days * 24)
    from ${list} where s.schedule_id = m.id`.execute(trx)
  await sql`update class_schedules k set begin_date = k.begin_date + m.days, end_date = k.end_date + m.days from ${list} where k.id = m.id`.execute(
    trx,
  )
}

/** Schedules without classes of their own (class systems): the opening day stays ahead. */
async function moveOpeningDays(trx: DatabaseTransaction, at: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update class_schedules k set begin_date = k.begin_date + n.days, end_date = k.end_date + n.days
    from (
      select c.id, (floor(((${at}::timestamptz at time zone 'UTC' + interval '8 hours')::date - c.begin_date)::numeric / c.cycle_days)::integer + 1) * c.cycle_days as days
      from class_schedules c
      where c.is_seed and c.cycle_days is not null and c.begin_date <= (${at}::timestamptz at time zone 'UTC' + interval '8 hours')::date
        and not exists (select 1 from schedule_periods s where s.schedule_id = c.id)) n
    where k.id = n.id returning k.id`.execute(trx)
  return rows.length
}

/** Runs the job now and every minute; answers how to stop it. */
export async function startLiveScheduleJob(
  ctx: Pick<BackendContext, 'clock' | 'db' | 'log' | 'storage' | 'tx'>,
): Promise<() => Promise<void>> {
  const run = async (): Promise<void> => {
    const moved = await ctx.tx(async (trx) => {
      const count = await moveLiveSchedules(trx, ctx.clock.now())
      // after the move, under its lock
      if (await placeLearnerDesk(trx, ctx.clock.now())) ctx.log.info({}, 'the demo learner has courses and messages')
      await placeExams(trx, ctx.clock.now())
      return count
    })
    if (moved > 0) ctx.log.info({ moved }, 'live schedules moved forward')
  }
  await run()
  let isOver = false
  // a picture takes a moment: nobody waits for the last of them
  const drawing = drawHomeworkPhotos(ctx, () => isOver).catch((error: unknown) =>
    ctx.log.error({ err: error }, 'photos of the demo could not be drawn'),
  )
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = run().catch((error: unknown) => ctx.log.error({ err: error }, 'live schedules could not be moved'))
  }, everyMs)
  timer.unref()
  return async () => {
    isOver = true
    clearInterval(timer)
    await drawing
    await running
  }
}
