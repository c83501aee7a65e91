import { checkAccess } from '#server/backend/classroom/access/access-check.ts'
import { findLesson } from '#server/backend/classroom/room/room-store.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import { findAnswerStanding } from './answer-watch.ts'
import { findLeaseHolder, holdLease, type WatchRow } from './watch-store.ts'

/** Staff of a class see it wherever they sit: nobody is locked out of teaching by a second screen. */
async function isOfStaff(
  { db }: Pick<CallContext, 'db'>,
  { roomId, periodId, scheduleId }: WatchRow,
  session: Session,
  now: Date,
): Promise<boolean> {
  if (roomId === null) return false
  if (periodId === null) return (await findAnswerStanding(db, roomId, session, now))?.isStaff === true
  const lesson = await findLesson(db, { periodId, scheduleId: scheduleId ?? undefined, userId: session.userId }, now)
  return (await checkAccess(db, session, lesson, now)).isStaff
}

/** Whether a player may go on: it has or gets the account's lease, or its class is taught by who watches. */
export async function keepLease(
  ctx: Pick<CallContext, 'db'>,
  watch: WatchRow,
  session: Session,
  now: Date,
): Promise<boolean> {
  return (
    (await holdLease(ctx.db, { userId: session.userId, watchId: watch.id }, now)) || isOfStaff(ctx, watch, session, now)
  )
}

/** The same for a player that stands still and only asks: nothing is renewed, so it keeps nobody waiting. */
export async function mayGoOn(
  ctx: Pick<CallContext, 'db'>,
  watch: WatchRow,
  session: Session,
  now: Date,
): Promise<boolean> {
  const holder = await findLeaseHolder(ctx.db, session.userId, now)
  return holder === undefined || holder === watch.id || isOfStaff(ctx, watch, session, now)
}
