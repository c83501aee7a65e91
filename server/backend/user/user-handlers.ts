import type { Handlers } from '#server/backend/binding.ts'
import type { userApi } from '#shared/contract/user.ts'
import { getUser } from './user-store.ts'

export const userHandlers: Handlers<typeof userApi> = {
  async info(ctx, _input, session) {
    const { phoneIsReal: _phoneIsReal, ...user } = await getUser(ctx.db, session.userId)
    return user
  },

  async phoneIsReal(ctx, _input, session) {
    return (await getUser(ctx.db, session.userId)).phoneIsReal
  },
}
