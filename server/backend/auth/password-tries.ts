import type { CallContext } from '#server/backend/backend-context.ts'
import type { LimitName } from '#server/backend/limits.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

const tooManyTries = '密码错误次数过多，请稍后再试，或改用验证码登录'

async function take(ctx: CallContext, name: LimitName, key: string): Promise<void> {
  try {
    await ctx.limits.take(name, key)
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) throw new ApiError(Code.Toast, tooManyTries, error.status, error.headers)
    throw error
  }
}

/**
 * Counts a password try before it is looked at, so that parallel ones can't slip through; `account` is the hash of the
 * number. Throws 4004 with HTTP 429 when there were too many. A blocked address is refused first: it can't shut the owner's
 * account any further. The way by code has counters of its own.
 */
export async function takePasswordTry(ctx: CallContext, account: string): Promise<void> {
  await take(ctx, 'passwordAddress', ctx.address)
  await take(ctx, 'passwordAccount', account)
  await take(ctx, 'passwordAccountHour', account)
}

/** The try was right: it doesn't count, and those shortly before it were slips of the owner. The hour's count stays. */
export async function forgivePasswordTries(ctx: CallContext, account: string): Promise<void> {
  await Promise.all([
    ctx.limits.giveBack('passwordAddress', ctx.address),
    ctx.limits.clear('passwordAccount', account),
    ctx.limits.giveBack('passwordAccountHour', account),
  ])
}

/** The try was not looked at, because too many others were: it was none. */
export async function returnPasswordTry(ctx: CallContext, account: string): Promise<void> {
  await Promise.all([
    ctx.limits.giveBack('passwordAddress', ctx.address),
    ctx.limits.giveBack('passwordAccount', account),
    ctx.limits.giveBack('passwordAccountHour', account),
  ])
}
