import type * as z from 'zod/mini'
import { accountHash, findAccountByPhone } from '#server/backend/account/sign-in/account-store.ts'
import { loggingFailure } from '#server/backend/account/sign-in/login-log-store.ts'
import {
  checkMayRegister,
  checkQqNum,
  findInviters,
  registerAccount,
} from '#server/backend/account/sign-in/register-account.ts'
import { noteSecurityEvent } from '#server/backend/account/sign-in/security-log-store.ts'
import { giveSession, openSession, refuseInactive } from '#server/backend/account/sign-in/sign-in.ts'
import {
  checkCodeForm,
  checkNewPassword,
  checkPhone,
  readNickname,
  schoolWords,
} from '#server/backend/account/sign-in/typed-fields.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import { useCode } from '#server/backend/account/codes/code-service.ts'
import type { SignedIn } from '#shared/contract/account-fields.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { oauthApi } from '#shared/contract/oauth.ts'
import { isNickname, nicknameMax } from '#shared/rules/account-rules.ts'
import { checkLink, linkIdentity } from './link-identity.ts'
import { findBindTicket, spendBindTicket } from './oauth-store.ts'

/** The form asks for 'oauth'; a code that was sent a moment ago to log in is as good a proof of the phone. */
const purposes = ['oauth', 'login', 'register'] as const

const ticketOver = (): ApiError => new ApiError(Code.Toast, '授权已失效，请重新登录')

/** A provider's nickname as far as it may be one here. */
function fittingNickname(nickname: string): string | undefined {
  const cut = [...nickname.trim()].slice(0, nicknameMax).join('').trim()
  return isNickname(cut) ? cut : undefined
}

/**
 * Links the ticket's identity with the account of a phone that a code proves, or with a new one, and logs in: all of it or
 * nothing. The ticket is spent by that alone, so that a wrong code or name can be put right.
 */
export async function bindPhoneToIdentity(
  ctx: CallContext,
  input: z.output<(typeof oauthApi)['bindByNoLogin']['input']>,
): Promise<SignedIn> {
  const {
    nationCode,
    phoneNum: phone,
    captchaCode: code,
    password = '',
    bindTicket = '',
    registerParam: param = {},
  } = input
  checkPhone(nationCode, phone)
  checkCodeForm(code)
  const typed = readNickname(input.nickname)
  if (password !== '') checkNewPassword(password, { phone, school: schoolWords(ctx) })
  const ticket = bindTicket === '' ? undefined : await findBindTicket(ctx.db, bindTicket, new Date(ctx.clock.now()))
  if (!ticket) throw ticketOver()
  const { provider, identity } = ticket
  const account = await findAccountByPhone(ctx.db, nationCode, phone)
  return loggingFailure(
    ctx,
    { method: provider, accountHash: accountHash(ctx.hash, nationCode, phone), userId: account?.id },
    async () => {
      let passwordHash: string | undefined
      await useCode(ctx, {
        nationCode,
        phone,
        code,
        purposes,
        async beforeUse() {
          if (account && !account.phoneIsReal) throw new ApiError(Code.UserError)
          if (account) refuseInactive(account.accountStatus)
          await checkLink(ctx.db, account?.id, provider, identity)
          if (account) return
          checkMayRegister(ctx, input.agreementStatus)
          await checkQqNum(ctx.db, param.qqNum)
          await findInviters(ctx.db, param)
          if (password !== '') passwordHash = await ctx.passwords.hash(password, ctx.address)
        },
      })
      const now = new Date(ctx.clock.now())
      const { userId, token, phoneIsReal } = await ctx.tx(async (trx) => {
        if (!(await spendBindTicket(trx, bindTicket, now))) throw ticketOver()
        const nickname = typed ?? fittingNickname(identity.nickname)
        const headImg = identity.headImg ?? undefined
        const userId =
          account?.id ??
          (await registerAccount(ctx, trx, {
            nationCode,
            phone,
            nickname,
            passwordHash,
            headImg,
            param,
            context: 'oauth',
          }))
        const isNew = await linkIdentity(trx, userId, { provider, identity, now })
        if (isNew && account) await noteSecurityEvent(ctx, trx, { userId, kind: 'link', provider })
        return { userId, ...(await openSession(ctx, trx, { userId, method: provider })) }
      })
      giveSession(ctx, token)
      return { userId, isRegistered: !account, phoneIsReal }
    },
  )
}
