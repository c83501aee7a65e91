import { checkAccess } from '#server/backend/classroom/access/access-check.ts'
import { showRoom } from '#server/backend/classroom/access/show-room.ts'
import { findLesson, findRoom } from '#server/backend/classroom/room/room-store.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handler } from '#server/backend/http/binding.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { CheckCode } from '#shared/contract/enums.ts'
import type { playApi } from '#shared/contract/play.ts'
import type { PlayAddress } from '#shared/contract/play-fields.ts'
import { answerAddress } from './answer-watch.ts'
import { keepLease } from './keep-lease.ts'
import { filmAddress, filmLength, filmMode, findLessonFilm } from './lesson-film.ts'
import { findLessonSeconds } from './lesson-film-store.ts'
import { classOf, requireWatch } from './watch-facts.ts'
import { moveLease, type WatchRow } from './watch-store.ts'

export const takeOver: Handler<typeof playApi.takeOver> = async (ctx, { watchId }, { userId }) => {
  await requireWatch(ctx.db, watchId, userId)
  await moveLease(ctx.db, { userId, watchId }, new Date(ctx.clock.now()))
  return true
}

/** The addresses of what a player shows; its learner must still have the right to the lesson. */
async function addressOf(ctx: CallContext, watch: WatchRow, session: Session, now: Date): Promise<PlayAddress> {
  const { periodId } = watch
  if (periodId === null) return answerAddress(ctx, watch.roomId, session, now)
  const lesson = await findLesson(
    ctx.db,
    { periodId, scheduleId: watch.scheduleId ?? undefined, userId: session.userId },
    now,
  )
  const { checkCode, message } = await checkAccess(ctx.db, session, lesson, now)
  if (!lesson || checkCode !== CheckCode.pass) throw new ApiError(Code.Toast, message)
  const room = watch.roomId === null ? undefined : await findRoom(ctx.db, { id: watch.roomId })
  if (room && classOf(watch)) {
    const shown = await showRoom(ctx, lesson, room)
    if (!shown || shown.isReplay) throw new ApiError(Code.Toast, shown ? '直播已经结束' : '老师暂时离开了，请稍候')
    return shown.address
  }
  const film = await findLessonFilm(ctx.db, lesson, room, now.getTime())
  if (!film) throw new ApiError(Code.Toast, '这节课现在不能播放')
  return filmAddress(ctx, film, filmMode(film, filmLength(await findLessonSeconds(ctx.db, lesson.periodId), film)))
}

export const address: Handler<typeof playApi.address> = async (ctx, { watchId }, session) => {
  const now = new Date(ctx.clock.now())
  const watch = await requireWatch(ctx.db, watchId, session.userId)
  if (!(await keepLease(ctx, watch, session, now))) throw new ApiError(Code.Toast, '您的账号正在别处播放，这里已暂停')
  return addressOf(ctx, watch, session, now)
}
