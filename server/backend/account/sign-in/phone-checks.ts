import type { CallContext } from '#server/backend/context/backend-context.ts'
import { type CaptchaProof, captchaNeeded, spendCaptcha } from '#server/backend/account/captcha/captcha-service.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

/** Counts a question whether a number has an account; false when its address has asked too many. */
export async function takePhoneCheck(ctx: CallContext): Promise<boolean> {
  try {
    await ctx.limits.take('phoneCheckMinute', ctx.address)
    await ctx.limits.take('phoneCheckDay', ctx.address)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return false
    throw error
  }
}

/** Lets a question through that is one of few or comes with a solved captcha, which is spent; else throws 4002. Not inside a transaction. */
export async function allowPhoneCheck(ctx: CallContext, proof: CaptchaProof): Promise<void> {
  if (await takePhoneCheck(ctx)) return
  if (proof.captchaType === 'smsCode') throw new ApiError(Code.CaptchaError, captchaNeeded)
  await spendCaptcha(ctx, proof)
}
