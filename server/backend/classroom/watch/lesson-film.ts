import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import { lessonStatus } from '#server/backend/classroom/room/live-info.ts'
import { isReplayComing } from '#server/backend/classroom/recording/recording-store.ts'
import { type Film, findFilm } from '#server/backend/classroom/room/film-store.ts'
import type { LessonRow, RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import type { PlayAddress, VideoOptions } from '#shared/contract/play-fields.ts'
import { ownValue } from '#shared/own-value.ts'
import { maskPhone } from '#shared/rules/account-rules.ts'
import { type MediaMode, type Openness, signAddress, signCaptions } from './sign-address.ts'
import { findWatcher } from './lesson-film-store.ts'

/**
 * The film of a lesson that may be watched at any time: a recorded lesson's own, of a live class that is over its recording, else the
 * lesson's; nothing while the recording is being made. A film that goes by the class's clock (录播直播) is never one.
 */
export async function findLessonFilm(
  db: Database,
  lesson: LessonRow,
  room: RoomRow | undefined,
  now: number,
): Promise<Film | undefined> {
  if (lesson.kind === PeriodKind.aiLive) return undefined
  if (lesson.kind === PeriodKind.live && lessonStatus(lesson, room, now) !== LiveStatus.ended) return undefined
  if (room && (await isReplayComing(db, room, now))) return undefined
  const mediaId = room?.mediaId ?? lesson.mediaId
  const film = mediaId === null ? undefined : await sharedRead(db, `film ${mediaId}`, () => findFilm(db, mediaId))
  return film && film.urls.length > 0 ? film : undefined
}

/**
 * Seconds that count as the whole of a film's lesson; null when nobody knows. The film's own length goes before what the lesson announces,
 * which may never be played; a film that repeats fills it.
 */
export function filmLength(
  lessonSec: number,
  film: { durationSec: number | null; repeats: boolean } | undefined,
): number | null {
  const own = film?.durationSec ?? 0
  const length = own <= 0 || (film?.repeats && lessonSec > 0) ? lessonSec : own
  return length > 0 ? length : null
}

/** How a film is played: whole, or over and over up to the lesson's length. */
export function filmMode(film: Film, length: number | null): MediaMode {
  return { kind: 'film', seconds: film.repeats ? length : null }
}

/** Definitions of films in words. */
const definitions: Readonly<Record<string, string>> = { auto: '自动', ld: '流畅', sd: '标清', hd: '高清', fhd: '超清' }

/** Addresses of a film for whoever calls; for visitors only with `isOpen`. */
export function filmAddress(ctx: CallContext, film: Film, mode: MediaMode, openness?: Openness): PlayAddress {
  const urls = film.urls.map((url) => ({ ...url, name: ownValue(definitions, url.name) ?? url.name }))
  return signAddress(ctx, urls, mode, openness)
}

/** Who watches, in a form that tells them to whoever films the screen, and nobody else their number; '' for visitors. */
export async function findWatermark(db: Database, userId: number | undefined): Promise<string> {
  if (userId === undefined) return ''
  const row = await findWatcher(db, userId)
  return row ? watermarkOf(row) : ''
}

/** The same of somebody who is known already. */
export function watermarkOf({ nickname, phone }: { readonly nickname: string; readonly phone: string | null }): string {
  return [nickname, phone === null ? '' : maskPhone(phone)].filter(Boolean).join(' ')
}

interface ShownFilm {
  readonly title: string
  readonly coverImg: string | null
  /** Seconds. */
  readonly duration: number
  readonly watermark: string
  /** Absent when a teacher's stream is shown. */
  readonly film?: Film | undefined
  readonly mode: MediaMode
}

/** What the player shows beside a picture; captions for visitors only with `isOpen`. */
export function toVideoOptions(ctx: CallContext, shown: ShownFilm, openness?: Openness): VideoOptions {
  const { title, duration, watermark, film, mode } = shown
  return {
    title,
    coverImg: film?.coverImg ?? shown.coverImg,
    duration,
    captions: film ? signCaptions(ctx, film.captions, mode, openness) : [],
    watermark,
  }
}
