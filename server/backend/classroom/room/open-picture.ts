import type { CallContext } from '#server/backend/context/backend-context.ts'
import { findWatermark, toVideoOptions } from '#server/backend/classroom/watch/lesson-film.ts'
import { openWatch } from '#server/backend/classroom/watch/open-watch.ts'
import { type Shown, showRoom } from '#server/backend/classroom/access/show-room.ts'
import { noAddress, signAddress } from '#server/backend/classroom/watch/sign-address.ts'
import { LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import type { RoomEntry } from '#shared/contract/room-entry.ts'
import { findRoomSource } from './room-address.ts'
import { type LessonRow, type RoomRow, roomStatus } from './room-store.ts'

const secondMs = 1000

interface Player {
  readonly userId: number
  /** The player that the same page had before. */
  readonly former: string | undefined
  readonly isStaff: boolean
  /** Drawn over the picture, where it is known already. */
  readonly watermark?: string
}

type Picture = Pick<RoomEntry, 'playUrl' | 'urlInfoV2' | 'expireTime' | 'videoOptions' | 'watchId' | 'otherPlayer'> &
  Pick<RoomEntry, 'isReplay' | 'watchStartTime'>

/** The film of a class that runs on the clock (录播直播): only while the class is on, and never a replay. */
async function showClockFilm(ctx: CallContext, lesson: LessonRow, room: RoomRow): Promise<Shown | undefined> {
  if (roomStatus(room, ctx.clock.now()) !== LiveStatus.live) return undefined
  const source = await findRoomSource(ctx.db, room, lesson.mediaId)
  if (!source?.film) return undefined
  const { urls, mode, film } = source
  const duration = Math.round((room.endAt.getTime() - room.beginAt.getTime()) / secondMs)
  return { address: signAddress(ctx, urls, mode), mode, film, duration, isReplay: false }
}

/**
 * What there is to see in a class, with a player of its own for who comes in (an account plays in one place); nothing when there is nothing
 * to see. The caller has checked that they may be in the room.
 */
export async function openPicture(
  ctx: CallContext,
  lesson: LessonRow,
  room: RoomRow,
  player: Player,
): Promise<Partial<Picture>> {
  const isFilm = lesson.kind === PeriodKind.aiLive
  const shown = isFilm ? await showClockFilm(ctx, lesson, room) : await showRoom(ctx, lesson, room)
  if (!shown) return {}
  const { address, isReplay, ...rest } = shown
  const { userId, former, isStaff } = player
  const opened = await openWatch(ctx, { userId, former, isStaff, lesson, roomId: room.id })
  const watermark = player.watermark ?? (await findWatermark(ctx.db, userId))
  return {
    ...opened,
    ...(opened.otherPlayer ? noAddress : address),
    isReplay,
    videoOptions: toVideoOptions(ctx, { ...rest, title: lesson.title, coverImg: null, watermark }),
    ...(isFilm ? { watchStartTime: { timeSec: (ctx.clock.now() - room.beginAt.getTime()) / secondMs } } : {}),
  }
}
