import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { findClassSystemCards, listClassSystemIds } from '#server/backend/catalogue/classes/classes-store.ts'
import { countCourses, findCourseCards, listCourseIds } from '#server/backend/catalogue/course/course-store.ts'
import { listFreePeriods } from '#server/backend/catalogue/course/period-store.ts'
import { listOpenClasses } from '#server/backend/catalogue/home/open-live-store.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { collegeApi } from '#shared/contract/college.ts'
import { ModulePosition } from '#shared/contract/enums.ts'
import { collegeShows } from '#shared/rules/college-page.ts'
import {
  findSmallTitle,
  listCollegeArticles,
  listColleges,
  listDirections,
  listElegantTeachers,
  listModuleItems,
  listModules,
  listWorks,
  toAdvantage,
  toNavigationItem,
} from './college-store.ts'

const worksShown = 12
const teachersShown = 12
const classSystemsShown = 8
const articlesShown = 8
const freePeriodsShown = 8

/** Courses that stand on the college's page to listen to or live. */
async function listShownCourseIds(ctx: Pick<CallContext, 'db' | 'clock'>, collegeId: number): Promise<number[]> {
  const [videos, classes] = await Promise.all([
    listFreePeriods(ctx.db, { collegeId }, collegeShows.videos),
    listOpenClasses(ctx.db, ctx.clock.now(), collegeId),
  ])
  return [...videos.map((video) => video.courseId), ...classes.slice(0, collegeShows.lives).map((item) => item.id)]
}

export const collegeHandlers: Handlers<typeof collegeApi> = {
  async path(ctx, input) {
    const colleges = await listColleges(ctx.db, input.path)
    if (input.path !== undefined && colleges.length === 0) throw new ApiError(Code.NotFound)
    return colleges
  },

  async moduleList(ctx, input) {
    return listModules(ctx.db, input.collegeId)
  },

  async painPoint(ctx, input) {
    const items = await listModuleItems(ctx.db, input.collegeId, ModulePosition.collegePainPoints)
    return items.map(({ title, img, content }) => ({ title, img, content }))
  },

  async studentWork(ctx, input) {
    return listWorks(ctx.db, input.collegeId, worksShown)
  },

  async topNavigation(ctx, input) {
    const items = await listModuleItems(ctx.db, input.collegeId ?? null, ModulePosition.collegeTopEntry)
    return items.map(toNavigationItem)
  },

  async classSystem(ctx, input) {
    const ids = await listClassSystemIds(ctx.db, input, { pageNum: 1, pageSize: classSystemsShown })
    return findClassSystemCards(ctx.db, ids, shanghaiDay(ctx.clock.now()))
  },

  async smallTitle(ctx, input) {
    return { smallTitle: await findSmallTitle(ctx.db, input.collegeId, ModulePosition.collegeSystemClass) }
  },

  async teacherElegant(ctx, input) {
    return listElegantTeachers(ctx.db, input.collegeId, teachersShown)
  },

  async productAdvantage(ctx, input) {
    const items = await listModuleItems(ctx.db, input.collegeId ?? null, ModulePosition.productAdvantages)
    return items.map(toAdvantage)
  },

  async information(ctx, input) {
    return listCollegeArticles(ctx.db, input, articlesShown)
  },

  async courseTypeList(ctx, input) {
    const filter = { collegeId: input.collegeId, learnId: input.typeId }
    const exceptIds = input.rest ? await listShownCourseIds(ctx, input.collegeId) : undefined
    const [ids, total] = await Promise.all([
      listCourseIds(ctx.db, { ...filter, exceptIds }, 'default', input),
      countCourses(ctx.db, filter),
    ])
    return toPage(await findCourseCards(ctx.db, ids), total, input)
  },

  async learnDirection(ctx, input) {
    return listDirections(ctx.db, input.collegeId)
  },

  async freeStudy(ctx, input) {
    return listFreePeriods(ctx.db, input, input.courseId === undefined ? freePeriodsShown : 50)
  },
}
