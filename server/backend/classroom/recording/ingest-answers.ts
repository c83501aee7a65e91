import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { appendSystem } from '#server/backend/classroom/chat/system-message.ts'
import type { IngestCalls, StreamRefusal } from '#server/media/ingest-calls.ts'
import { LiveStatus, RoomKind, SystemMessage } from '#shared/contract/enums.ts'
import {
  countRecordings,
  endRecording,
  findStream,
  insertRecording,
  listOpenRecordings,
  listPieces,
  noteFigures,
  setReplay,
} from './recording-store.ts'
import { earlyMs } from '#server/backend/classroom/room/room-end.ts'
import { lockRoom } from '#server/backend/classroom/room/room-settings-store.ts'
import { findRoom, type RoomRow, roomStatus } from '#server/backend/classroom/room/room-store.ts'
import { markStreamed, extendRoom } from './streamed-room-store.ts'

/** A class that lasts longer than planned goes on while its stream does. */
const overtimeMs = 60_000
const longestAgoMs = 60_000

type Answers = {
  readonly [K in keyof IngestCalls]: (
    ctx: BackendContext,
    ask: IngestCalls[K]['ask'],
  ) => Promise<IngestCalls[K]['answer']>
}

function refusalOf(room: RoomRow | undefined, now: number): StreamRefusal | undefined {
  if (!room || room.kind === RoomKind.aiLive) return 'unknown'
  if (roomStatus(room, now) === LiveStatus.ended) return 'ended'
  return now < room.beginAt.getTime() - earlyMs ? 'early' : undefined
}

/** What the ingest asks and tells. */
export const ingestAnswers: Answers = {
  async check(ctx, { key }) {
    const room = await findRoom(ctx.db, { streamKey: key })
    const refusal = refusalOf(room, ctx.clock.now())
    if (refusal || !room) return { refusal: refusal ?? 'unknown' }
    if (await findStream(ctx.db, room.id)) return { refusal: 'taken' }
    return { roomId: room.id, nextNumber: (await countRecordings(ctx.db, room.id)) + 1 }
  },

  async begin(ctx, { key, folder, agoMs }) {
    const now = ctx.clock.now()
    const begunAt = new Date(now - Math.min(Math.max(agoMs, 0), longestAgoMs))
    return ctx.tx(async (trx) => {
      const asked = await findRoom(trx, { streamKey: key })
      if (asked) await lockRoom(trx, asked.id)
      const room = await findRoom(trx, { streamKey: key })
      const refusal = refusalOf(room, now)
      if (refusal || !room) return { refusal: refusal ?? 'unknown' }
      const recordingId = await insertRecording(trx, room.id, folder, begunAt)
      if (recordingId === undefined) return { refusal: 'taken' }
      await markStreamed(trx, begunAt, room.id)
      // Who waits in the room looks for the stream now.
      await appendSystem(ctx, trx, {
        room,
        type: SystemMessage.aiLive,
        content: { status: LiveStatus.live },
        byUserId: null,
      })
      return { recordingId }
    })
  },

  async beat(ctx, { recordingId, figures }) {
    const now = ctx.clock.now()
    const goOn = await noteFigures(ctx.db, recordingId, figures, new Date(now))
    if (goOn) {
      const until = new Date(now + overtimeMs)
      await extendRoom(ctx.db, until, recordingId)
    }
    return { goOn }
  },

  async end(ctx, { recordingId, durationSec }) {
    return ctx.tx(async (trx) => {
      const ended = await endRecording(trx, recordingId, durationSec)
      if (!ended) throw new Error(`There is no recording ${recordingId}.`)
      const room = ended.endedNow ? await findRoom(trx, { id: ended.roomId }) : undefined
      if (room && room.endedAt === null)
        await appendSystem(ctx, trx, { room, type: SystemMessage.aiLive, content: {}, byUserId: null })
      const pieces = await listPieces(trx, ended.roomId)
      return {
        roomId: ended.roomId,
        pieces: pieces.map(({ folder, durationSec: length }) => ({ folder, durationSec: length })),
      }
    })
  },

  async replay(ctx, { roomId, folder }) {
    const now = new Date(ctx.clock.now())
    return ctx.tx(async (trx) => {
      const pieces = await listPieces(trx, roomId)
      const durationSec = pieces.reduce((sum, piece) => sum + piece.durationSec, 0)
      return { taken: await setReplay(trx, roomId, { folder, durationSec, now }) }
    })
  },

  async open(ctx) {
    return { recordings: await listOpenRecordings(ctx.db) }
  },
}
