import type { CallContext } from '#server/backend/context/backend-context.ts'
import { lessonStatus } from '#server/backend/classroom/room/live-info.ts'
import { findRoomSource } from '#server/backend/classroom/room/room-address.ts'
import type { Film } from '#server/backend/classroom/room/film-store.ts'
import type { LessonRow, RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { LiveStatus } from '#shared/contract/enums.ts'
import type { PlayAddress } from '#shared/contract/play-fields.ts'
import { filmAddress, filmLength, filmMode, findLessonFilm } from '#server/backend/classroom/watch/lesson-film.ts'
import { findLessonSeconds } from '#server/backend/classroom/watch/lesson-film-store.ts'
import { classLength } from '#server/backend/classroom/watch/lesson-length.ts'
import { type MediaMode, signAddress } from '#server/backend/classroom/watch/sign-address.ts'

/** What there is to see in a room at this moment. */
export interface Shown {
  readonly address: PlayAddress
  readonly mode: MediaMode
  readonly film: Film | undefined
  readonly duration: number
  readonly isReplay: boolean
}

/** The stream of a class that is on, or the replay of one that is over; undefined when there is nothing to see. */
export async function showRoom(ctx: CallContext, lesson: LessonRow, room: RoomRow): Promise<Shown | undefined> {
  const now = ctx.clock.now()
  const status = lessonStatus(lesson, room, now)
  const durationSec = await findLessonSeconds(ctx.db, lesson.periodId)
  if (status === LiveStatus.live) {
    const source = await findRoomSource(ctx.db, room, lesson.mediaId)
    return (
      source && {
        address: signAddress(ctx, source.urls, source.mode),
        mode: source.mode,
        film: source.film,
        duration: classLength(room),
        isReplay: false,
      }
    )
  }
  const film = await findLessonFilm(ctx.db, lesson, room, now)
  if (!film) return undefined
  const length = filmLength(durationSec, film)
  const mode = filmMode(film, length)
  return { address: filmAddress(ctx, film, mode), mode, film, duration: length ?? 0, isReplay: true }
}
