import { findPendants } from '#server/backend/classroom/tools/pendant-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import type { Hangings } from '#shared/contract/live.ts'
import { mayStart, reopenUntil } from './room-end.ts'
import type { RoomRow } from './room-store.ts'
import { type Onlooker, findSaleInfo, findRoomActivity } from './room-extras-store.ts'

/** What those who aren't in a room see hanging there. */
export const nothingHangs: Hangings = {
  notice: null,
  livePendant: {},
  saleInfo: null,
  activityId: null,
  reopenTime: null,
  staffTurn: null,
}

/** What the room's staff may do against its clock now. */
export function findTurns(
  room: RoomRow,
  { isStaff }: Pick<Onlooker, 'isStaff'>,
  now: Date,
): Pick<Hangings, 'reopenTime' | 'staffTurn'> {
  const reopenTime = reopenUntil(room, now.getTime())
  const turn = reopenTime !== null ? 'reopen' : mayStart(room, now.getTime()) ? 'start' : null
  return { reopenTime, staffTurn: isStaff ? turn : null }
}

/** What hangs in a room, for somebody who is in it. */
export async function findHangings(db: Database, room: RoomRow, onlooker: Onlooker, now: Date): Promise<Hangings> {
  return {
    notice: room.notice,
    livePendant: await sharedRead(db, `pendants of room ${room.id}`, () => findPendants(db, room.id)),
    saleInfo: await findSaleInfo(db, room, onlooker, now),
    activityId: await sharedRead(db, `lottery of room ${room.id}`, () => findRoomActivity(db, room.id, now)),
    ...findTurns(room, onlooker, now),
  }
}
