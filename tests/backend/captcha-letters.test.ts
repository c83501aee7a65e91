import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openAnswer } from '#server/backend/account/captcha/answer-seal.ts'
import { type CaptchaProof, spendCaptcha } from '#server/backend/account/captcha/captcha-service.ts'
import { createPictureRandom } from '#server/backend/account/captcha/picture-random.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { callContext, freshAddress } from '../support/backend-accounts.ts'
import { readEnvelope, sendCall, startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

type Info = CallOutput<'GET /api/auth/captcha/get'>
const minute = 60_000

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())
beforeEach(() => backend.clock.set(testNow))

const from = (address: string) => ({ 'X-Forwarded-For': address })

async function getCaptcha(
  input: { captchaType?: 'blockPuzzle' | 'simpleCircle' } = {},
  address = freshAddress(),
): Promise<Info> {
  return readEnvelope<Info>(await sendCall(backend.agent, 'GET /api/auth/captcha/get', input, from(address)))
}

/** The code of the refusal, or 1. */
function spend(proof: CaptchaProof, address = freshAddress()): Promise<number> {
  return spendCaptcha(callContext(backend, address, ''), proof).then(
    () => 1,
    (error: unknown) => (error as { code: number }).code,
  )
}

/** Puts an answer that the test knows in the place of what the picture shows. */
async function setImageAnswer(captchaKey: string, text: string): Promise<void> {
  const answerHash = backend.context.hash.of('captcha', `${captchaKey}/${text}`)
  await backend.database.db
    .updateTable('captchaChallenges')
    .set({ answerHash })
    .where('captchaChallenges.captchaKey', '=', captchaKey)
    .execute()
}

async function knownImage(text = 'k7wm'): Promise<string> {
  const { key } = await getCaptcha({ captchaType: 'simpleCircle' })
  await setImageAnswer(key, text)
  return key
}

describe('the four characters', () => {
  test('come when asked for, as a picture alone', async () => {
    const info = await getCaptcha({ captchaType: 'simpleCircle' })
    expect(info).toMatchObject({
      captchaType: 'simpleCircle',
      token: '',
      secretKey: '',
      originalImageBase64: '',
      jigsawImageBase64: '',
      key: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await sharp(Buffer.from(info.base64Img, 'base64')).metadata()).toMatchObject({
      format: 'webp',
      width: 240,
      height: 80,
    })
    const row = await backend.database.db
      .selectFrom('captchaChallenges')
      .selectAll()
      .where('captchaChallenges.captchaKey', '=', info.key)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ answerX: null, secretKey: null })
    expect(row.answerHash).toHaveLength(32)
  })

  test('four characters that neither look nor sound alike', async () => {
    const { drawLetters } = await import('#server/backend/account/captcha/letter-picture.ts')
    const texts = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, index) => (await drawLetters(1, createPictureRandom(Buffer.alloc(16, index)))).text,
      ),
    )
    for (const text of texts) expect(text).toMatch(/^[AFHKMRTUWXY347]{4}$/)
    expect(new Set(texts).size).toBe(20)
  })

  test('the kept answer needs the site’s secret', async () => {
    const { key } = await getCaptcha({ captchaType: 'simpleCircle' })
    const { answerHash, answerSealed } = await backend.database.db
      .selectFrom('captchaChallenges')
      .select(['captchaChallenges.answerHash', 'captchaChallenges.answerSealed'])
      .where('captchaChallenges.captchaKey', '=', key)
      .executeTakeFirstOrThrow()
    const letters = [...'afhkmrtuwxy347']
    const pairs = letters.flatMap((first) => letters.map((second) => first + second))
    const find = (hashOf: (text: string) => Buffer) =>
      pairs
        .flatMap((head) => pairs.map((tail) => head + tail))
        .find((text) => hashOf(text).equals(answerHash as Buffer))
    expect(find((text) => createHash('sha256').update(`${key}/${text}`).digest())).toBeUndefined()
    const code = find((text) => backend.context.hash.of('captcha', `${key}/${text}`))
    expect(answerSealed?.toString('latin1').toLowerCase()).not.toContain(code)
    expect(await spend({ captchaType: 'simpleCircle', captchaKey: key, code: code ?? '' })).toBe(1)
  }, 60_000)

  test.each(['k7wm', 'K7WM', 'k7Wm'])('%s is right for k7wm', async (code) => {
    expect(await spend({ captchaType: 'simpleCircle', captchaKey: await knownImage(), code })).toBe(1)
  })

  test('a wrong answer uses the picture up', async () => {
    const captchaKey = await knownImage()
    expect(await spend({ captchaType: 'simpleCircle', captchaKey, code: 'aaaa' })).toBe(4002)
    expect(await spend({ captchaType: 'simpleCircle', captchaKey, code: 'k7wm' })).toBe(4002)
  })

  test.each(['k7w', 'k7wmm', ''])('%s isn’t four characters: refused, and the picture stays', async (code) => {
    const captchaKey = await knownImage()
    expect(await spend({ captchaType: 'simpleCircle', captchaKey, code })).toBe(4002)
    expect(await spend({ captchaType: 'simpleCircle', captchaKey, code: 'k7wm' })).toBe(1)
  })

  test('are good once: of fifty at once one gets through', async () => {
    const captchaKey = await knownImage()
    const results = await Promise.all(
      Array.from({ length: 50 }, () => spend({ captchaType: 'simpleCircle', captchaKey, code: 'k7wm' })),
    )
    expect(results.filter((result) => result === 1)).toHaveLength(1)
  })

  test('live two minutes', async () => {
    const captchaKey = await knownImage()
    backend.clock.set(testNow + 2 * minute)
    expect(await spend({ captchaType: 'simpleCircle', captchaKey, code: 'k7wm' })).toBe(4002)
  })
})

describe('the four characters read out', () => {
  const listen = async (key: string, address = freshAddress(), browser?: string) => {
    const headers = { ...from(address), ...(browser && { Cookie: `browser=${browser}` }) }
    return sendCall(backend.agent, 'GET /api/auth/captcha/audio', { key }, headers)
  }

  test('are those of the picture', async () => {
    const { key } = await getCaptcha({ captchaType: 'simpleCircle' })
    const { audio } = readEnvelope<{ audio: string }>(await listen(key))
    expect(Buffer.from(audio, 'base64').subarray(0, 12).toString('latin1')).toMatch(/^RIFF....WAVE$/s)
    // what is read out is what was sealed; that it can be heard is shown beside the voice
    const { answerSealed } = await backend.database.db
      .selectFrom('captchaChallenges')
      .select('captchaChallenges.answerSealed')
      .where('captchaChallenges.captchaKey', '=', key)
      .executeTakeFirstOrThrow()
    const code = openAnswer(backend.context.hash, key, answerSealed as Buffer) ?? ''
    expect(code).toMatch(/^[AFHKMRTUWXY347]{4}$/)
    expect(openAnswer(backend.context.hash, `${key}x`, answerSealed as Buffer)).toBeUndefined()
    expect(await spend({ captchaType: 'simpleCircle', captchaKey: key, code })).toBe(1)
  })

  test('sound different three times, then another picture is needed', async () => {
    const { key } = await getCaptcha({ captchaType: 'simpleCircle' })
    const address = freshAddress()
    const sounds = [await listen(key, address), await listen(key, address), await listen(key, address)].map(
      (response) => readEnvelope<{ audio: string }>(response).audio,
    )
    expect(new Set(sounds).size).toBe(3)
    expect(sounds.every((sound) => Buffer.from(sound, 'base64').length < 130_000)).toBe(true)
    expect((await listen(key, address)).body).toMatchObject({ code: 4002, msg: '这张图片不能再听了，请换一张' })
  })

  test('are silent once answered, late, or for other puzzles', async () => {
    const used = await knownImage()
    await spend({ captchaType: 'simpleCircle', captchaKey: used, code: 'aaaa' })
    expect((await listen(used)).body.code).toBe(4002)
    expect((await listen((await getCaptcha()).token)).body.code).toBe(4002)
    expect((await listen('x'.repeat(43))).body.code).toBe(4002)
    const { key } = await getCaptcha({ captchaType: 'simpleCircle' })
    backend.clock.set(testNow + 2 * minute)
    expect((await listen(key)).body.code).toBe(4002)
  })

  test('are limited alone: nine a browser, sixty an address, hourly', async () => {
    const alone = freshAddress()
    for (let time = 0; time < 9; time++) expect((await listen('x', alone)).body.code).toBe(4002)
    const tenth = await listen('x', alone)
    expect(tenth).toMatchObject({ status: 429, body: { code: 4004 } })
    expect(Number(tenth.headers['retry-after'])).toBeGreaterThan(3000)
    const hall = freshAddress()
    const statuses: number[] = []
    for (let browser = 0; browser < 7; browser++) {
      for (let time = 0; time < 9; time++) statuses.push((await listen('x', hall, String(browser).repeat(43))).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429, 429, 429])
    expect((await getCaptcha({ captchaType: 'simpleCircle' }, hall)).key).not.toBe('')
  })
})
