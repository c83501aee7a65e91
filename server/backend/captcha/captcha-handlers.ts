import { inetOf } from '#server/backend/auth/sign-in.ts'
import type { CallContext } from '#server/backend/backend-context.ts'
import type { Handlers } from '#server/backend/binding.ts'
import { browserKey, giveBrowser } from '#server/backend/browser-cookie.ts'
import { randomToken } from '#server/backend/secret.ts'
import { waitText } from '#server/backend/sms/sms-wait.ts'
import type { authApi, CaptchaInfo } from '#shared/contract/auth.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { checkSlide, countCheck, countFailure, imageAnswer } from './captcha-service.ts'
import { insertImage, insertSlide } from './captcha-store.ts'
import { newSecretKey } from './point-cipher.ts'

/** From the giving out of a challenge to its spending. */
export const captchaLifeMs = 120_000

const empty: Omit<CaptchaInfo, 'captchaType'> = { key: '', token: '', secretKey: '', base64Img: '', originalImageBase64: '', jigsawImageBase64: '' }

function newChallenge(ctx: CallContext): { token: string; ip: string | null; createdAt: Date; expiresAt: Date } {
  const now = ctx.clock.now()
  return { token: randomToken(), ip: inetOf(ctx.address), createdAt: new Date(now), expiresAt: new Date(now + captchaLifeMs) }
}

/** The slide captcha; the other one when no puzzle can be drawn. */
async function giveSlide(ctx: CallContext): Promise<CaptchaInfo> {
  const pictures = await ctx.slidePictures.take().catch((error: unknown) => {
    ctx.log.error({ err: error }, 'a captcha picture could not be drawn')
    return undefined
  })
  if (!pictures) return giveImage(ctx)
  const { x, picture, piece } = pictures
  const challenge = newChallenge(ctx)
  const secretKey = newSecretKey()
  await insertSlide(ctx.db, { ...challenge, secretKey, answerX: x })
  return { ...empty, captchaType: 'blockPuzzle', token: challenge.token, secretKey, originalImageBase64: picture, jigsawImageBase64: piece }
}

async function giveImage(ctx: CallContext): Promise<CaptchaInfo> {
  // drawing needs libraries that a start can do without
  const { drawLetters } = await import('./captcha-pictures.ts')
  const { text, picture } = await drawLetters()
  const challenge = newChallenge(ctx)
  const captchaKey = randomToken()
  await insertImage(ctx.db, { ...challenge, captchaKey, answerHash: ctx.hash.of('captcha', imageAnswer(captchaKey, text)) })
  return { ...empty, captchaType: 'simpleCircle', key: captchaKey, base64Img: picture }
}

/** Whoever failed too often waits before the next challenge. */
async function refuseLocked(ctx: CallContext, key: string): Promise<void> {
  try {
    await ctx.limits.check('captchaFailed', key)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const seconds = Number(error.headers['Retry-After'] ?? 1)
    throw new ApiError(Code.Toast, `验证失败次数过多，请在 ${waitText(seconds * 1000)}后再试`, error.status, error.headers)
  }
}

export const captchaHandlers: Pick<Handlers<typeof authApi>, 'captchaGet' | 'captchaCheck'> = {
  async captchaGet(ctx, input) {
    // counted by what came along: a browser that gets its secret now is its own from the next time on
    const key = browserKey(ctx)
    giveBrowser(ctx)
    await refuseLocked(ctx, key)
    await ctx.limits.take('captchaGet', key)
    await ctx.limits.take('captchaGetAddress', ctx.address)
    if (input.captchaType === 'simpleCircle') return giveImage(ctx)
    return giveSlide(ctx)
  },

  async captchaCheck(ctx, input) {
    await countCheck(ctx)
    const verdict = await checkSlide(ctx, input.token, input.pointJson)
    if (verdict === false) await countFailure(ctx)
    return { result: verdict === true ? 1 : 0 }
  },
}
