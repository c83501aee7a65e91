import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import type { myCourseApi } from '#shared/contract/my-course.ts'
import { countOwnClasses, listOwnClasses } from './own-class-store.ts'

export const myCourseHandlers: Handlers<typeof myCourseApi> = {
  async liveList(ctx, page, { userId }) {
    const now = new Date(ctx.clock.now())
    return toPage(await listOwnClasses(ctx.db, userId, now, page), await countOwnClasses(ctx.db, userId, now), page)
  },
}
