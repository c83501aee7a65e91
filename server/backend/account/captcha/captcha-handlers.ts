import { inetOf } from '#server/backend/account/sign-in/sign-in.ts'
import { randomToken } from '#server/backend/base/secret.ts'
import { waitText } from '#server/backend/base/wait-text.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { CaptchaLevel } from '#server/backend/context/captcha-drawing.ts'
import { wideNetworkOf } from '#server/http/client-network.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { browserKey, giveBrowser } from '#server/backend/http/browser-cookie.ts'
import type { authApi, CaptchaInfo } from '#shared/contract/auth.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { openAnswer, sealAnswer } from './answer-seal.ts'
import { captchaLevel } from './captcha-level.ts'
import { checkSlide, countCheck, countFailure, imageAnswer } from './captcha-service.ts'
import { insertImage, insertSlide, takeHearing } from './captcha-store.ts'
import { QueueFull } from '#server/backend/base/fair-queue.ts'
import { newSecretKey } from './point-cipher.ts'

/** From the giving out of a challenge to its spending. */
export const captchaLifeMs = 120_000
/** So often one challenge is read out: each time is noisy in another way, and many together are less so. */
const mostHearings = 3

const empty: Omit<CaptchaInfo, 'captchaType'> = {
  key: '',
  token: '',
  secretKey: '',
  base64Img: '',
  originalImageBase64: '',
  jigsawImageBase64: '',
}

function newChallenge(ctx: CallContext): { token: string; ip: string | null; createdAt: Date; expiresAt: Date } {
  const now = ctx.clock.now()
  return {
    token: randomToken(),
    ip: inetOf(ctx.address),
    createdAt: new Date(now),
    expiresAt: new Date(now + captchaLifeMs),
  }
}

/** Whoever comes while too many are being drawn is asked to come again, in words; the others' calls go on beside it. */
async function drawn<T>(drawing: Promise<T>): Promise<T> {
  try {
    return await drawing
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    throw new ApiError(Code.Toast, '现在要验证的人太多，请稍候再试', 503, { 'Retry-After': '2' })
  }
}

/** The slide captcha; the other one when no puzzle can be drawn. */
async function giveSlide(ctx: CallContext, level: CaptchaLevel): Promise<CaptchaInfo> {
  const pictures = await drawn(ctx.captchas.slide(level, wideNetworkOf(ctx.address))).catch((error: unknown) => {
    if (error instanceof ApiError) throw error
    ctx.log.error({ err: error }, 'a captcha picture could not be drawn')
    return undefined
  })
  if (!pictures) return giveImage(ctx, level)
  const { x, picture, piece } = pictures
  const challenge = newChallenge(ctx)
  const secretKey = newSecretKey()
  await insertSlide(ctx.db, { ...challenge, secretKey, answerX: x })
  return {
    ...empty,
    captchaType: 'blockPuzzle',
    token: challenge.token,
    secretKey,
    originalImageBase64: picture,
    jigsawImageBase64: piece,
  }
}

async function giveImage(ctx: CallContext, level: CaptchaLevel): Promise<CaptchaInfo> {
  const { text, picture } = await drawn(ctx.captchas.letters(level, wideNetworkOf(ctx.address)))
  const challenge = newChallenge(ctx)
  const captchaKey = randomToken()
  const answerHash = ctx.hash.of('captcha', imageAnswer(captchaKey, text))
  await insertImage(ctx.db, {
    ...challenge,
    captchaKey,
    answerHash,
    answerSealed: sealAnswer(ctx.hash, captchaKey, text),
  })
  return { ...empty, captchaType: 'simpleCircle', key: captchaKey, base64Img: picture }
}

/** Whoever failed too often waits before the next challenge. */
async function refuseLocked(ctx: CallContext, key: string): Promise<void> {
  try {
    await ctx.limits.check('captchaFailed', key)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const seconds = Number(error.headers['Retry-After'] ?? 1)
    throw new ApiError(
      Code.Toast,
      `验证失败次数过多，请在 ${waitText(seconds * 1000)}后再试`,
      error.status,
      error.headers,
    )
  }
}

export const captchaHandlers: Pick<Handlers<typeof authApi>, 'captchaGet' | 'captchaAudio' | 'captchaCheck'> = {
  async captchaGet(ctx, input) {
    // counted by what came along: a browser that gets its secret now is its own from the next time on
    const key = browserKey(ctx)
    giveBrowser(ctx)
    await refuseLocked(ctx, key)
    await ctx.limits.take('captchaGet', key)
    await ctx.limits.take('captchaGetAddress', ctx.address)
    const level = await captchaLevel(ctx.db, inetOf(ctx.address), ctx.clock.now())
    if (input.captchaType === 'simpleCircle') return giveImage(ctx, level)
    return giveSlide(ctx, level)
  },

  async captchaAudio(ctx, { key }) {
    await ctx.limits.take('captchaSound', browserKey(ctx))
    await ctx.limits.take('captchaSoundAddress', ctx.address)
    const sealed = await takeHearing(ctx.db, key, mostHearings, new Date(ctx.clock.now()))
    const text = sealed && openAnswer(ctx.hash, key, sealed)
    if (text === undefined) throw new ApiError(Code.CaptchaError, '这张图片不能再听了，请换一张')
    return { audio: await drawn(ctx.captchas.speech(text, wideNetworkOf(ctx.address))) }
  },

  async captchaCheck(ctx, input) {
    await countCheck(ctx)
    const verdict = await checkSlide(ctx, input.token, input.pointJson)
    if (verdict === false) await countFailure(ctx)
    return { result: verdict === true ? 1 : 0 }
  },
}
