import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import { MediaStatus } from '#shared/contract/enums.ts'
import type { StreamFigures } from '#shared/contract/stream-figures.ts'
import type { RoomRow } from '#server/backend/classroom/room/room-store.ts'

/** Kind of media assets: the recording of a class. */
const recordedMedia = 3
/** So long after a class its replay may still be on the way; longer only after a crash. */
const makingMs = 10 * 60_000

/** A stream that runs now. */
export interface RunningStream {
  recordingId: number
  /** Below the media folder; it has a master.m3u8 that grows. */
  folder: string
  begunAt: Date
}

/** A finished piece of a class. */
export interface RecordedPiece {
  folder: string
  begunAt: Date
  durationSec: number
}

/** What a teacher sends into a room right now. */
export async function findStream(db: Database, roomId: number): Promise<RunningStream | undefined> {
  return db
    .selectFrom('liveRecordings')
    .select(['liveRecordings.id as recordingId', 'liveRecordings.folder', 'liveRecordings.begunAt'])
    .where('liveRecordings.roomId', '=', roomId)
    .where('liveRecordings.endedAt', 'is', null)
    .orderBy('liveRecordings.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Figures that nobody has renewed for so long say nothing of now: the ingest tells them every five seconds. */
const figuresMs = 20_000

/** Keeps what a running stream carries. False when it shall end: its room is over, or it has ended here. */
export async function noteFigures(
  db: Database,
  recordingId: number,
  { bitsPerSecond, width, height, frameRate, small }: StreamFigures,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ isOver: boolean }>`
    update live_recordings c set measured_at = ${now}, bits_per_second = ${bitsPerSecond}, width = ${width}, height = ${height},
      frame_rate = ${frameRate}, small_state = ${small}
    from live_rooms r where r.id = c.room_id and c.id = ${recordingId} and c.ended_at is null
    returning r.ended_at is not null or r.deleted_at is not null as is_over`.execute(db)
  return rows[0]?.isOver === false
}

/** What the running stream of a room carries: undefined when none runs, null when it isn't known (any more). */
export async function findFigures(
  db: Database,
  roomId: number,
  now: number,
): Promise<StreamFigures | null | undefined> {
  const row = await db
    .selectFrom('liveRecordings')
    .select([
      'liveRecordings.measuredAt',
      'liveRecordings.bitsPerSecond',
      'liveRecordings.width',
      'liveRecordings.height',
      'liveRecordings.frameRate',
      'liveRecordings.smallState',
    ])
    .where('liveRecordings.roomId', '=', roomId)
    .where('liveRecordings.endedAt', 'is', null)
    .orderBy('liveRecordings.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { measuredAt, bitsPerSecond, smallState, ...picture } = row
  if (measuredAt === null || bitsPerSecond === null || smallState === null) return null
  return now - measuredAt.getTime() > figuresMs ? null : { bitsPerSecond, small: smallState, ...picture }
}

/** What was recorded of rooms, of each in the order in which its replay shows it. */
export async function listPiecesOf(
  db: Database,
  roomIds: readonly number[],
): Promise<(RecordedPiece & { roomId: number })[]> {
  if (roomIds.length === 0) return []
  const rows = await db
    .selectFrom('liveRecordings')
    .select(['liveRecordings.roomId', 'liveRecordings.folder', 'liveRecordings.begunAt', 'liveRecordings.durationSec'])
    .where('liveRecordings.roomId', 'in', roomIds)
    .where('liveRecordings.durationSec', '>', 0)
    .orderBy('liveRecordings.begunAt')
    .orderBy('liveRecordings.id')
    .execute()
  return rows.map(({ durationSec, ...row }) => ({ ...row, durationSec: durationSec ?? 0 }))
}

/** The same of one room. */
export function listPieces(db: Database, roomId: number): Promise<RecordedPiece[]> {
  return listPiecesOf(db, [roomId])
}

/**
 * True of a room `r` of which something was recorded that its replay hasn't, for a piece is still written or was just closed: a teacher who
 * came back is several. A film that somebody chose in the recording's place is whole as it is.
 */
const lacksPieces = sql<boolean>`
  exists (select 1 from live_recordings c where c.room_id = r.id and (c.duration_sec is null or c.duration_sec > 0))
  and not exists (select 1 from media_assets a where a.id = r.media_id and (a.kind <> ${sql.lit(recordedMedia)}
    or (a.duration_sec = (select sum(c.duration_sec) from live_recordings c where c.room_id = r.id)
      and not exists (select 1 from live_recordings c where c.room_id = r.id and c.ended_at is null))))`

/** Whether a class that is over was recorded and its replay isn't there yet, or not whole. */
export async function isReplayComing(
  db: Database,
  { id, endedAt, endAt }: Pick<RoomRow, 'id' | 'endedAt' | 'endAt'>,
  now: number,
): Promise<boolean> {
  if (now > (endedAt ?? endAt).getTime() + makingMs) return false
  return sharedRead(db, `replay of room ${id}`, async () => {
    const { rows } = await sql`select 1 from live_rooms r where r.id = ${id} and ${lacksPieces}`.execute(db)
    return rows.length > 0
  })
}

/** Recordings that were begun and never ended, and those that their replay lacks: a crash came between. */
export async function listOpenRecordings(db: Database): Promise<{ recordingId: number; folder: string }[]> {
  const { rows } = await sql<{ recordingId: number; folder: string }>`
    select c.id as recording_id, c.folder from live_recordings c join live_rooms r on r.id = c.room_id
    where c.ended_at is null or (c.duration_sec > 0 and ${lacksPieces}) order by c.id`.execute(db)
  return rows
}

export async function countRecordings(db: Database, roomId: number): Promise<number> {
  const row = await db
    .selectFrom('liveRecordings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('liveRecordings.roomId', '=', roomId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** A recording begins: undefined when the room has a running one, or the folder is another's. Call under the room's lock. */
export async function insertRecording(
  trx: Database,
  roomId: number,
  folder: string,
  begunAt: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into live_recordings (room_id, folder, begun_at)
    select ${roomId}, ${folder}, ${begunAt}::timestamptz
    where not exists (select 1 from live_recordings r where r.room_id = ${roomId} and r.ended_at is null)
    on conflict (folder) do nothing returning id`.execute(trx)
  return rows[0]?.id
}

/** Ends a recording once; answers its room in any case, undefined when there is no such recording. */
export async function endRecording(
  trx: Database,
  recordingId: number,
  durationSec: number,
): Promise<{ roomId: number; endedNow: boolean } | undefined> {
  const { rows } = await sql<{ roomId: number }>`
    update live_recordings set duration_sec = ${Math.round(durationSec)}, ended_at = begun_at + make_interval(secs => ${durationSec}::float8)
    where id = ${recordingId} and ended_at is null returning room_id`.execute(trx)
  if (rows[0]) return { roomId: rows[0].roomId, endedNow: true }
  const row = await trx
    .selectFrom('liveRecordings')
    .select('liveRecordings.roomId')
    .where('liveRecordings.id', '=', recordingId)
    .executeTakeFirst()
  return row && { roomId: row.roomId, endedNow: false }
}

/** Makes a folder the room's replay. False when the room's film is not a recording: somebody chose another one. */
export async function setReplay(
  trx: Database,
  roomId: number,
  { folder, durationSec, now }: { folder: string; durationSec: number; now: Date },
): Promise<boolean> {
  const room = await trx
    .selectFrom('liveRooms')
    .select(['liveRooms.title', 'liveRooms.mediaId'])
    .where('liveRooms.id', '=', roomId)
    .forUpdate()
    .executeTakeFirst()
  if (!room) return false
  const recorded = { kind: recordedMedia, title: room.title, durationSec: Math.round(durationSec) }
  let assetId = room.mediaId
  if (assetId === null) {
    const asset = await trx
      .insertInto('mediaAssets')
      .values({ ...recorded, status: MediaStatus.ready, createdAt: now })
      .returning('mediaAssets.id')
      .executeTakeFirstOrThrow()
    assetId = asset.id
    await trx.updateTable('liveRooms').set({ mediaId: assetId }).where('liveRooms.id', '=', roomId).execute()
  } else {
    const changed = await trx
      .updateTable('mediaAssets')
      .set(recorded)
      .where('mediaAssets.id', '=', assetId)
      .where('mediaAssets.kind', '=', recordedMedia)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return false
    await trx.deleteFrom('mediaUrls').where('mediaUrls.assetId', '=', assetId).execute()
  }
  await trx
    .insertInto('mediaUrls')
    .values({ assetId, sortNum: 1, definition: 'auto', protocol: 'hls', url: `store:${folder}/master.m3u8` })
    .execute()
  return true
}
