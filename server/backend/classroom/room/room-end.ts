import type { Database } from '#server/backend/db/database.ts'
import { finishAttended } from '#server/backend/classroom/watch/finish-attended-store.ts'
import { LiveStatus, RoomKind } from '#shared/contract/enums.ts'
import { endQueue } from '#server/backend/classroom/tools/answer-queue-store.ts'
import { openEvaluation } from '#server/backend/classroom/tools/evaluation-store.ts'
import { type RoomRow, roomStatus } from './room-store.ts'
import { markEnded, markReopened } from './room-end-store.ts'

/** So long after its end a class may be gone on with. */
const reopenMs = 30 * 60_000
/** So long before its time a class may begin; a teacher's stream may, too. */
export const earlyMs = 2 * 3_600_000

/** Ends a room, whose class may be evaluated from then on; false when it had ended already. Whoever gets true tells the people in it. */
export async function endRoom(
  trx: Database,
  room: Pick<RoomRow, 'id' | 'productId' | 'scheduleId'>,
  at: Date,
): Promise<boolean> {
  const isEnded = await markEnded(trx, at, room.id)
  if (!isEnded) return false
  await openEvaluation(trx, room, 'attended')
  await finishAttended(trx, { roomId: room.id }, at)
  await endQueue(trx, room.id, at)
  return true
}

type Times = Pick<RoomRow, 'kind' | 'beginAt' | 'endAt' | 'startedAt' | 'endedAt'>

/**
 * Until when staff may go on with a room that has ended: half an hour, in which its people still may be there; epoch ms, null for a room that
 * isn't over, or not any more. A recording that was closed is no obstacle: another stream becomes the next piece of the replay. A film on
 * the clock goes on only while its time lasts.
 */
export function reopenUntil(room: Times, now: number): number | null {
  if (roomStatus(room, now) !== LiveStatus.ended) return null
  const until = (room.endedAt ?? room.endAt).getTime() + reopenMs
  const last = room.kind === RoomKind.aiLive ? Math.min(until, room.endAt.getTime()) : until
  return now < last ? last : null
}

/** Goes on with a room that has ended, for half an hour at least; false when its time to go on is over. Call under the room's lock. */
export async function reopenRoom(db: Database, room: RoomRow, now: Date): Promise<boolean> {
  if (reopenUntil(room, now.getTime()) === null) return false
  const endAt =
    room.kind === RoomKind.aiLive ? room.endAt : new Date(Math.max(room.endAt.getTime(), now.getTime() + reopenMs))
  const isOn = await markReopened(db, endAt, room.id)
  return isOn
}

/** Whether staff may begin a room now that its time hasn't come for. A film on the clock begins by the clock. */
export function mayStart(room: Times, now: number): boolean {
  return (
    room.kind !== RoomKind.aiLive &&
    roomStatus(room, now) === LiveStatus.notStarted &&
    now >= room.beginAt.getTime() - earlyMs
  )
}
