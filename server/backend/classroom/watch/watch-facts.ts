import type { Database } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { filmLength } from './lesson-film.ts'
import { classLength } from './lesson-length.ts'
import { findWatch, type WatchRow } from './watch-store.ts'

/** Said of a heartbeat that can't be true, and of players that aren't the caller's. */
export const forgedMessage = '学习记录异常，请刷新页面'

/** A class on the wall clock. */
export interface GivenClass {
  readonly roomId: number
  readonly beginAt: Date
  readonly endAt: Date
  /** Seconds from its real begin to its end. */
  readonly lengthSec: number
  /** Its staff or the clock have ended it. */
  readonly isOver: boolean
}

/** A player of a lesson: what is watched in it is written down. */
export type LessonWatch = WatchRow & { readonly periodId: number }

/** Others show the picture of a room for questions. */
export function isOfLesson(watch: WatchRow): watch is LessonWatch {
  return watch.periodId !== null
}

/** A player of the caller's. */
export async function requireWatch(db: Database, watchId: string, userId: number): Promise<WatchRow> {
  const watch = await findWatch(db, watchId, userId)
  if (!watch) throw new ApiError(Code.Toast, forgedMessage)
  return watch
}

/** The class of a player that was opened while it was on; one that was opened afterwards shows the replay, a film like others. */
export function classOf({
  roomId,
  roomBeginAt,
  roomEndAt,
  roomStartedAt,
  roomIsOver,
  begunAt,
}: WatchRow): GivenClass | undefined {
  if (roomId === null || roomBeginAt === null || roomEndAt === null || begunAt >= roomEndAt) return undefined
  const times = { beginAt: roomBeginAt, endAt: roomEndAt, startedAt: roomStartedAt, endedAt: null }
  return { roomId, beginAt: roomBeginAt, endAt: roomEndAt, lengthSec: classLength(times), isOver: roomIsOver ?? false }
}

/** Seconds that count as the whole of what a player shows; null when nobody knows. */
export function watchLength(watch: WatchRow): number | null {
  const given = classOf(watch)
  return given
    ? given.lengthSec
    : filmLength(watch.durationSec, { durationSec: watch.filmSec, repeats: watch.filmRepeats ?? false })
}

/** No place of a player lies behind this second: films are a little longer than they say, lessons announce more than is played. Null: nobody knows. */
export function longestLength(watch: WatchRow): number | null {
  const length = watchLength(watch)
  return length === null ? null : Math.max(length, watch.durationSec)
}
