import type { Handlers } from '#server/backend/http/binding.ts'
import { findScheduleId } from '#server/backend/catalogue/course/period-store.ts'
import { findLiveInfo, noLiveInfo } from '#server/backend/classroom/room/live-info.ts'
import { findLesson, findLessonRoom } from '#server/backend/classroom/room/room-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PeriodKind } from '#shared/contract/enums.ts'
import type { playApi } from '#shared/contract/play.ts'
import { lessonUrl } from '#shared/rules/room-url.ts'
import { findPlayCourse } from '#server/backend/classroom/lesson/choose-lesson.ts'
import { enterLive } from '#server/backend/classroom/access/enter-live.ts'
import { findClass } from '#server/backend/classroom/lesson/find-class-store.ts'
import { heartbeat } from './heartbeat.ts'
import { address, takeOver } from './keep-watch.ts'
import { readLearningHistory } from './learning-history.ts'
import { findLastLesson } from './learning-store.ts'
import { listPlayPeriods } from '#server/backend/classroom/lesson/period-list.ts'
import { findScheduleNotice } from '#server/backend/classroom/lesson/schedule-notice-store.ts'
import { teachCoach } from './teach-coach.ts'
import { lesson, vodPeriod } from './vod-period.ts'

export const playHandlers: Handlers<typeof playApi> = {
  enterLive,
  vodPeriod,
  lesson,
  teachCoach,
  address,
  heartbeat,
  takeOver,

  async liveInfo(ctx, asked, session) {
    const now = new Date(ctx.clock.now())
    const found = await findLesson(ctx.db, { ...asked, userId: session.userId }, now)
    if (!found || found.kind === PeriodKind.video) return noLiveInfo
    return findLiveInfo(ctx.db, found, await findLessonRoom(ctx.db, found), now)
  },

  async classOfCourse(ctx, { courseId, scheduleId }, session) {
    const now = new Date(ctx.clock.now())
    const course = await findPlayCourse(ctx.db, courseId)
    if (!course) throw new ApiError(Code.NotFound)
    const found = await findClass(ctx.db, { courseIds: [courseId], scheduleId, userId: session?.userId }, now)
    const lesson = found && (await findLesson(ctx.db, { ...found, userId: session?.userId }, now))
    return { url: lesson ? lessonUrl(lesson.kind, lesson.periodId, lesson.scheduleId) : course.url }
  },

  async periodList(ctx, { courseId, scheduleId }, session) {
    const now = ctx.clock.now()
    if (!(await findPlayCourse(ctx.db, courseId))) return []
    const shown = await findScheduleId(ctx.db, courseId, scheduleId, now)
    if (scheduleId !== undefined && shown === undefined) return []
    return listPlayPeriods(ctx.db, { courseId, scheduleId: shown ?? null, teacherId: null }, session, new Date(now))
  },

  async scheduleNotice(ctx, { scheduleId }, session) {
    const found = await findScheduleNotice(ctx.db, scheduleId, session, new Date(ctx.clock.now()))
    if (!found) throw new ApiError(Code.NotFound)
    return found
  },

  async lastProgress(ctx, { courseId }, { userId }) {
    return (await findLastLesson(ctx.db, userId, courseId)) ?? null
  },

  async learningHistory(ctx, _input, { userId }) {
    return readLearningHistory(ctx, userId)
  },
}
