import { randomInt } from 'node:crypto'
import { inetOf } from '#server/backend/account/sign-in/sign-in.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import { giveBrowser, readBrowser } from '#server/backend/http/browser-cookie.ts'
import type { SmsChannel } from '#server/backend/db/tables/sign-in-tables.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { SmsPurpose } from '#shared/contract/enums.ts'
import { isSmsCode, smsCodeLength, smsCooldownSeconds } from '#shared/rules/code-rules.ts'
import { countSend, tooOften } from './send-limits.ts'
import {
  claimCode,
  countTry,
  findSent,
  insertCode,
  isAccountPhone,
  lockNumber,
  markFailed,
  type PhoneNumber,
} from './sms-store.ts'
import { waitText } from '#server/backend/base/wait-text.ts'
import { longestWindowMs, waitBeforeSend } from './sms-wait.ts'

export const codeLifeMs = 5 * 60_000
export const mostCodeTries = 5

export interface CodeOrder extends PhoneNumber {
  readonly purpose: SmsPurpose
  readonly channel: SmsChannel
  /** Whose phone it is, where somebody is logged in. */
  readonly userId?: number
  /** A captcha was solved for this message. */
  readonly withCaptcha?: boolean
  /** False: everything goes its way, limits too, but no message goes out, so that the answer tells nothing. */
  readonly deliver?: boolean
}

/** What is hashed: a code is good for this phone and this purpose only. */
function bound({ nationCode, phone }: PhoneNumber, purpose: SmsPurpose, code: string): string {
  return `${nationCode}/${phone}/${purpose}/${code}`
}

function newCode(): string {
  return String(randomInt(10 ** smsCodeLength)).padStart(smsCodeLength, '0')
}

/**
 * Makes a code, keeps its hash and sends it; the one before it for the same phone, purpose and browser is void. It is good in
 * the browser that asks, which is given a secret for that. Answers when the next may be asked for (epoch ms). Throws 4004 with HTTP 429 or 503 when it is too soon, and 0 when the message can't be sent.
 * Opens its own transaction.
 */
export async function sendCode(ctx: CallContext, order: CodeOrder): Promise<{ nextSendTime: number }> {
  const { nationCode, phone, purpose, channel } = order
  const counted = await countSend(ctx, { ...order, isAccount: await isAccountPhone(ctx.db, order) })
  const now = ctx.clock.now()
  const sentAt = new Date(now)
  const code = newCode()
  const kept = await ctx.tx(async (trx) => {
    await lockNumber(trx, order, sentAt)
    const waitMs = waitBeforeSend(await findSent(trx, order, new Date(now - longestWindowMs)), channel, now)
    if (waitMs > 0) return { waitMs }
    const id = await insertCode(trx, {
      nationCode,
      phone,
      purpose,
      channel,
      sentAt,
      codeHash: ctx.hash.of('sms', bound(order, purpose, code)),
      userId: order.userId ?? null,
      ip: inetOf(ctx.address),
      withCaptcha: order.withCaptcha ?? false,
      browserHash: giveBrowser(ctx),
      expiresAt: new Date(now + codeLifeMs),
    })
    return { id }
  })
  if (kept.waitMs !== undefined) {
    // nothing was sent: the quick counters, which know the last minute only, must not hide the real wait
    await counted.takeBack()
    throw tooOften(kept.waitMs)
  }
  if (order.deliver !== false) {
    try {
      await ctx.sms.send({ nationCode, phone, channel, code, purpose })
    } catch (error) {
      ctx.log.error({ err: error, channel, purpose }, 'a code could not be sent')
      await markFailed(ctx.db, kept.id, new Date(ctx.clock.now()))
      await counted.freeNumber()
      throw new ApiError(Code.Fail, '短信发送失败')
    }
  }
  return { nextSendTime: now + smsCooldownSeconds * 1000 }
}

/** Said alike whether there is none or another browser has asked: that is nobody's business. */
const codeOver = '验证码已失效，或不是在这个浏览器里获取的，请重新获取'
const noCookie = '浏览器没有保存 Cookie，无法核对验证码，请允许本站使用 Cookie 后重新获取'

/** Counts a code that was typed where none was asked for. */
async function takeStrangeTry(ctx: CallContext): Promise<void> {
  try {
    await ctx.limits.take('codeAddress', ctx.address)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error
    const wait = waitText(Number(error.headers['Retry-After'] ?? 1) * 1000)
    throw new ApiError(
      Code.Toast,
      `验证码错误次数过多，请重新获取验证码，或在 ${wait}后再试`,
      error.status,
      error.headers,
    )
  }
}

export interface CodeTry extends PhoneNumber {
  /** A code for any of these will do. */
  readonly purposes: readonly SmsPurpose[]
  /** As typed. */
  readonly code: string
  /** Asked once the code is right: what it throws leaves the code good for another try. */
  readonly beforeUse?: () => Promise<void>
}

/**
 * Uses a code up. The try is counted, and committed, before the verdict; the fifth is the last. Throws 5003 unless it is the
 * live code of this phone for one of the purposes, and then only for one of several calls at once. A browser that has not
 * asked for it is refused without a look: whoever knows the number can neither guess nor use the tries up. Not inside a transaction.
 */
export async function useCode(ctx: CallContext, { purposes, code, beforeUse, ...number }: CodeTry): Promise<void> {
  if (code === '') throw new ApiError(Code.CodeError, '验证码必填')
  if (!isSmsCode(code)) throw new ApiError(Code.CodeError)
  const browser = readBrowser(ctx)
  const now = new Date(ctx.clock.now())
  const live = browser ? await countTry(ctx.db, number, { purposes, browser, now, most: mostCodeTries }) : []
  if (live.length === 0) {
    await takeStrangeTry(ctx)
    throw new ApiError(Code.CodeError, browser ? codeOver : noCookie)
  }
  const matched = live.find((row) => ctx.hash.equal('sms', bound(number, row.purpose, code), row.codeHash))
  if (!matched) throw new ApiError(Code.CodeError)
  await beforeUse?.()
  if (!(await claimCode(ctx.db, matched.id, new Date(ctx.clock.now())))) throw new ApiError(Code.CodeError)
}
