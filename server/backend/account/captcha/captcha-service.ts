import type { CallContext } from '#server/backend/context/backend-context.ts'
import { browserKey } from '#server/backend/http/browser-cookie.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { imageCaptchaLength, slide } from '#shared/rules/captcha-rules.ts'
import { consumeImage, consumeSlide, findOpenSlide, judgeSlide } from './captcha-store.ts'
import { readPoint } from './point-cipher.ts'

/** What a call carries to prove that a captcha was solved. */
export interface CaptchaProof {
  readonly captchaType: 'blockPuzzle' | 'simpleCircle' | 'smsCode'
  /** Image captcha: what was read. */
  readonly code?: string | undefined
  /** Slide captcha: the token of the solved challenge. */
  readonly captchaToken?: string | undefined
  /** Image captcha: its key. */
  readonly captchaKey?: string | undefined
}

const wrongAnswer = '验证失败，请重新验证'
/** Said where a captcha is needed and none came. */
export const captchaNeeded = '请完成安全验证'

/** What is hashed of an image captcha: large and small letters are the same. */
export function imageAnswer(captchaKey: string, text: string): string {
  return `${captchaKey}/${text.toLowerCase()}`
}

/** Counts a failed try of a browser; with the fifth it gets no new challenge for a while, and nobody beside it is held up. */
export async function countFailure(ctx: CallContext): Promise<void> {
  await ctx.limits.take('captchaFailed', browserKey(ctx)).catch(() => undefined)
}

/** Counts an answer, by its browser and by its address. */
export async function countCheck(ctx: CallContext): Promise<void> {
  await ctx.limits.take('captchaCheck', browserKey(ctx))
  await ctx.limits.take('captchaCheckAddress', ctx.address)
}

/**
 * The one check of a slide challenge; `pointJson` is the encrypted point. False for anything but the right place;
 * undefined when there is nothing to check: unknown, over, or checked before.
 */
export async function checkSlide(ctx: CallContext, token: string, pointJson: string): Promise<boolean | undefined> {
  const now = new Date(ctx.clock.now())
  const challenge = await findOpenSlide(ctx.db, token, now)
  if (!challenge || challenge.secretKey === null || challenge.answerX === null) return undefined
  const point = readPoint(pointJson, challenge.secretKey)
  const passed = point !== undefined && point.y === slide.y && Math.abs(point.x - challenge.answerX) <= slide.tolerance
  return (await judgeSlide(ctx.db, token, passed, now)) ? passed : undefined
}

/**
 * Spends the proof of a solved captcha: each is good once, within its life, whatever comes of the call after it.
 * Throws 4002. `smsCode` is no proof by itself: whoever allows it does so before. Not inside a transaction.
 */
export async function spendCaptcha(ctx: CallContext, proof: CaptchaProof): Promise<void> {
  const now = new Date(ctx.clock.now())
  if (proof.captchaType === 'blockPuzzle') {
    if (!proof.captchaToken) throw new ApiError(Code.CaptchaError, captchaNeeded)
    if (!(await consumeSlide(ctx.db, proof.captchaToken, now))) throw new ApiError(Code.CaptchaError, wrongAnswer)
    return
  }
  if (proof.captchaType !== 'simpleCircle' || !proof.captchaKey) throw new ApiError(Code.CaptchaError, captchaNeeded)
  const typed = proof.code ?? ''
  if (typed.length !== imageCaptchaLength) throw new ApiError(Code.CaptchaError)
  await countCheck(ctx)
  const right = await consumeImage(
    ctx.db,
    proof.captchaKey,
    ctx.hash.of('captcha', imageAnswer(proof.captchaKey, typed)),
    now,
  )
  if (right === true) return
  if (right === false) await countFailure(ctx)
  throw new ApiError(Code.CaptchaError, wrongAnswer)
}
