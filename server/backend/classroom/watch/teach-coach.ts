import { findCoachMedia } from './coach-store.ts'
import type { Handler } from '#server/backend/http/binding.ts'
import { findFilm } from '#server/backend/classroom/room/film-store.ts'
import { findLesson } from '#server/backend/classroom/room/room-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { CheckCode } from '#shared/contract/enums.ts'
import type { playApi } from '#shared/contract/play.ts'
import { checkAccess } from '#server/backend/classroom/access/access-check.ts'
import { filmAddress, filmLength, filmMode, findWatermark, toVideoOptions } from './lesson-film.ts'

/** The coach's film of a lesson: for whoever has the right to the lesson itself. It is an extra, so no progress is kept of it. */
export const teachCoach: Handler<typeof playApi.teachCoach> = async (ctx, { id }, session) => {
  const now = new Date(ctx.clock.now())
  const lesson = await findLesson(ctx.db, { periodId: id, userId: session.userId }, now)
  if (!lesson) throw new ApiError(Code.NotFound)
  const { checkCode, message } = await checkAccess(ctx.db, session, lesson, now)
  if (checkCode !== CheckCode.pass) throw new ApiError(Code.Toast, message)
  const mediaId = await findCoachMedia(ctx.db, id)
  const film = mediaId === null ? undefined : await findFilm(ctx.db, mediaId)
  if (!film || film.urls.length === 0) throw new ApiError(Code.NotFound, '这节课没有辅导视频')
  const length = filmLength(0, film)
  const mode = filmMode(film, length)
  const title = film.title ?? `${lesson.title} · 辅导视频`
  const watermark = await findWatermark(ctx.db, session.userId)
  return {
    title,
    ...filmAddress(ctx, film, mode),
    videoOptions: toVideoOptions(ctx, { title, coverImg: null, duration: length ?? 0, watermark, film, mode }),
  }
}
