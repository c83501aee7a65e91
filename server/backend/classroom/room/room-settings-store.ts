import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { PlayUrl } from '#shared/contract/play-fields.ts'
import { findRoomUrls } from './film-store.ts'
import type { RoomRow } from './room-store.ts'

/** What is done to one room is done one after the other: its streams begin and end, its settings change. */
export async function lockRoom(trx: Database, roomId: number): Promise<void> {
  await trx.selectFrom('liveRooms').select('liveRooms.id').where('liveRooms.id', '=', roomId).forUpdate().execute()
}

const sameUrls = (one: readonly PlayUrl[], other: readonly PlayUrl[]): boolean =>
  JSON.stringify(one.map(({ sortNum, name, url }) => [sortNum, name, url])) ===
  JSON.stringify(other.map(({ sortNum, name, url }) => [sortNum, name, url]))

/** Gives a room its addresses in place of those it had; false when they are the same. */
export async function setRoomUrls(trx: Database, roomId: number, urls: readonly PlayUrl[]): Promise<boolean> {
  const ordered = [...urls].sort((a, b) => a.sortNum - b.sortNum)
  if (sameUrls(await findRoomUrls(trx, roomId), ordered)) return false
  await trx.deleteFrom('liveRoomUrls').where('liveRoomUrls.roomId', '=', roomId).execute()
  if (ordered.length > 0)
    await trx
      .insertInto('liveRoomUrls')
      .values(ordered.map((url) => ({ roomId, ...url })))
      .execute()
  return true
}

/** Another password, or none: who was in by the one before tells the new one, and tries count from the beginning. */
export async function setRoomPassword(trx: Database, roomId: number, passwordHash: string | null): Promise<void> {
  await trx.updateTable('liveRooms').set({ passwordHash }).where('liveRooms.id', '=', roomId).execute()
  await trx.deleteFrom('roomPasswordTries').where('roomPasswordTries.roomId', '=', roomId).execute()
}

/** False when it says that already. */
export async function setRoomNotice(
  trx: Database,
  room: Pick<RoomRow, 'id' | 'notice'>,
  notice: string | null,
): Promise<boolean> {
  if (notice === room.notice) return false
  await sql`update live_rooms set notice = ${notice} where id = ${room.id}`.execute(trx)
  return true
}
