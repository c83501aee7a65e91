import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CaptchaProof, spendCaptcha } from '#server/backend/captcha/captcha-service.ts'
import { sweepOld } from '#server/backend/sweep-job.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { slide } from '#shared/rules/account-rules.ts'
import { callContext, freshAddress, sealPoint, slideAnswer, solveCaptcha } from '../support/backend-accounts.ts'
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

async function getCaptcha(input: { captchaType?: 'blockPuzzle' | 'simpleCircle' } = {}, address = freshAddress()): Promise<Info> {
  return readEnvelope<Info>(await sendCall(backend.agent, 'GET /api/auth/captcha/get', input, from(address)))
}

async function check(token: string, pointJson: string, address = freshAddress()): Promise<number> {
  const response = await sendCall(backend.agent, 'POST /api/auth/captcha/block/check', { captchaType: 'blockPuzzle', token, pointJson }, from(address))
  return readEnvelope<{ result: number }>(response).result
}

/** The code of the refusal, or 1. */
function spend(proof: CaptchaProof, address = freshAddress()): Promise<number> {
  return spendCaptcha(callContext(backend, address, ''), proof).then(
    () => 1,
    (error: unknown) => (error as { code: number }).code,
  )
}

const slideProof = (captchaToken: string): CaptchaProof => ({ captchaType: 'blockPuzzle', captchaToken })

/** Puts an answer that the test knows in the place of what the picture shows. */
async function setImageAnswer(captchaKey: string, text: string): Promise<void> {
  const answerHash = backend.context.hash.of('captcha', `${captchaKey}/${text}`)
  await backend.database.db.updateTable('captchaChallenges').set({ answerHash }).where('captchaChallenges.captchaKey', '=', captchaKey).execute()
}

async function knownImage(text = 'k7wm'): Promise<string> {
  const { key } = await getCaptcha({ captchaType: 'simpleCircle' })
  await setImageAnswer(key, text)
  return key
}

describe('the slide puzzle', () => {
  test('comes by default: a landscape with a hole, and a piece as high as it', async () => {
    const info = await getCaptcha()
    expect(info).toMatchObject({ captchaType: 'blockPuzzle', key: '', base64Img: '', token: expect.stringMatching(/^[\w-]{43}$/), secretKey: expect.stringMatching(/^[A-Za-z0-9]{16}$/) })
    const picture = await sharp(Buffer.from(info.originalImageBase64, 'base64')).metadata()
    const piece = await sharp(Buffer.from(info.jigsawImageBase64, 'base64')).metadata()
    expect(picture).toMatchObject({ format: 'png', width: 310, height: 155 })
    expect(piece).toMatchObject({ format: 'png', width: 47, height: 155, hasAlpha: true })
  })

  test('the piece is what the hole lacks: colourful, and clear around', async () => {
    const { token, originalImageBase64, jigsawImageBase64 } = await getCaptcha()
    const x = await slideAnswer(backend, token)
    const pixels = async (base64: string) => sharp(Buffer.from(base64, 'base64')).ensureAlpha().raw().toBuffer()
    const [picture, piece] = [await pixels(originalImageBase64), await pixels(jigsawImageBase64)]
    let [solid, darker] = [0, 0]
    for (let row = 0; row < 155; row++) {
      for (let column = 0; column < 47; column++) {
        const inPiece = (row * 47 + column) * 4
        if ((piece[inPiece + 3] ?? 0) < 250) continue
        solid++
        const inPicture = (row * 310 + x + column) * 4
        const sum = (from: Buffer, at: number): number => (from[at] ?? 0) + (from[at + 1] ?? 0) + (from[at + 2] ?? 0)
        if (sum(picture, inPicture) < sum(piece, inPiece)) darker++
      }
    }
    expect(solid).toBeGreaterThan(1000)
    expect(solid).toBeLessThan(47 * 47)
    expect(darker / solid).toBeGreaterThan(0.8)
  })

  test('no two are alike, and where the hole is never leaves the server', async () => {
    const address = freshAddress()
    const seen = new Set<string>()
    const places = new Set<number>()
    for (let time = 0; time < 12; time++) {
      const info = await getCaptcha({}, address)
      seen.add(info.originalImageBase64)
      const x = await slideAnswer(backend, info.token)
      places.add(x)
      expect(Object.keys(info).sort()).toEqual(['base64Img', 'captchaType', 'jigsawImageBase64', 'key', 'originalImageBase64', 'secretKey', 'token'])
    }
    expect(seen.size).toBe(12)
    expect(places.size).toBeGreaterThan(8)
  })

  test('a guess is right in less than one of twenty: so many places there are, and all are used', async () => {
    const { drawSlide, holePlaces } = await import('#server/backend/captcha/captcha-pictures.ts')
    const places = holePlaces.to - holePlaces.from + 1
    expect((2 * slide.tolerance + 1) / places).toBeLessThanOrEqual(0.05)
    const fifths = new Set<number>()
    for (let time = 0; time < 80; time++) {
      const { x } = await drawSlide()
      expect(x).toBeGreaterThanOrEqual(holePlaces.from)
      expect(x).toBeLessThanOrEqual(holePlaces.to)
      fifths.add(Math.floor(((x - holePlaces.from) * 5) / places))
    }
    expect([...fifths].sort()).toEqual([0, 1, 2, 3, 4])
    expect(holePlaces.to + slide.block).toBeLessThanOrEqual(slide.width)
  }, 60_000)

  test.each([
    [0, 1],
    [5, 1],
    [-5, 1],
    [4.6, 1],
    [6, 0],
    [-6, 0],
    [5.1, 0],
  ])('let go %d pixels beside the place: result %d', async (beside, result) => {
    const { token, secretKey } = await getCaptcha()
    expect(await check(token, sealPoint(secretKey, { x: (await slideAnswer(backend, token)) + beside, y: 5 }))).toBe(result)
    expect(await spend(slideProof(token))).toBe(result === 1 ? 1 : 4002)
  })

  test.each([
    ['that isn’t encrypted', (x: number) => JSON.stringify({ x, y: 5 })],
    ['in base64 only', (x: number) => Buffer.from(JSON.stringify({ x, y: 5 })).toString('base64')],
    ['under another key', (x: number) => sealPoint('AAAAAAAAAAAAAAAA', { x, y: 5 })],
    ['with another height', (x: number, key: string) => sealPoint(key, { x, y: 6 })],
    ['without a height', (x: number, key: string) => sealPoint(key, { x })],
    ['with a text for a number', (x: number, key: string) => sealPoint(key, { x: String(x), y: 5 })],
    ['with more in it', (x: number, key: string) => sealPoint(key, { x, y: 5, z: 1 })],
    ['as a list', (x: number, key: string) => sealPoint(key, [x, 5])],
    ['that is empty', () => ''],
  ])('a point %s fails, and the puzzle is used up', async (_what, seal) => {
    const { token, secretKey } = await getCaptcha()
    const x = await slideAnswer(backend, token)
    expect(await check(token, seal(x, secretKey))).toBe(0)
    expect(await check(token, sealPoint(secretKey, { x, y: 5 }))).toBe(0)
    expect(await spend(slideProof(token))).toBe(4002)
  })

  test('is checked once: of fifty right answers at once one passes, a replay never', async () => {
    const { token, secretKey } = await getCaptcha()
    const pointJson = sealPoint(secretKey, { x: await slideAnswer(backend, token), y: 5 })
    const results = await Promise.all(Array.from({ length: 50 }, () => check(token, pointJson)))
    expect(results.filter((result) => result === 1)).toHaveLength(1)
    expect(await check(token, pointJson)).toBe(0)
  })

  test('is spent once: of fifty at once one gets through', async () => {
    const { captchaToken } = await solveCaptcha(backend)
    const results = await Promise.all(Array.from({ length: 50 }, () => spend(slideProof(captchaToken))))
    expect(results.filter((result) => result === 1)).toHaveLength(1)
    expect(results.filter((result) => result === 4002)).toHaveLength(49)
  })

  test('is worth nothing unsolved, unknown, or as the other kind', async () => {
    const { token } = await getCaptcha()
    expect(await spend(slideProof(token))).toBe(4002)
    expect(await spend(slideProof('x'.repeat(43)))).toBe(4002)
    const solved = await solveCaptcha(backend)
    expect(await spend({ captchaType: 'simpleCircle', captchaKey: solved.captchaToken, code: 'abcd' })).toBe(4002)
    expect(await spend({ captchaType: 'smsCode', captchaToken: solved.captchaToken })).toBe(4002)
    expect(await spend(slideProof(solved.captchaToken))).toBe(1)
  })

  test('lives two minutes: then it fails the check, and solved it can’t be spent', async () => {
    const { token, secretKey } = await getCaptcha()
    const { captchaToken } = await solveCaptcha(backend)
    backend.clock.set(testNow + 2 * minute)
    expect(await check(token, sealPoint(secretKey, { x: await slideAnswer(backend, token), y: 5 }))).toBe(0)
    expect(await spend(slideProof(captchaToken))).toBe(4002)
    backend.clock.set(testNow + 2 * minute - 1)
    expect(await spend(slideProof(captchaToken))).toBe(1)
  })
})

describe('the four characters', () => {
  test('come when they are asked for, as a picture and nothing else', async () => {
    const info = await getCaptcha({ captchaType: 'simpleCircle' })
    expect(info).toMatchObject({ captchaType: 'simpleCircle', token: '', secretKey: '', originalImageBase64: '', jigsawImageBase64: '', key: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await sharp(Buffer.from(info.base64Img, 'base64')).metadata()).toMatchObject({ format: 'png', width: 240, height: 80 })
    const row = await backend.database.db.selectFrom('captchaChallenges').selectAll().where('captchaChallenges.captchaKey', '=', info.key).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ answerX: null, secretKey: null })
    expect(row.answerHash).toHaveLength(32)
  })

  test('what is drawn is four characters that don’t look alike', async () => {
    const { drawLetters } = await import('#server/backend/captcha/captcha-pictures.ts')
    const texts = await Promise.all(Array.from({ length: 20 }, async () => (await drawLetters()).text))
    for (const text of texts) expect(text).toMatch(/^[A-Z2-9]{4}$/)
    expect(texts.join('')).not.toMatch(/[OIL0125689GSZQ]/)
    expect(new Set(texts).size).toBe(20)
  })

  test('what is kept of the answer needs the site’s secret to be found', async () => {
    const { key } = await getCaptcha({ captchaType: 'simpleCircle' })
    const { answerHash } = await backend.database.db.selectFrom('captchaChallenges').select('captchaChallenges.answerHash').where('captchaChallenges.captchaKey', '=', key).executeTakeFirstOrThrow()
    const letters = [...'abcdefhkmnprtuvwxy347']
    const pairs = letters.flatMap((first) => letters.map((second) => first + second))
    const find = (hashOf: (text: string) => Buffer) => pairs.flatMap((head) => pairs.map((tail) => head + tail)).find((text) => hashOf(text).equals(answerHash as Buffer))
    expect(find((text) => createHash('sha256').update(`${key}/${text}`).digest())).toBeUndefined()
    const code = find((text) => backend.context.hash.of('captcha', `${key}/${text}`))
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
    const results = await Promise.all(Array.from({ length: 50 }, () => spend({ captchaType: 'simpleCircle', captchaKey, code: 'k7wm' })))
    expect(results.filter((result) => result === 1)).toHaveLength(1)
  })

  test('live two minutes', async () => {
    const captchaKey = await knownImage()
    backend.clock.set(testNow + 2 * minute)
    expect(await spend({ captchaType: 'simpleCircle', captchaKey, code: 'k7wm' })).toBe(4002)
  })
})

describe('how often', () => {
  test('thirty a minute from one address', async () => {
    const address = freshAddress()
    const statuses: number[] = []
    for (let time = 0; time < 31; time++) statuses.push((await sendCall(backend.agent, 'GET /api/auth/captcha/get', { captchaType: 'simpleCircle' }, from(address))).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
    expect((await sendCall(backend.agent, 'GET /api/auth/captcha/get', {}, from(freshAddress()))).status).toBe(200)
  })

  test('sixty checks a minute from one address', async () => {
    const address = freshAddress()
    const statuses: number[] = []
    for (let time = 0; time < 61; time++) {
      const input = { captchaType: 'blockPuzzle', token: `unknown-${time}`, pointJson: 'x' } as const
      statuses.push((await sendCall(backend.agent, 'POST /api/auth/captcha/block/check', input, from(address))).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
  })

  test('after five failures the address gets no new one for six minutes, others do', async () => {
    const address = freshAddress()
    for (let time = 0; time < 5; time++) {
      const { token, secretKey } = await getCaptcha({}, address)
      expect(await check(token, sealPoint(secretKey, { x: -20, y: 5 }), address)).toBe(0)
    }
    const refused = await sendCall(backend.agent, 'GET /api/auth/captcha/get', {}, from(address))
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ code: 4004, msg: expect.stringMatching(/^验证失败次数过多，请在 [56] 分钟后再试$/) })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(340)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(360)
    await getCaptcha()
  })

  test('images read wrongly count as failures, too; four don’t lock', async () => {
    const address = freshAddress()
    for (let time = 0; time < 4; time++) expect(await spend({ captchaType: 'simpleCircle', captchaKey: await knownImage(), code: 'aaaa' }, address)).toBe(4002)
    await getCaptcha({}, address)
    expect(await spend({ captchaType: 'simpleCircle', captchaKey: await knownImage(), code: 'aaaa' }, address)).toBe(4002)
    expect((await sendCall(backend.agent, 'GET /api/auth/captcha/get', {}, from(address))).status).toBe(429)
  })
})

test('what is over is forgotten after ten minutes, what is open stays', async () => {
  const { token } = await getCaptcha()
  const kept = async () => (await backend.database.db.selectFrom('captchaChallenges').select('captchaChallenges.id').where('captchaChallenges.token', '=', token).execute()).length
  await backend.context.tx((trx) => sweepOld(trx, testNow + 12 * minute))
  expect(await kept()).toBe(1)
  await backend.context.tx((trx) => sweepOld(trx, testNow + 12 * minute + 1))
  expect(await kept()).toBe(0)
})
