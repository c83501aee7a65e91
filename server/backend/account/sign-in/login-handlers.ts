import type * as z from 'zod/mini'
import { useCode } from '#server/backend/account/codes/code-service.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { readBrowser } from '#server/backend/http/browser-cookie.ts'
import type { SignedIn } from '#shared/contract/account-fields.ts'
import type { authApi } from '#shared/contract/auth.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { EndReason } from '#shared/contract/enums.ts'
import { accountTexts, isPassword } from '#shared/rules/account-rules.ts'
import { accountHash, findAccountByPhone, findPasswordAccount } from './account-store.ts'
import { loggingFailure } from './login-log-store.ts'
import { takePasswordTry } from './password-tries.ts'
import { checkMayRegister, checkQqNum, findInviters, mergeParam, registerAccount } from './register-account.ts'
import { endSession } from './session-store.ts'
import { giveSession, openSession, refuseInactive, signIn, takeSession } from './sign-in.ts'
import { checkCodeForm, checkNewPassword, checkPhone, readNickname, schoolWords } from './typed-fields.ts'

type LoginInput = z.output<(typeof authApi)['login']['input']>
type RegisterInput = z.output<(typeof authApi)['register']['input']>

/** A code for either is good for both: the form changes from one to the other with the code kept. */
const signInPurposes = ['login', 'register'] as const

async function loginByPassword(
  ctx: CallContext,
  { nationCode, phoneNum: phone, password = '', ...proof }: LoginInput,
): Promise<SignedIn> {
  checkPhone(nationCode, phone)
  if (password === '') throw new ApiError(Code.PasswordError, accountTexts.passwordRequired)
  if (!isPassword(password)) throw new ApiError(Code.PasswordError, accountTexts.passwordFormat)
  const hash = accountHash(ctx.hash, nationCode, phone)
  const browserHash = readBrowser(ctx)
  // one question and one hash for every number, so that the time says nothing of it
  const account = await findPasswordAccount(ctx.db, { nationCode, phone, accountHash: hash, browserHash })
  const { id: userId, passwordHash, wasEnded } = account
  const knownBrowser = account.isKnownBrowser ? browserHash : undefined
  const counted = await takePasswordTry(ctx, { account: hash.toString('base64url'), knownBrowser, proof })
  return loggingFailure(ctx, { method: 'password', accountHash: hash, userId: userId ?? undefined }, async () => {
    const isRight = await ctx.passwords.verify(password, passwordHash, ctx.address).catch(async (error: unknown) => {
      await counted.takeBack()
      throw error
    })
    if (userId === null && wasEnded) throw new ApiError(Code.UserDeleted)
    if (userId === null || !isRight) throw new ApiError(Code.PasswordError, '账号或密码错误')
    await counted.forgive()
    await ctx.limits.take('signedIn', String(userId))
    return signIn(ctx, { userId, method: 'password' })
  })
}

async function loginByCode(ctx: CallContext, input: LoginInput): Promise<SignedIn> {
  const { nationCode, phoneNum: phone, captchaCode: code = '', agreementStatus } = input
  checkPhone(nationCode, phone)
  checkCodeForm(code)
  const nickname = readNickname(input.nickname)
  const param = mergeParam(input, input.registerParam)
  const account = await findAccountByPhone(ctx.db, nationCode, phone)
  const tried = { method: 'phone', accountHash: accountHash(ctx.hash, nationCode, phone), userId: account?.id } as const
  return loggingFailure(ctx, tried, async () => {
    await useCode(ctx, {
      nationCode,
      phone,
      code,
      purposes: signInPurposes,
      // told to the owner of the phone only, who may use the code again with what has to be changed
      async beforeUse() {
        if (account) {
          if (nickname !== undefined) throw new ApiError(Code.PhoneExists)
          if (!account.phoneIsReal) throw new ApiError(Code.UserError)
          return refuseInactive(account.accountStatus)
        }
        checkMayRegister(ctx, agreementStatus)
        await checkQqNum(ctx.db, param.qqNum)
        await findInviters(ctx.db, param)
      },
    })
    if (account) return signIn(ctx, { userId: account.id, method: 'phone' })
    return openNewAccount(ctx, 'phone', { nationCode, phone, nickname, param, context: 'login' })
  })
}

/** Makes the account and its first session, both or neither. */
async function openNewAccount(
  ctx: CallContext,
  method: 'phone' | 'register',
  account: Parameters<typeof registerAccount>[2],
): Promise<SignedIn> {
  const { userId, token } = await ctx.tx(async (trx) => {
    const userId = await registerAccount(ctx, trx, account)
    return { userId, token: (await openSession(ctx, trx, { userId, method })).token }
  })
  giveSession(ctx, token)
  return { userId, isRegistered: true, phoneIsReal: true }
}

async function register(ctx: CallContext, input: RegisterInput): Promise<SignedIn> {
  const { nationCode, phoneNum: phone, captchaCode: code, password } = input
  checkMayRegister(ctx, input.agreementStatus)
  checkPhone(nationCode, phone)
  checkCodeForm(code)
  checkNewPassword(password, { phone, school: schoolWords(ctx) })
  const nickname = readNickname(input.nickname)
  const param = mergeParam(input, input.registerParam)
  await checkQqNum(ctx.db, param.qqNum)
  const tried = { method: 'register', accountHash: accountHash(ctx.hash, nationCode, phone) } as const
  return loggingFailure(ctx, tried, async () => {
    let passwordHash = ''
    await useCode(ctx, {
      nationCode,
      phone,
      code,
      purposes: signInPurposes,
      async beforeUse() {
        if (await findAccountByPhone(ctx.db, nationCode, phone)) throw new ApiError(Code.PhoneExists)
        await findInviters(ctx.db, param)
        // may be refused when too many wait: then the code is good for another try
        passwordHash = await ctx.passwords.hash(password, ctx.address)
      },
    })
    return openNewAccount(ctx, 'register', { nationCode, phone, nickname, passwordHash, param, context: 'register' })
  })
}

export const loginHandlers: Pick<Handlers<typeof authApi>, 'register' | 'login' | 'logout'> = {
  register,

  async login(ctx, input) {
    return input.loginType === 'password' ? loginByPassword(ctx, input) : loginByCode(ctx, input)
  },

  async logout(ctx, _input, session) {
    if (session) await endSession(ctx.db, session.id, EndReason.logout, new Date(ctx.clock.now()))
    takeSession(ctx)
    return null
  },
}
