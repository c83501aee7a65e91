import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import type { authApi } from '#shared/contract/auth.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { EndReason } from '#shared/contract/enums.ts'
import { maskPhone } from '#shared/rules/account-rules.ts'
import { getAccount, getName } from './account-store.ts'
import {
  findChoice,
  findLinkOwner,
  holdForChoice,
  issueLinkToken,
  type NamedAccount,
  spendChoice,
  spendLinkToken,
} from './link-token-store.ts'
import { loggingFailure } from './login-log-store.ts'
import { endSession } from './session-store.ts'
import { giveSession, openSession } from './sign-in.ts'

type LinkSignIn = { userId: number; isRegistered: false; phoneIsReal: boolean; needsChoice: boolean }

const linkOver = (): ApiError => new ApiError(Code.LoginTimeout, '链接已失效，请重新登录')

/** Opens the session of a link; the caller's own of the same account is renewed by it. */
async function signInByLink(ctx: CallContext, token: string): Promise<LinkSignIn> {
  const opened = await ctx.tx(async (trx) => {
    const userId = await spendLinkToken(trx, token, new Date(ctx.clock.now()))
    if (userId === undefined) throw linkOver()
    return { userId, ...(await openSession(ctx, trx, { userId, method: 'token' })) }
  })
  giveSession(ctx, opened.token)
  return { userId: opened.userId, isRegistered: false, phoneIsReal: opened.phoneIsReal, needsChoice: false }
}

/** Somebody else is signed in here: they are asked first, or any link would put its maker's account into their browser. */
async function askFirst(ctx: CallContext, token: string, session: Session): Promise<LinkSignIn> {
  const choiceId = ctx.ids.uuid()
  const isHeld = await ctx.tx((trx) =>
    holdForChoice(trx, token, { sessionId: session.id, choiceId }, new Date(ctx.clock.now())),
  )
  if (!isHeld) throw linkOver()
  const { phoneIsReal } = await getAccount(ctx.db, session.userId)
  return { userId: session.userId, isRegistered: false, phoneIsReal, needsChoice: true }
}

async function findOwn(ctx: CallContext, { userId }: Session): Promise<NamedAccount> {
  const { nickname, phone } = await getName(ctx.db, userId)
  return { userId, nickname, phone }
}

function shown({ nickname, phone }: NamedAccount): { nickname: string; phone: string | null } {
  return { nickname, phone: phone === null ? null : maskPhone(phone) }
}

/** Links that sign in, and the choice between two accounts that one of them may bring. */
export const linkHandlers: Pick<
  Handlers<typeof authApi>,
  'linkToken' | 'tokenLogin' | 'accountChoice' | 'chooseAccount'
> = {
  async linkToken(ctx, _input, session) {
    await ctx.limits.take('linkToken', String(session.userId))
    return ctx.tx((trx) => issueLinkToken(trx, session.userId, new Date(ctx.clock.now())))
  },

  async tokenLogin(ctx, { token }, session) {
    await ctx.limits.take('linkTokenAddress', ctx.address)
    const signedIn = await loggingFailure(ctx, { method: 'token' }, async () => {
      const owner = session && (await findLinkOwner(ctx.db, token, new Date(ctx.clock.now())))
      return session && owner !== undefined && owner !== session.userId
        ? askFirst(ctx, token, session)
        : signInByLink(ctx, token)
    })
    await ctx.limits.giveBack('linkTokenAddress', ctx.address)
    return signedIn
  },

  async accountChoice(ctx, _input, session) {
    const found = await findChoice(ctx.db, session.id, new Date(ctx.clock.now()))
    return found ? { id: found.choiceId, current: shown(await findOwn(ctx, session)), other: shown(found.other) } : null
  },

  async chooseAccount(ctx, { id: choiceId, choice }, session) {
    const now = new Date(ctx.clock.now())
    const token = await ctx.tx(async (trx) => {
      const userId = await spendChoice(trx, { sessionId: session.id, choiceId }, now)
      if (userId === undefined) throw new ApiError(Code.Toast, '链接已失效，请重新打开')
      if (choice === 'keep') return undefined
      const opened = await openSession(ctx, trx, { userId, method: 'token' })
      await endSession(trx, session.id, EndReason.logout, now)
      return opened.token
    })
    if (token !== undefined) giveSession(ctx, token)
    return true
  },
}
