import { useCode } from '#server/backend/account/codes/code-service.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handler, Handlers } from '#server/backend/http/binding.ts'
import type { authApi } from '#shared/contract/auth.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { EndReason } from '#shared/contract/enums.ts'
import type { userApi } from '#shared/contract/user.ts'
import { accountHash, findAccountByPhone, getAccount, setPassword, wasDeregistered } from './account-store.ts'
import { voidLinkTokens } from './link-token-store.ts'
import { loggingFailure } from './login-log-store.ts'
import { clearPasswordTries } from './password-tries.ts'
import { takePhoneCheck } from './phone-checks.ts'
import { noteSecurityEvent } from './security-log-store.ts'
import { endSessions, lockUser } from './session-store.ts'
import { refuseInactive, takeSession } from './sign-in.ts'
import { findTicket, issueTicket, spendTicket } from './ticket-store.ts'
import { checkCodeForm, checkNewPassword, checkPhone, schoolWords } from './typed-fields.ts'
import { requireVerified } from './verify-session.ts'

interface PhoneNumber {
  nationCode: number
  phone: string
}

/** The number that was typed, else that of who is logged in. */
async function numberOf(ctx: CallContext, typed: PhoneNumber, session: Session | undefined): Promise<PhoneNumber> {
  if (typed.phone !== '' || !session) {
    checkPhone(typed.nationCode, typed.phone)
    return typed
  }
  const { nationCode, phone, phoneIsReal } = await getAccount(ctx.db, session.userId)
  if (phone === null || !phoneIsReal) throw new ApiError(Code.Toast, '请先绑定手机号')
  return { nationCode, phone }
}

/**
 * No code goes to a number without an account, so a wrong one may mean that: 5008, or 5009 when the account was ended; told as often
 * as that may be asked outright.
 */
async function useResetCode(ctx: CallContext, number: PhoneNumber & { code: string }): Promise<void> {
  try {
    await useCode(ctx, { ...number, purposes: ['reset'] })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== Code.CodeError || !(await takePhoneCheck(ctx))) throw error
    await requireAccount(ctx, number)
    throw error
  }
}

async function requireAccount(ctx: CallContext, { nationCode, phone }: PhoneNumber): Promise<{ id: number }> {
  const account = await findAccountByPhone(ctx.db, nationCode, phone)
  if (account?.phoneIsReal) return account
  const wasEnded = !account && (await wasDeregistered(ctx.db, accountHash(ctx.hash, nationCode, phone)))
  throw new ApiError(wasEnded ? Code.UserDeleted : Code.UserError)
}

const resetPasswordOne: Handler<(typeof authApi)['resetPasswordOne']> = async (ctx, input, session) => {
  const number = await numberOf(ctx, { nationCode: input.nationCode, phone: input.phoneNum ?? '' }, session)
  checkCodeForm(input.captchaCode)
  return loggingFailure(
    ctx,
    { method: 'reset', accountHash: accountHash(ctx.hash, number.nationCode, number.phone) },
    async () => {
      await useResetCode(ctx, { ...number, code: input.captchaCode })
      const { id } = await requireAccount(ctx, number)
      const ticket = await ctx.tx(async (trx) => {
        const user = await lockUser(trx, id)
        if (user) refuseInactive(user.accountStatus)
        return issueTicket(trx, 'resetPassword', id, new Date(ctx.clock.now()))
      })
      return { ticket }
    },
  )
}

const resetPasswordTwo: Handler<(typeof authApi)['resetPasswordTwo']> = async (
  ctx,
  { ticket = '', password },
  session,
) => {
  const school = schoolWords(ctx)
  checkNewPassword(password, { school })
  // a forged ticket costs no hash
  const owner = await findTicket(ctx.db, 'resetPassword', ticket, new Date(ctx.clock.now()))
  if (owner === undefined) throw new ApiError(Code.ResetStep)
  checkNewPassword(password, { phone: (await getAccount(ctx.db, owner)).phone ?? '', school })
  const passwordHash = await ctx.passwords.hash(password, ctx.address)
  const now = new Date(ctx.clock.now())
  const { userId, key } = await ctx.tx(async (trx) => {
    const userId = await spendTicket(trx, 'resetPassword', ticket, now)
    if (userId === undefined) throw new ApiError(Code.ResetStep)
    const user = await lockUser(trx, userId)
    if (user) refuseInactive(user.accountStatus)
    const { nationCode, phone, passwordHash: former } = await getAccount(trx, userId)
    await setPassword(trx, userId, { passwordHash }, now)
    await endSessions(trx, userId, { reason: EndReason.credentials, now })
    await voidLinkTokens(trx, userId)
    await noteSecurityEvent(ctx, trx, { userId, kind: former === null ? 'firstPassword' : 'newPassword' })
    return { userId, key: accountHash(ctx.hash, nationCode, phone ?? '').toString('base64url') }
  })
  await clearPasswordTries(ctx, key)
  if (session?.userId === userId) takeSession(ctx)
  return true
}

/** The first password of an account that has none; throws 5005 when it has one. A session that was only found open may not set it. */
export const fastSetPassword: Handler<(typeof userApi)['fastSetPassword']> = async (ctx, { password }, session) => {
  const { phone, passwordHash: former } = await getAccount(ctx.db, session.userId)
  checkNewPassword(password, { phone: phone ?? '', school: schoolWords(ctx) })
  const hasOne = new ApiError(Code.SetPasswordError, '已经设置过密码，请用短信验证码修改')
  if (former !== null) throw hasOne
  await requireVerified(ctx, session, { orSignIn: true })
  const passwordHash = await ctx.passwords.hash(password, ctx.address)
  const now = new Date(ctx.clock.now())
  await ctx.tx(async (trx) => {
    if (!(await setPassword(trx, session.userId, { passwordHash, onlyFirst: true }, now))) throw hasOne
    await endSessions(trx, session.userId, { reason: EndReason.credentials, now, only: { exceptId: session.id } })
    await voidLinkTokens(trx, session.userId)
    await noteSecurityEvent(ctx, trx, { userId: session.userId, kind: 'firstPassword' })
  })
  return true
}

export const passwordHandlers: Pick<Handlers<typeof authApi>, 'resetPasswordOne' | 'resetPasswordTwo'> = {
  resetPasswordOne,
  resetPasswordTwo,
}
