import type { Database } from '#server/backend/db/database.ts'
import type { RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { createReplayClock, type ReplayClock } from '#shared/rules/replay-clock.ts'
import { listPiecesOf } from './recording-store.ts'

/** What a replay's clock depends on beside its pieces. */
export type ReplayRoom = Pick<RoomRow, 'id' | 'beginAt' | 'endAt' | 'endedAt'>

/** Where moments lie in the replays of rooms: in the pieces that were recorded, or in the class itself when it was a film from its begin to its end. */
export async function findReplayClocks(db: Database, rooms: readonly ReplayRoom[]): Promise<Map<number, ReplayClock>> {
  const byId = new Map(rooms.map((room) => [room.id, room]))
  const pieces = await listPiecesOf(db, [...byId.keys()])
  const clocks = new Map<number, ReplayClock>()
  for (const { id, beginAt, endAt, endedAt } of byId.values()) {
    const recorded = pieces.filter(({ roomId }) => roomId === id)
    const whole = Math.max(0, Math.round(((endedAt ?? endAt).getTime() - beginAt.getTime()) / 1000))
    const spans = recorded.length > 0 ? recorded : [{ begunAt: beginAt, durationSec: whole }]
    clocks.set(
      id,
      createReplayClock(spans.map(({ begunAt, durationSec }) => ({ begunAt: begunAt.getTime(), durationSec }))),
    )
  }
  return clocks
}
