import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import { useCode } from '#server/backend/account/codes/code-service.ts'
import type { Database } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { accountTexts } from '#shared/rules/account-rules.ts'
import { getAccount } from './account-store.ts'
import { checkCodeForm } from './typed-fields.ts'
import { findSessionProof, markVerified } from './verify-session-store.ts'

/** So long a proof of who somebody is counts, and so long a sign-in counts where it may. */
const verifiedMs = 10 * 60_000

export type VerifyWay = 'password' | 'phone'

/** What a session's learner can prove themselves by, and until when (epoch ms) they have. */
export interface Verification {
  readonly ways: VerifyWay[]
  readonly verifiedUntil: number | null
  /** By a way of their own: a link is none, for whoever has a session can make one. */
  readonly signedInUntil: number | null
}

/** Reads it; throws -3 when the session or its account is gone. */
export async function findVerification(db: Database, { id, userId }: Session): Promise<Verification> {
  const row = await findSessionProof(db, id)
  if (!row) throw new ApiError(Code.LoginTimeout)
  const { phone, phoneIsReal, passwordHash } = await getAccount(db, userId)
  const ways: VerifyWay[] = []
  if (passwordHash !== null) ways.push('password')
  if (phone !== null && phoneIsReal) ways.push('phone')
  const isOwn = row.method !== null && row.method !== 'token'
  return {
    ways,
    verifiedUntil: row.verifiedAt ? row.verifiedAt.getTime() + verifiedMs : null,
    signedInUntil: isOwn ? row.createdAt.getTime() + verifiedMs : null,
  }
}

/**
 * For what changes how an account is entered: the password or a code to its phone was given in this session within ten minutes. Who has
 * neither, and who sets the first password (`orSignIn`), has signed in within ten minutes. Throws 3001 when a proof is missing, 4004 when
 * only signing in anew helps.
 */
export async function requireVerified(ctx: CallContext, session: Session, { orSignIn = false } = {}): Promise<void> {
  const now = ctx.clock.now()
  const { ways, verifiedUntil, signedInUntil } = await findVerification(ctx.db, session)
  if (verifiedUntil !== null && verifiedUntil > now) return
  if ((orSignIn || ways.length === 0) && signedInUntil !== null && signedInUntil > now) return
  if (ways.length === 0) throw new ApiError(Code.Toast, '登录已超过 10 分钟，请退出后重新登录再操作')
  throw new ApiError(Code.ResetStep, '请先验证身份')
}

/** Checks the account's password; a wrong one counts though the call fails. Throws 5002. */
async function checkPassword(ctx: CallContext, { userId }: Session, password: string): Promise<void> {
  const { passwordHash } = await getAccount(ctx.db, userId)
  if (password === '') throw new ApiError(Code.PasswordError, accountTexts.passwordRequired)
  if (passwordHash === null) throw new ApiError(Code.PasswordError, '这个账号还没有密码，请用短信验证码')
  const key = String(userId)
  await ctx.limits.take('verifyAccount', key)
  const isRight = await ctx.passwords.verify(password, passwordHash, ctx.address).catch(async (error: unknown) => {
    await ctx.limits.giveBack('verifyAccount', key)
    throw error
  })
  if (!isRight) throw new ApiError(Code.PasswordError, '密码错误')
  await ctx.limits.clear('verifyAccount', key)
}

/** Uses a code that went to the account's own phone. Throws 5003. */
async function checkOwnCode(ctx: CallContext, { userId }: Session, code: string): Promise<void> {
  checkCodeForm(code)
  const { nationCode, phone, phoneIsReal } = await getAccount(ctx.db, userId)
  if (phone === null || !phoneIsReal) throw new ApiError(Code.Toast, '请先绑定手机号')
  await ctx.limits.take('codeAddress', ctx.address)
  await useCode(ctx, { nationCode, phone, code, purposes: ['verify'] })
  await ctx.limits.giveBack('codeAddress', ctx.address)
}

interface Proof {
  readonly password?: string | undefined
  readonly captchaCode?: string | undefined
}

/** Proves once more who is signed in, by the password, else by the code; this session may then change its ways in for ten minutes. */
export async function verifySession(
  ctx: CallContext,
  { password, captchaCode }: Proof,
  session: Session,
): Promise<{ verifiedUntil: number }> {
  if (password === undefined) await checkOwnCode(ctx, session, captchaCode ?? '')
  else await checkPassword(ctx, session, password)
  const now = ctx.clock.now()
  await markVerified(ctx.db, session.id, now)
  return { verifiedUntil: now + verifiedMs }
}
