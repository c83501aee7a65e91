import { useCode } from '#server/backend/account/codes/code-service.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { giveBrowser } from '#server/backend/http/browser-cookie.ts'
import type { authApi } from '#shared/contract/auth.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { EndReason } from '#shared/contract/enums.ts'
import { bindPhone, findAccountByPhone, getAccount } from './account-store.ts'
import { voidLinkTokens } from './link-token-store.ts'
import { allowPhoneCheck } from './phone-checks.ts'
import { noteSecurityEvent } from './security-log-store.ts'
import { endSessions } from './session-store.ts'
import { suggestNickname } from './suggest-nickname.ts'
import { findTicket, issueTicket, spendTicket } from './ticket-store.ts'
import { checkCodeForm, checkPhone } from './typed-fields.ts'
import { requireVerified, verifySession } from './verify-session.ts'

interface NewNumber {
  readonly nationCode: number
  readonly phone: string
  readonly code: string
}

/** Uses the code that went to a new number; throws 5004, with the code left as it was, when that has an account already. */
async function proveNewNumber(ctx: CallContext, userId: number, { nationCode, phone, code }: NewNumber): Promise<void> {
  await useCode(ctx, {
    nationCode,
    phone,
    code,
    purposes: ['bindNew'],
    async beforeUse() {
      const account = await findAccountByPhone(ctx.db, nationCode, phone)
      if (account && account.id !== userId) throw new ApiError(Code.PhoneExists)
    },
  })
}

export const phoneHandlers: Pick<
  Handlers<typeof authApi>,
  'phoneExist' | 'phoneIsReal' | 'randomNickname' | 'validateBindSms' | 'restBindPhone' | 'updatePhone' | 'verify'
> = {
  async phoneExist(ctx, { nationCode, phoneNum, ...proof }) {
    checkPhone(nationCode, phoneNum)
    // the form's first call: what follows is counted by the browser
    giveBrowser(ctx)
    await allowPhoneCheck(ctx, proof)
    return (await findAccountByPhone(ctx.db, nationCode, phoneNum)) !== undefined
  },

  async phoneIsReal(ctx, _input, session) {
    return (await getAccount(ctx.db, session.userId)).phoneIsReal
  },

  async randomNickname(ctx) {
    return suggestNickname(ctx.db)
  },

  async validateBindSms(ctx, { captchaCode }, session) {
    checkCodeForm(captchaCode)
    const { nationCode, phone, phoneIsReal } = await getAccount(ctx.db, session.userId)
    if (phone === null || !phoneIsReal) throw new ApiError(Code.Toast, '请先绑定手机号')
    await useCode(ctx, { nationCode, phone, code: captchaCode, purposes: ['bindOld'] })
    return { ticket: await ctx.tx((trx) => issueTicket(trx, 'rebindPhone', session.userId, new Date(ctx.clock.now()))) }
  },

  async restBindPhone(ctx, { nationCode, phoneNum: phone, captchaCode: code, ticket = '' }, session) {
    checkPhone(nationCode, phone)
    checkCodeForm(code)
    const old = await getAccount(ctx.db, session.userId)
    if (old.nationCode === nationCode && old.phone === phone)
      throw new ApiError(Code.PhoneExists, '新手机号不能与当前手机号相同')
    // before the code, which is still good once the first step is done again
    if (ticket === '') await requireVerified(ctx, session)
    else if ((await findTicket(ctx.db, 'rebindPhone', ticket, new Date(ctx.clock.now()))) !== session.userId)
      throw new ApiError(Code.ResetStep)
    await proveNewNumber(ctx, session.userId, { nationCode, phone, code })
    const now = new Date(ctx.clock.now())
    await ctx.tx(async (trx) => {
      if (ticket !== '' && (await spendTicket(trx, 'rebindPhone', ticket, now)) !== session.userId)
        throw new ApiError(Code.ResetStep)
      await bindPhone(trx, session.userId, { nationCode, phone }, now)
      await endSessions(trx, session.userId, { reason: EndReason.credentials, now, only: { exceptId: session.id } })
      await voidLinkTokens(trx, session.userId)
      await noteSecurityEvent(ctx, trx, { userId: session.userId, kind: 'newPhone' })
    })
    // who took the account over reads its messages, too, but not those of the old phone
    const former = old.phoneIsReal && old.phone !== null ? { nationCode: old.nationCode, phone: old.phone } : undefined
    if (former) ctx.background.later('tell the former phone', () => ctx.sms.tellChanged(former))
    return true
  },

  async updatePhone(ctx, { nationCode, phoneNum: phone, captchaCode: code }, session) {
    checkPhone(nationCode, phone)
    checkCodeForm(code)
    const alreadyReal = new ApiError(Code.Toast, '已经绑定手机号，请在账号安全中更换')
    if ((await getAccount(ctx.db, session.userId)).phoneIsReal) throw alreadyReal
    await requireVerified(ctx, session)
    await proveNewNumber(ctx, session.userId, { nationCode, phone, code })
    const now = new Date(ctx.clock.now())
    await ctx.tx(async (trx) => {
      await bindPhone(trx, session.userId, { nationCode, phone }, now)
      await noteSecurityEvent(ctx, trx, { userId: session.userId, kind: 'firstPhone' })
    })
    return true
  },

  async verify(ctx, input, session) {
    return verifySession(ctx, input, session)
  },
}
