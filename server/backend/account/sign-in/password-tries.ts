import type { CallContext } from '#server/backend/context/backend-context.ts'
import { type CaptchaProof, captchaNeeded, spendCaptcha } from '#server/backend/account/captcha/captcha-service.ts'
import type { LimitName } from '#server/backend/context/limit-policies.ts'
import { networkOf } from '#server/http/client-network.ts'
import { waitText } from '#server/backend/base/wait-text.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

/** One count of a try, so that it can be taken back. */
interface Count {
  readonly name: LimitName
  readonly key: string
  /** The right password clears it; else it gives one back. */
  readonly isOwn?: boolean
}

/** A password that may be looked at; what became of it is told by one of these, or it stays counted as wrong. */
export interface PasswordTry {
  /** It was right: it doesn't count, and those shortly before it from here were slips of the owner. */
  forgive(): Promise<void>
  /** It was not looked at after all. */
  takeBack(): Promise<void>
}

export interface TriedPassword {
  /** The hash of the number. */
  readonly account: string
  /** The hash of the browser's secret, when the account was signed into in it before. */
  readonly knownBrowser: Buffer | undefined
  readonly proof: CaptchaProof
}

function isTooOften(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 429
}

/** Counts all of them; when one is over, those before it are given back and its refusal is thrown. */
async function takeAll({ limits }: CallContext, counts: readonly Count[]): Promise<void> {
  for (const [at, { name, key }] of counts.entries()) {
    try {
      await limits.take(name, key)
    } catch (error) {
      await Promise.all(counts.slice(0, at).map((taken) => limits.giveBack(taken.name, taken.key)))
      throw error
    }
  }
}

async function takeOrWait(ctx: CallContext, counts: readonly Count[]): Promise<void> {
  try {
    await takeAll(ctx, counts)
  } catch (error) {
    if (!isTooOften(error)) throw error
    const wait = waitText(Number(error.headers['Retry-After'] ?? 1) * 1000)
    throw new ApiError(
      Code.Toast,
      `密码错误次数过多，请在 ${wait}后再试，或改用验证码登录`,
      error.status,
      error.headers,
    )
  }
}

function tryOf({ limits }: CallContext, counts: readonly Count[]): PasswordTry {
  return {
    async forgive() {
      await Promise.all(
        counts.map(({ name, key, isOwn }) => (isOwn ? limits.clear(name, key) : limits.giveBack(name, key))),
      )
    },
    async takeBack() {
      await Promise.all(counts.map(({ name, key }) => limits.giveBack(name, key)))
    },
  }
}

/**
 * Counts a password try before it is looked at, so that parallel ones can't slip through. A browser in which the account was
 * signed into has tries of its own, which nobody else can use up. Any other goes on with a captcha (4002) when there were
 * too many from its address, or at the account from anywhere; and is asked to wait (4004 with HTTP 429) when there were too
 * many with captchas. The way by code has counters of its own. Not inside a transaction.
 */
export async function takePasswordTry(
  ctx: CallContext,
  { account, knownBrowser, proof }: TriedPassword,
): Promise<PasswordTry> {
  if (knownBrowser) {
    const key = `${account}/${knownBrowser.toString('base64url')}`
    const own = [{ name: 'passwordBrowser', key, isOwn: true }] as const
    await takeOrWait(ctx, own)
    return tryOf(ctx, own)
  }
  const strange: readonly Count[] = [
    { name: 'passwordAddress', key: ctx.address },
    { name: 'passwordNetwork', key: `${account}/${networkOf(ctx.address)}`, isOwn: true },
    { name: 'passwordAccount', key: account },
  ]
  try {
    await takeAll(ctx, strange)
    return tryOf(ctx, strange)
  } catch (error) {
    if (!isTooOften(error)) throw error
  }
  if (proof.captchaType === 'smsCode') throw new ApiError(Code.CaptchaError, captchaNeeded)
  const solved = [{ name: 'passwordSolved', key: account }] as const
  await takeOrWait(ctx, solved)
  const taken = tryOf(ctx, solved)
  try {
    await spendCaptcha(ctx, proof)
  } catch (error) {
    await taken.takeBack()
    throw error
  }
  return taken
}

/** The tries at an old password are of no interest any more. */
export async function clearPasswordTries(ctx: CallContext, account: string): Promise<void> {
  await ctx.limits.clear('passwordNetwork', `${account}/${networkOf(ctx.address)}`)
  await ctx.limits.clear('passwordAccount', account)
  await ctx.limits.clear('passwordSolved', account)
}
