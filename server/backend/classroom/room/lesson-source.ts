import type { Database } from '#server/backend/db/database.ts'
import { LiveStatus, PeriodKind, RoomKind } from '#shared/contract/enums.ts'
import { lessonStatus } from './live-info.ts'
import { findRoomSource, type RoomSource } from './room-address.ts'
import { findFilm } from './film-store.ts'
import type { LessonRow, RoomRow } from './room-store.ts'

/** Rooms have ids from 1 on. */
const noRoom = 0

/** What a live lesson shows while it is on; for a look into the room the film of a lesson that isn't. Undefined: nothing. */
export async function findLessonSource(
  db: Database,
  lesson: LessonRow,
  room: RoomRow | undefined,
  { now, isPreview }: { now: number; isPreview: boolean },
): Promise<RoomSource | undefined> {
  if (lessonStatus(lesson, room, now) === LiveStatus.live) {
    if (room) return findRoomSource(db, room, lesson.mediaId)
    if (lesson.beginAt === null || lesson.endAt === null) return undefined
    const kind = lesson.kind === PeriodKind.aiLive ? RoomKind.aiLive : RoomKind.live
    return findRoomSource(
      db,
      { id: noRoom, kind, mediaId: null, beginAt: lesson.beginAt, endAt: lesson.endAt, startedAt: null },
      lesson.mediaId,
    )
  }
  const mediaId = room?.mediaId ?? lesson.mediaId
  const film = isPreview && mediaId !== null ? await findFilm(db, mediaId) : undefined
  return film && film.urls.length > 0 ? { urls: film.urls, mode: { kind: 'film', seconds: null }, film } : undefined
}
