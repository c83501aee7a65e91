import { hashToken, randomToken } from '#server/backend/base/secret.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import type { calendarApi } from '#shared/contract/calendar.ts'
import { calendarPath } from '#shared/rules/calendar-path.ts'
import { deleteFeed, findFeed, setFeed } from './calendar-store.ts'

export const calendarHandlers: Handlers<typeof calendarApi> = {
  async state(ctx, _input, { userId }) {
    const feed = await findFeed(ctx.db, userId)
    if (!feed) return null
    const { createdAt, fetchedAt, fetchedBy } = feed
    return { createTime: createdAt.getTime(), fetchTime: fetchedAt?.getTime() ?? null, fetchedBy }
  },

  async make(ctx, _input, { userId }) {
    const secret = randomToken()
    await setFeed(ctx.db, userId, hashToken(secret), new Date(ctx.clock.now()))
    return { path: calendarPath(secret) }
  },

  async revoke(ctx, _input, { userId }) {
    await deleteFeed(ctx.db, userId)
    return true
  },
}
