import type { Database } from '#server/backend/db/database.ts'
import { finishAttended } from './finish-attended-store.ts'
import { addWatched, findUsedUntil, isAheadOf, lockLearner, type Progress } from './progress-store.ts'
import { toMultirange } from './accept-claim.ts'
import { addAttended } from './attendance-store.ts'

/** One heartbeat counts at most so much: a player that says nothing for longer may have been asleep. */
const mostPerBeatMs = 15_000

/** Somebody in a class that is on. */
export interface Attendance {
  readonly userId: number
  readonly periodId: number
  readonly scheduleId: number | null
  readonly roomId: number
  /** The class on the wall clock. */
  readonly beginAt: Date
  readonly endAt: Date
  /** Its staff or the clock have ended it. */
  readonly isOver: boolean
  /** When the player began or was last heard of; undefined: only what was written down before counts. */
  readonly since?: Date | undefined
  /** It is paused: its time passes without counting. */
  readonly isPaused: boolean
}

/**
 * Writes down that somebody has attended since they were last heard of, by the server's clock: at most 15 seconds a call, only while the class
 * was on, and never the same second twice, from however many players. Whether it was enough is known when the class is over.
 */
export async function attendRoom(
  trx: Database,
  attendance: Attendance,
  now: Date,
): Promise<Progress & { playedSec: number }> {
  const { userId, periodId, scheduleId, roomId, beginAt, endAt, isOver, since, isPaused } = attendance
  await lockLearner(trx, userId)
  const times = [since, await findUsedUntil(trx, userId, now)]
    .filter((time) => time !== undefined)
    .map((time) => (isAheadOf(time, now) ? now : time).getTime())
  const heard = times.length > 0 ? Math.max(...times) : now.getTime()
  const clip = (time: number): number => Math.min(Math.max(time, beginAt.getTime()), endAt.getTime())
  const second = (time: number): number => Math.round((clip(time) - beginAt.getTime()) / 1000)
  const to = second(now.getTime())
  const from = isPaused ? to : Math.min(to, second(Math.max(heard, now.getTime() - mostPerBeatMs)))
  const watched = { userId, periodId, scheduleId, positionSec: to, ranges: toMultirange([[from, to]], null) }
  const usedUntil = new Date(Math.max(heard, now.getTime()))
  const progress = await addWatched(trx, { ...watched, length: null, usedUntil, now })
  if (from < to) await addAttended(trx, { to, from, roomId, userId })
  const isEnough = isOver && (await finishAttended(trx, { roomId, userId }, now)) > 0
  return { ...progress, isFinished: progress.isFinished || isEnough, playedSec: to - from }
}
