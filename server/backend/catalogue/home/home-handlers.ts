import type { Handlers } from '#server/backend/http/binding.ts'
import { findClassSystemCards, listClassSystemIds } from '#server/backend/catalogue/classes/classes-store.ts'
import { listModuleItems, listModules, toNavigationItem } from '#server/backend/catalogue/colleges/college-store.ts'
import { offsetOf, toPage } from '#server/backend/http/paging.ts'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { ModulePosition } from '#shared/contract/enums.ts'
import type { homeApi } from '#shared/contract/home.ts'
import { listArticlesByCategory, listClassSystemColleges } from './home-store.ts'
import { findLiveCards, listOpenClasses } from './open-live-store.ts'

const articlesEach = 6

export const homeHandlers: Handlers<typeof homeApi> = {
  async openLive(ctx, input) {
    const classes = await listOpenClasses(ctx.db, ctx.clock.now(), input.collegeId)
    const from = offsetOf(input)
    return toPage(await findLiveCards(ctx.db, classes.slice(from, from + input.pageSize)), classes.length, input)
  },

  async moduleList(ctx) {
    return listModules(ctx.db, null)
  },

  async navigation(ctx, input) {
    const items = await listModuleItems(ctx.db, input.collegeId ?? null, input.type)
    return items.map(toNavigationItem)
  },

  async classSystem(ctx, input) {
    const ids = await listClassSystemIds(
      ctx.db,
      { collegeId: input.collegeId },
      { pageNum: 1, pageSize: input.pageSize },
    )
    return findClassSystemCards(ctx.db, ids, shanghaiDay(ctx.clock.now()))
  },

  async classSystemCollege(ctx) {
    return listClassSystemColleges(ctx.db)
  },

  async companyHonor(ctx, input) {
    const items = await listModuleItems(ctx.db, input.collegeId ?? null, ModulePosition.honor)
    return items.map(({ img, title, content }) => ({ img, title, content }))
  },

  async information(ctx) {
    return listArticlesByCategory(ctx.db, articlesEach)
  },
}
