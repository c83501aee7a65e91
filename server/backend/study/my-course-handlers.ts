import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import type { myCourseApi } from '#shared/contract/my-course.ts'
import { readLearningDays } from './course/learning-days-store.ts'
import { readMyCourses } from './course/my-courses.ts'
import { countOwnProducts, listOwnProducts } from './course/own-product-store.ts'
import { findClashes } from './timetable/class-clash-store.ts'
import { countOwnClasses, listOwnClasses } from './timetable/own-class-store.ts'
import { readMenuCounts } from './timetable/menu-counts.ts'
import { countQuestionRooms } from './timetable/question-room-store.ts'
import { readQuestionRooms, roomCards } from './timetable/question-rooms.ts'
import { readMonth, readTimetable, spanOfDay } from './timetable/timetable.ts'

/** `over` of the call: 1 running, 2 ended, anything else all. */
const isRunningOf = (over: number | undefined): boolean | undefined =>
  over === 1 ? true : over === 2 ? false : undefined

export const myCourseHandlers: Handlers<typeof myCourseApi> = {
  async liveList(ctx, { type, ...page }, { userId }) {
    const now = new Date(ctx.clock.now())
    if (type === 'answer-live') {
      const span = { from: now }
      const cards = await roomCards(ctx.db, userId, span, { now, page })
      return toPage(cards, await countQuestionRooms(ctx.db, userId, span, now), page)
    }
    return toPage(await listOwnClasses(ctx.db, userId, now, page), await countOwnClasses(ctx.db, userId, now), page)
  },

  async monthCalendar(ctx, { month, type }, { userId }) {
    return readMonth(ctx.db, userId, { month, type }, ctx.clock.now())
  },

  async classScheduleList(ctx, { date, type, ...page }, { userId }) {
    return readTimetable(ctx.db, userId, { date, type, page }, ctx.clock.now())
  },

  async classClashes(ctx, { scheduleId }, { userId }) {
    return findClashes(ctx.db, userId, scheduleId, new Date(ctx.clock.now()))
  },

  async courses(ctx, { over, lectureType, ...page }, { userId }) {
    const now = new Date(ctx.clock.now())
    const isRunning = isRunningOf(over)
    const products = await listOwnProducts(ctx.db, userId, { isRunning, lectureType, page }, now)
    const counts = await countOwnProducts(ctx.db, userId, lectureType, now)
    const total = isRunning === undefined ? counts.running + counts.ended : isRunning ? counts.running : counts.ended
    return { ...toPage(await readMyCourses(ctx.db, userId, products, now), total, page), counts }
  },

  async solutionRooms(ctx, { date, ...page }, session) {
    const now = new Date(ctx.clock.now())
    const span = date === undefined ? {} : spanOfDay(date)
    const rooms = await readQuestionRooms(ctx.db, session, span, { now, page })
    return toPage(rooms, await countQuestionRooms(ctx.db, session.userId, span, now), page)
  },

  async menuCounts(ctx, _input, { userId }) {
    return readMenuCounts(ctx.db, userId, ctx.clock.now())
  },

  async learningDays(ctx, _input, { userId }) {
    return readLearningDays(ctx.db, userId, ctx.clock.now())
  },
}
