import { checkAccess } from '#server/backend/classroom/access/access-check.ts'
import { findLesson } from '#server/backend/classroom/room/room-store.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import type { Handler } from '#server/backend/http/binding.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { CheckCode } from '#shared/contract/enums.ts'
import type { playApi } from '#shared/contract/play.ts'
import { acceptClaim, type Claim, isPossible, sumOf, toMultirange } from './accept-claim.ts'
import { findAnswerStanding } from './answer-watch.ts'
import { attendRoom } from './attendance.ts'
import { keepLease, mayGoOn } from './keep-lease.ts'
import {
  addWatched,
  countFresh,
  findProgress,
  findUsedUntil,
  isAheadOf,
  lockLearner,
  type Progress,
  shareOf,
} from './progress-store.ts'
import {
  classOf,
  forgedMessage,
  type GivenClass,
  isOfLesson,
  type LessonWatch,
  longestLength,
  requireWatch,
  watchLength,
} from './watch-facts.ts'
import { findOtherPlayer, releaseLease, updateBeat, type WatchRow } from './watch-store.ts'

interface Beat {
  readonly userId: number
  readonly watch: LessonWatch
  readonly claim: Claim
  readonly now: Date
}

/** A heartbeat of a film: what it claims is weighed, and written down or refused. */
async function countFilm(trx: Database, { userId, watch, claim, now }: Beat): Promise<Progress> {
  await lockLearner(trx, userId)
  const length = watchLength(watch)
  // a server's clock that was set back is not the learner's fault: this heartbeat counts for nothing, the next one does
  const isSetBack = isAheadOf(watch.beatAt, now)
  const counted: Claim = isSetBack ? { ...claim, ranges: [] } : claim
  const lastUsed = await findUsedUntil(trx, userId, now)
  const since = Math.max((isSetBack ? now : watch.beatAt).getTime(), lastUsed?.getTime() ?? 0)
  const ranges = toMultirange(counted.ranges, length)
  const freshSec = await countFresh(trx, userId, watch.periodId, ranges)
  const used = acceptClaim(counted, { since, now: now.getTime(), length: longestLength(watch), freshSec })
  if (used === undefined) throw new ApiError(Code.Toast, forgedMessage)
  const usedUntil = new Date(used)
  await updateBeat(trx, watch.id, usedUntil, sumOf(counted.ranges))
  const positionSec = Math.floor(Math.min(claim.position, length ?? claim.position))
  return addWatched(trx, {
    userId,
    periodId: watch.periodId,
    scheduleId: watch.scheduleId,
    positionSec,
    ranges,
    length,
    usedUntil,
    now,
  })
}

/** A heartbeat in a class: the clock says what was attended, whatever the player claims; a claim that can't be true is refused. */
async function countClass(trx: Database, { userId, watch, claim, now }: Beat, given: GivenClass): Promise<Progress> {
  const { periodId, scheduleId, beatAt, begunAt } = watch
  if (!isPossible(claim, now.getTime() - begunAt.getTime())) throw new ApiError(Code.Toast, forgedMessage)
  const { playedSec, ...progress } = await attendRoom(
    trx,
    { ...given, userId, periodId, scheduleId, since: beatAt, isPaused: claim.rate === 0 },
    now,
  )
  await updateBeat(trx, watch.id, now, playedSec)
  return progress
}

const minuteMs = 60_000
const minuteOf = (time: Date): number => Math.floor(time.getTime() / minuteMs)

/** Whether a learner still has the right to what they watch: it may end meanwhile. Looked at once in each minute of a player. */
async function mayStillWatch(
  { db }: Pick<CallContext, 'db'>,
  watch: WatchRow,
  session: Session,
  now: Date,
): Promise<boolean> {
  if (minuteOf(watch.beatAt) === minuteOf(now)) return true
  const { periodId, scheduleId } = watch
  if (periodId === null) return (await findAnswerStanding(db, watch.roomId, session, now))?.mayWatch === true
  const lesson = await findLesson(db, { periodId, scheduleId: scheduleId ?? undefined, userId: session.userId }, now)
  return (await checkAccess(db, session, lesson, now)).checkCode === CheckCode.pass
}

/** In a room for questions nothing is counted. */
const nothingLearned = { progress: 0, isFinished: false } as const

export const heartbeat: Handler<typeof playApi.heartbeat> = async (
  ctx,
  { watchId, isLeaving, isAsking, ...claim },
  session,
) => {
  const { userId } = session
  const now = new Date(ctx.clock.now())
  const found = await requireWatch(ctx.db, watchId, userId)
  const goesOn = await (isAsking ? mayGoOn : keepLease)(ctx, found, session, now)
  const isClosed = goesOn && !isAsking && !(await mayStillWatch(ctx, found, session, now))
  if (isClosed) await releaseLease(ctx.db, watchId, now)
  if (!goesOn || isAsking || isClosed) {
    // what it played since its last heartbeat is left out: the player that has taken over began at that position
    const otherPlayer = goesOn ? null : await findOtherPlayer(ctx.db, userId)
    const state = isClosed ? 'closed' : goesOn ? 'playing' : 'taken'
    if (!isOfLesson(found)) return { state, otherPlayer, ...nothingLearned }
    const progress = await findProgress(ctx.db, userId, found.periodId)
    return { state, otherPlayer, progress: shareOf(progress, watchLength(found)), isFinished: progress.isFinished }
  }
  // read anew: another heartbeat of the same player may have been written while this one waited for the lease
  const watch = await requireWatch(ctx.db, watchId, userId)
  if (!isOfLesson(watch)) {
    await updateBeat(ctx.db, watch.id, now, 0)
    if (isLeaving) await releaseLease(ctx.db, watchId, now)
    return { state: 'playing', otherPlayer: null, ...nothingLearned }
  }
  const given = classOf(watch)
  const beat: Beat = { userId, watch, claim, now }
  const progress = given ? await countClass(ctx.db, beat, given) : await countFilm(ctx.db, beat)
  if (isLeaving) await releaseLease(ctx.db, watchId, now)
  return {
    state: 'playing',
    otherPlayer: null,
    progress: shareOf(progress, watchLength(watch)),
    isFinished: progress.isFinished,
  }
}
