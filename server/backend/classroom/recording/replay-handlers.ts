import type { Handlers } from '#server/backend/http/binding.ts'
import { getPresent } from '#server/backend/classroom/chat/im-room.ts'
import { listSpoken } from '#server/backend/classroom/chat/message-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { type replayApi, replayWindowSec } from '#shared/contract/replay.ts'
import { createReplayClock } from '#shared/rules/replay-clock.ts'
import { findReplayClocks } from './find-replay-clocks.ts'

/** Most messages of one answer. */
const mostMessages = 1_000

/** The chat of a class beside its replay. */
export const replayHandlers: Handlers<typeof replayApi> = {
  async timeline(ctx, { periodId, scheduleId, fromSec, toSec = fromSec + replayWindowSec }, session) {
    if (toSec <= fromSec || toSec > fromSec + replayWindowSec) throw new ApiError(Code.Fail, '参数 toSec 不正确', 400)
    const { room, access } = await getPresent(ctx, { periodId, scheduleId }, session)
    const clock = (await findReplayClocks(ctx.db, [room])).get(room.id) ?? createReplayClock([])
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
