import type { Handlers } from '#server/backend/http/binding.ts'
import { readBrowser } from '#server/backend/http/browser-cookie.ts'
import { captchaNeeded, spendCaptcha } from '#server/backend/account/captcha/captcha-service.ts'
import type { authApi } from '#shared/contract/auth.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { SmsPurpose } from '#shared/contract/enums.ts'
import { accountTexts, isPhone } from '#shared/rules/account-rules.ts'
import { sendCode } from './code-service.ts'
import { findRealPhone, hasSolvedFor, isAccountPhone, isServedCountry } from './sms-store.ts'

/** Whoever has solved a captcha for a message to a number may be called on it for so long without another. */
const captchaGoodMs = 5 * 60_000

/** What anybody may ask a code for; the others go to the own phone of who is logged in. */
const openPurposes: readonly SmsPurpose[] = ['login', 'register', 'reset', 'bindNew', 'oauth']

export const codeHandlers: Pick<Handlers<typeof authApi>, 'sendSms' | 'restBindSms'> = {
  async sendSms(ctx, input, session) {
    const { phoneNumber: phone, nationCode, purpose, captchaType, smsType: channel = 'SMS' } = input
    if (phone === '') throw new ApiError(Code.PhoneError, accountTexts.accountRequired)
    if (!isPhone(nationCode, phone)) throw new ApiError(Code.PhoneError)
    // numbers of far countries that cost much to reach are a known way to make a school pay
    if (nationCode !== 86 && !(await isServedCountry(ctx.db, nationCode)))
      throw new ApiError(Code.PhoneError, '暂不支持该国家或地区的手机号')
    if (!openPurposes.includes(purpose)) throw new ApiError(Code.Toast, '请登录后在账号安全中获取验证码')
    const number = { nationCode, phone }
    if (captchaType === 'smsCode') {
      const since = new Date(ctx.clock.now() - captchaGoodMs)
      const browser = readBrowser(ctx)
      const isAllowed =
        channel === 'VOICE_CODE' &&
        browser !== undefined &&
        (await hasSolvedFor(ctx.db, number, { purpose, browser, since }))
      if (!isAllowed) throw new ApiError(Code.CaptchaError, captchaNeeded)
    } else await spendCaptcha(ctx, input)
    // A code to reset a password is of use for an account only, so without one nothing is sent; limits and answer are the same.
    // A code to register goes to known numbers, too: their owner then reads at the form that the number has an account.
    const deliver = purpose !== 'reset' || (await isAccountPhone(ctx.db, number))
    return sendCode(ctx, {
      ...number,
      purpose,
      channel,
      deliver,
      withCaptcha: captchaType !== 'smsCode',
      ...(session ? { userId: session.userId } : {}),
    })
  },

  async restBindSms(ctx, input, session) {
    const number = await findRealPhone(ctx.db, session.userId)
    if (!number) throw new ApiError(Code.Toast, '请先绑定手机号')
    // their own phone: the session speaks for them; a captcha that comes along must be good all the same
    if (input.captchaType !== 'smsCode') await spendCaptcha(ctx, input)
    const { purpose, smsType: channel = 'SMS' } = input
    return sendCode(ctx, { ...number, purpose, channel, userId: session.userId })
  },
}
