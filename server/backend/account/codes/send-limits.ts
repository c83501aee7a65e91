import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { SmsChannel } from '#server/backend/db/tables/sign-in-tables.ts'
import { halfOf, type LimitName } from '#server/backend/context/limit-policies.ts'
import { wideNetworkOf } from '#server/http/client-network.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { SmsPurpose } from '#shared/contract/enums.ts'
import { tellOfCeiling } from './ceiling-notice.ts'
import type { PhoneNumber } from './sms-store.ts'
import { waitText } from '#server/backend/base/wait-text.ts'

export interface LimitedSend extends PhoneNumber {
  readonly purpose: SmsPurpose
  readonly channel: SmsChannel
  /** The number has an account: a third of the site's ceiling is kept for such numbers. */
  readonly isAccount: boolean
}

type SendLimit = Extract<LimitName, `sms${string}`>

interface Count {
  readonly name: SendLimit
  readonly key: string
}

/** Who is asked to wait, and so what to say. */
const said: Readonly<Record<SendLimit, (wait: string) => string>> = {
  smsNumber: (wait) => `获取验证码太频繁，请在 ${wait}后再试`,
  smsAddress: (wait) => `你所在的网络获取验证码太频繁，请在 ${wait}后再试`,
  smsNetwork: (wait) => `你所在的网络获取验证码太频繁，请在 ${wait}后再试`,
  smsNewNumbers: (wait) => `现在注册的人太多，请在 ${wait}后再获取验证码`,
  smsSite: (wait) => `现在获取验证码的人太多，请在 ${wait}后再试，或改用密码登录`,
}

/** A refusal that says how long to wait. */
export function tooOften(waitMs: number, name: SendLimit = 'smsNumber'): ApiError {
  return new ApiError(Code.Toast, said[name](waitText(waitMs)), 429, {
    'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))),
  })
}

/** Counts one; its refusal says when to try again, a counter that can't be asked refuses too. */
async function take(ctx: CallContext, { name, key }: Count): Promise<number> {
  try {
    return await ctx.limits.take(name, key)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const waitMs = Number(error.headers['Retry-After'] ?? 1) * 1000
    if (error.status === 429) throw tooOften(waitMs, name)
    throw new ApiError(Code.Toast, `服务繁忙，请在 ${waitText(waitMs)}后再试`, error.status, error.headers)
  }
}

async function giveBack({ limits }: CallContext, counts: readonly Count[]): Promise<void> {
  // the number has one a minute: given back means that it may be called at once
  await Promise.all(
    counts.map(({ name, key }) => (name === 'smsNumber' ? limits.clear(name, key) : limits.giveBack(name, key))),
  )
}

/** A message that was counted and isn't sent after all. */
export interface CountedSend {
  /** Nothing was sent: it counts nowhere. */
  takeBack(): Promise<void>
  /** It failed on its way: the number may try again at once, the school may have paid all the same. */
  freeNumber(): Promise<void>
}

/**
 * Counts a message before it is made: by its address and network first, so that one that is over uses up nobody's minute, then
 * by its number, then by the site. A refusal gives back what was counted before it. Tells the administrators when the site has
 * come to half of its ceiling. Throws 4004 with HTTP 429 or 503. Not inside a transaction.
 */
export async function countSend(
  ctx: CallContext,
  { nationCode, phone, channel, isAccount }: LimitedSend,
): Promise<CountedSend> {
  const number: Count = { name: 'smsNumber', key: `${channel}+${nationCode}-${phone}` }
  const counts: readonly Count[] = [
    { name: 'smsAddress', key: ctx.address },
    { name: 'smsNetwork', key: wideNetworkOf(ctx.address) },
    number,
    ...(isAccount ? [] : [{ name: 'smsNewNumbers', key: 'all' } as const]),
    { name: 'smsSite', key: 'all' },
  ]
  for (const [at, count] of counts.entries()) {
    try {
      const taken = await take(ctx, count)
      if (count.name === 'smsSite' && taken === halfOf(ctx.config.sms.hourlyCeiling)) await tellOfCeiling(ctx, taken)
    } catch (error) {
      await giveBack(ctx, counts.slice(0, at))
      throw error
    }
  }
  return { takeBack: () => giveBack(ctx, counts), freeNumber: () => giveBack(ctx, [number]) }
}
