import { inetOf } from '#server/backend/account/sign-in/sign-in.ts'
import { checkCodeForm } from '#server/backend/account/sign-in/typed-fields.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { useCode } from '#server/backend/account/codes/code-service.ts'
import { findRealPhone } from '#server/backend/account/codes/sms-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { userApi } from '#shared/contract/user.ts'
import { listObstacles } from './deregister-obstacles.ts'
import { cancelDeregistration, findDueTime, insertDeregistration } from './deregister-store.ts'

/** So long the request can be taken back. */
const coolingOffMs = 7 * 24 * 3_600_000

export const deregisterHandlers: Pick<Handlers<typeof userApi>, 'deregister' | 'deregisterCancel'> = {
  async deregister(ctx, { captchaCode: code, reason }, { userId }) {
    const open = await findDueTime(ctx.db, userId)
    if (open !== undefined) return { dueTime: open }
    checkCodeForm(code)
    const number = await findRealPhone(ctx.db, userId)
    if (!number) throw new ApiError(Code.Toast, '请先绑定手机号')
    await useCode(ctx, {
      ...number,
      code,
      purposes: ['deregister'],
      async beforeUse() {
        const obstacles = await listObstacles(ctx, userId)
        if (obstacles.length > 0) throw new ApiError(Code.Toast, `暂时不能注销：${obstacles.join('；')}`)
      },
    })
    const now = ctx.clock.now()
    await insertDeregistration(ctx.db, {
      userId,
      reason: reason?.trim() || null,
      requestedAt: new Date(now),
      dueAt: new Date(now + coolingOffMs),
      ip: inetOf(ctx.address),
    })
    return { dueTime: (await findDueTime(ctx.db, userId)) ?? now + coolingOffMs }
  },

  async deregisterCancel(ctx, _input, { userId }) {
    return cancelDeregistration(ctx.db, userId, new Date(ctx.clock.now()))
  },
}
