import type { Handlers } from '#server/backend/http/binding.ts'
import type { Database } from '#server/backend/db/database.ts'
import { getPresent } from '#server/backend/classroom/chat/im-room.ts'
import { listSpoken } from '#server/backend/classroom/chat/message-store.ts'
import { listPieces } from '#server/backend/classroom/recording/recording-store.ts'
import type { RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { type replayApi, replayWindowSec } from '#shared/contract/replay.ts'
import { createReplayClock, type ReplayClock } from '#shared/rules/replay-clock.ts'

/** Most messages of one answer. */
const mostMessages = 1_000

/** The replay's pieces: what was recorded, or the class itself when it was a film from its begin to its end. */
async function findClock(db: Database, room: RoomRow): Promise<ReplayClock> {
  const pieces = await listPieces(db, room.id)
  if (pieces.length > 0)
    return createReplayClock(pieces.map(({ begunAt, durationSec }) => ({ begunAt: begunAt.getTime(), durationSec })))
  const end = room.endedAt ?? room.endAt
  return createReplayClock([
    {
      begunAt: room.beginAt.getTime(),
      durationSec: Math.max(0, Math.round((end.getTime() - room.beginAt.getTime()) / 1000)),
    },
  ])
}

/** The chat of a class beside its replay. */
export const replayHandlers: Handlers<typeof replayApi> = {
  async timeline(ctx, { periodId, scheduleId, fromSec, toSec = fromSec + replayWindowSec }, session) {
    if (toSec <= fromSec || toSec > fromSec + replayWindowSec) throw new ApiError(Code.Fail, '参数 toSec 不正确', 400)
    const { room, access } = await getPresent(ctx, { periodId, scheduleId }, session)
    const clock = await findClock(ctx.db, room)
    const { since, until } = clock.momentsOf(fromSec, toSec)
    const rows = await listSpoken(ctx.db, room.groupId, {
      since: new Date(since),
      until: new Date(until),
      size: mostMessages + 1,
    })
    const placed = rows.flatMap((message) => {
      const offsetSec = clock.secondOf(message.time)
      return offsetSec === undefined || offsetSec < fromSec || offsetSec >= toSec ? [] : [{ ...message, offsetSec }]
    })
    const last = placed.at(-1)
    // A second is answered whole or not at all, unless it alone is too much.
    const untilSec = rows.length <= mostMessages || !last ? toSec : Math.max(last.offsetSec, fromSec + 1)
    return {
      messages: placed.filter(({ offsetSec }) => offsetSec < untilSec),
      untilSec,
      totalSec: clock.totalSec,
      staffGroupId: access.isStaff ? room.groupKey : null,
    }
  },
}
