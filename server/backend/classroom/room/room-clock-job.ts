import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { appendSystem } from '#server/backend/classroom/chat/system-message.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import { LiveStatus, RoomKind, SystemMessage } from '#shared/contract/enums.ts'
import { sayDue } from './demonstration.ts'
import { endRoom } from './room-end.ts'
import { findRoom, type RoomRow } from './room-store.ts'
import { listBeginning, listEnding, markBegun } from './room-clock-store.ts'

async function begin(ctx: BackendContext, id: number): Promise<boolean> {
  return ctx.tx(async (trx) => {
    const isBegun = await markBegun(trx, id)
    const room = isBegun ? await findRoom(trx, { id }) : undefined
    if (room)
      await appendSystem(ctx, trx, {
        room,
        type: SystemMessage.aiLive,
        content: { status: LiveStatus.live },
        byUserId: null,
      })
    return room !== undefined
  })
}

const stopOf = ({ kind }: RoomRow): SystemMessage =>
  kind === RoomKind.aiLive ? SystemMessage.aiLive : SystemMessage.liveStop

async function end(ctx: BackendContext, id: number): Promise<boolean> {
  return ctx.tx(async (trx) => {
    const room = await findRoom(trx, { id })
    // asked again under the transaction: a stream may have moved the end on
    if (!room || room.endAt.getTime() > ctx.clock.now() || !(await endRoom(trx, room, room.endAt))) return false
    await appendSystem(ctx, trx, { room, type: stopOf(room), content: { status: LiveStatus.ended }, byUserId: null })
    return true
  })
}

/** Begins and ends rooms by the clock, each once, and tells the people in them; says what a demonstration is to say. */
export const roomClockJob: Job = {
  name: 'rooms.clock',
  cron: '* * * * *',
  async run(ctx) {
    const now = new Date(ctx.clock.now())
    let done = 0
    for (const id of await listBeginning(ctx.db, now)) if (await begin(ctx, id)) done += 1
    for (const id of await listEnding(ctx.db, now)) if (await end(ctx, id)) done += 1
    return done + (await sayDue(ctx, now))
  },
}
