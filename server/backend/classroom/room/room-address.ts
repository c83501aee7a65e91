import type { Database } from '#server/backend/db/database.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import type { MediaMode } from '#server/backend/classroom/watch/sign-address.ts'
import { RoomKind } from '#shared/contract/enums.ts'
import type { PlayUrl } from '#shared/contract/play-fields.ts'
import { findStream } from '#server/backend/classroom/recording/recording-store.ts'
import type { RoomRow } from './room-store.ts'
import { type Film, findFilm, findRoomUrls } from './film-store.ts'

/** What a room shows, unsigned, and how it plays. */
export interface RoomSource {
  readonly urls: PlayUrl[]
  readonly mode: MediaMode
  /** The film that plays on the clock; undefined for a stream. */
  readonly film?: Film
}

/** Kind of media assets: the recording of a class. */
const recordedMedia = 3

/** In a class the slides stand first, then the camera. */
const slides = { sortNum: 1, name: '课件' } as const
const camera = { sortNum: 2, name: '老师' } as const

/** A test film stands for both pictures of a live class. */
function classPictures({ urls }: Film): PlayUrl[] {
  const url = (urls.find((one) => one.url.startsWith('store:')) ?? urls[0])?.url
  return url === undefined ? [] : [slides, camera].map((picture) => ({ ...picture, url }))
}

/** The film that plays on the room's clock. A recording never does: it is of a teacher whose stream broke off, and for afterwards. */
async function findClockFilm(
  db: Database,
  roomMediaId: number | null,
  lessonMediaId: number | null,
): Promise<Film | undefined> {
  const own = roomMediaId === null ? undefined : await findFilm(db, roomMediaId)
  if (own && own.kind !== recordedMedia) return own
  return lessonMediaId === null ? undefined : findFilm(db, lessonMediaId)
}

type Showing = Pick<RoomRow, 'id' | 'kind' | 'mediaId' | 'beginAt' | 'endAt' | 'startedAt'>

/** What a room that is on shows: what the teacher sends now, else the room's own addresses, else the lesson's film on the clock. */
export function findRoomSource(
  db: Database,
  room: Showing,
  lessonMediaId: number | null,
): Promise<RoomSource | undefined> {
  const key = `picture of room ${room.id} ${room.beginAt.getTime()} ${room.endAt.getTime()} ${room.startedAt?.getTime()} ${room.kind} ${room.mediaId} ${lessonMediaId}`
  return sharedRead(db, key, () => selectRoomSource(db, room, lessonMediaId))
}

async function selectRoomSource(
  db: Database,
  room: Showing,
  lessonMediaId: number | null,
): Promise<RoomSource | undefined> {
  const stream = await findStream(db, room.id)
  if (stream) return { urls: [{ ...camera, url: `store:${stream.folder}/master.m3u8` }], mode: { kind: 'live' } }
  const urls = await findRoomUrls(db, room.id)
  if (urls.length > 0) return { urls, mode: { kind: 'live' } }
  const film = await findClockFilm(db, room.mediaId, lessonMediaId)
  if (!film || film.urls.length === 0) return undefined
  const mode: MediaMode = {
    kind: 'clock',
    begin: Math.min(room.beginAt.getTime(), room.startedAt?.getTime() ?? Number.POSITIVE_INFINITY),
    end: room.endAt.getTime(),
  }
  return { urls: room.kind === RoomKind.live && film.repeats ? classPictures(film) : film.urls, mode, film }
}
