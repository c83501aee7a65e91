import { sql } from 'kysely'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { appendSystem } from '#server/backend/classroom/chat/system-message.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import { LiveStatus, RoomKind, SystemMessage } from '#shared/contract/enums.ts'
import { sayDue } from './demonstration.ts'
import { endRoom } from './room-end.ts'
import { findRoom, type RoomRow } from './room-store.ts'

const mostAtOnce = 200

/** Rooms whose begin has passed without anybody being told: films on the clock that were opened before they began. */
async function listBeginning(ctx: BackendContext, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from live_rooms r
    where r.kind = ${RoomKind.aiLive} and r.deleted_at is null and r.ended_at is null and r.started_at is null and r.begin_at <= ${now} and r.end_at > ${now} and r.created_at < r.begin_at
    order by r.begin_at, r.id limit ${sql.lit(mostAtOnce)}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Rooms whose end has passed; one that is streamed into goes on, its end moves with it. */
async function listEnding(ctx: BackendContext, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from live_rooms r where r.deleted_at is null and r.ended_at is null and r.end_at <= ${now}
    order by r.end_at, r.id limit ${sql.lit(mostAtOnce)}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

async function begin(ctx: BackendContext, id: number): Promise<boolean> {
  return ctx.tx(async (trx) => {
    const { rows } =
      await sql`update live_rooms set started_at = begin_at where id = ${id} and started_at is null and ended_at is null returning id`.execute(
        trx,
      )
    const room = rows.length > 0 ? await findRoom(trx, { id }) : undefined
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
    for (const id of await listBeginning(ctx, now)) if (await begin(ctx, id)) done += 1
    for (const id of await listEnding(ctx, now)) if (await end(ctx, id)) done += 1
    return done + (await sayDue(ctx, now))
  },
}
