import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { captchaLevel } from '#server/backend/account/captcha/captcha-level.ts'
import { type CaptchaProof, spendCaptcha } from '#server/backend/account/captcha/captcha-service.ts'
import { createPictureRandom } from '#server/backend/account/captcha/picture-random.ts'
import { sweepOld } from '#server/backend/sweep-job.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { slide } from '#shared/rules/captcha-rules.ts'
import { callContext, freshAddress, sealPoint, slideAnswer, solveCaptcha } from '../support/backend-accounts.ts'
import { readEnvelope, sendCall, startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { readPuzzle } from '../support/slide-solvers.ts'

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

async function check(token: string, pointJson: string, address = freshAddress()): Promise<number> {
  const response = await sendCall(
    backend.agent,
    'POST /api/auth/captcha/block/check',
    { captchaType: 'blockPuzzle', token, pointJson },
    from(address),
  )
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

describe('the slide puzzle', () => {
  test('comes by default: a landscape with a hole, a piece', async () => {
    const info = await getCaptcha()
    expect(info).toMatchObject({
      captchaType: 'blockPuzzle',
      key: '',
      base64Img: '',
      token: expect.stringMatching(/^[\w-]{43}$/),
      secretKey: expect.stringMatching(/^[A-Za-z0-9]{16}$/),
    })
    const picture = await sharp(Buffer.from(info.originalImageBase64, 'base64')).metadata()
    const piece = await sharp(Buffer.from(info.jigsawImageBase64, 'base64')).metadata()
    expect(picture).toMatchObject({ format: 'webp', width: 310, height: 155 })
    expect(piece).toMatchObject({ format: 'webp', width: 47, height: 155, hasAlpha: true })
  })

  test('the piece fits every hole and occurs nowhere else', async () => {
    const { originalImageBase64, jigsawImageBase64 } = await getCaptcha()
    const { grey, piece, mask } = await readPuzzle(originalImageBase64, jigsawImageBase64)
    const points = [...mask.data.keys()].filter((at) => mask.data[at] === 1)
    const rows = points.map((at) => Math.floor(at / 47) + 0.5)
    const middle = (Math.min(...rows) + Math.max(...rows)) / 2
    // a disc: its outline says nothing about the hole
    for (let at = 0; at < mask.data.length; at++) {
      const distance = Math.hypot((at % 47) + 0.5 - 23.5, Math.floor(at / 47) + 0.5 - middle)
      if (Math.abs(distance - 18) > 1) expect(mask.data[at]).toBe(distance < 18 ? 1 : 0)
    }
    // wherever it is laid, most of it differs from what is there
    for (let x = 0; x <= 310 - 47; x++) {
      const same = points.filter(
        (at) => Math.abs((piece.data[at] ?? 0) - (grey.data[Math.floor(at / 47) * 310 + x + (at % 47)] ?? 0)) < 6,
      ).length
      expect(same / points.length).toBeLessThan(0.5)
    }
  })

  test('no two are alike, the hole never leaves the server', async () => {
    const address = freshAddress()
    const seen = new Set<string>()
    const places = new Set<number>()
    for (let time = 0; time < 12; time++) {
      const info = await getCaptcha({}, address)
      seen.add(info.originalImageBase64)
      const x = await slideAnswer(backend, info.token)
      places.add(x)
      expect(Object.keys(info).sort()).toEqual([
        'base64Img',
        'captchaType',
        'jigsawImageBase64',
        'key',
        'originalImageBase64',
        'secretKey',
        'token',
      ])
    }
    expect(seen.size).toBe(12)
    expect(places.size).toBeGreaterThan(8)
  })

  test('a guess succeeds less than once in twenty', async () => {
    const { drawSlide, holePlaces } = await import('#server/backend/account/captcha/slide-picture.ts')
    const places = holePlaces.to - holePlaces.from + 1
    expect((2 * slide.tolerance + 1) / places).toBeLessThanOrEqual(0.05)
    const fifths = new Set<number>()
    for (let time = 0; time < 24; time++) {
      const { x } = await drawSlide(1, createPictureRandom(Buffer.alloc(16, time)))
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
    [12, 0],
    [-12, 0],
  ])('let go %d pixels beside the place: result %d', async (beside, result) => {
    const { token, secretKey } = await getCaptcha()
    expect(await check(token, sealPoint(secretKey, { x: (await slideAnswer(backend, token)) + beside, y: 5 }))).toBe(
      result,
    )
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

  test('is checked once, of fifty at once too', async () => {
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

  test('lives two minutes, unsolved or solved', async () => {
    const { token, secretKey } = await getCaptcha()
    const { captchaToken } = await solveCaptcha(backend)
    backend.clock.set(testNow + 2 * minute)
    expect(await check(token, sealPoint(secretKey, { x: await slideAnswer(backend, token), y: 5 }))).toBe(0)
    expect(await spend(slideProof(captchaToken))).toBe(4002)
    backend.clock.set(testNow + 2 * minute - 1)
    expect(await spend(slideProof(captchaToken))).toBe(1)
  })
})

describe('how hard a picture is', () => {
  /** As if a network had been given so many lately. */
  const given = async (count: number, ip: string, at = testNow): Promise<void> => {
    const row = (index: number) => ({
      token: `${ip}/${at}/${index}/${Math.random()}`,
      captchaType: 'blockPuzzle' as const,
      ip,
      createdAt: new Date(at),
      expiresAt: new Date(at + 2 * minute),
    })
    await backend.database.db
      .insertInto('captchaChallenges')
      .values(Array.from({ length: count }, (_, index) => row(index)))
      .execute()
  }
  const level = (ip: string | null) => captchaLevel(backend.database.db, ip, backend.clock.now())
  const quiet = testNow + 30 * minute
  beforeEach(() => backend.clock.set(quiet))

  test('goes by what the /24 or /48 lately got', async () => {
    await given(59, '198.51.100.7', quiet)
    expect(await level('198.51.100.200')).toBe(1)
    await given(1, '198.51.100.8', quiet)
    expect([await level('198.51.100.200'), await level('198.51.101.200'), await level(null)]).toEqual([2, 1, 1])
    await given(240, '2001:db8:7:1::1', quiet)
    expect([await level('2001:db8:7:ffff::9'), await level('2001:db8:8::9')]).toEqual([3, 1])
    backend.clock.set(quiet + 10 * minute)
    expect([await level('198.51.100.200'), await level('2001:db8:7::1')]).toEqual([1, 1])
  })

  test('goes by what the whole site was given', async () => {
    const later = quiet + 60 * minute
    backend.clock.set(later)
    for (let network = 0; network < 20; network++) await given(30, `192.0.${network}.1`, later)
    expect(await level('203.0.113.9')).toBe(2)
    for (let network = 0; network < 36; network++) await given(50, `192.1.${network}.1`, later)
    expect(await level('203.0.113.9')).toBe(3)
  })

  test('never goes by one’s own failures', async () => {
    const later = quiet + 120 * minute
    backend.clock.set(later)
    const address = '203.0.113.77'
    for (let time = 0; time < 4; time++) {
      const { token, secretKey } = await getCaptcha({}, address)
      expect(await check(token, sealPoint(secretKey, { x: -20, y: 5 }), address)).toBe(0)
    }
    expect(await level(address)).toBe(1)
  })
})

describe('how often', () => {
  test('thirty a minute from one address', async () => {
    const address = freshAddress()
    const statuses: number[] = []
    for (let time = 0; time < 31; time++)
      statuses.push(
        (await sendCall(backend.agent, 'GET /api/auth/captcha/get', { captchaType: 'simpleCircle' }, from(address)))
          .status,
      )
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

  test('after five failures the address waits six minutes, others don’t', async () => {
    const address = freshAddress()
    for (let time = 0; time < 5; time++) {
      const { token, secretKey } = await getCaptcha({}, address)
      expect(await check(token, sealPoint(secretKey, { x: -20, y: 5 }), address)).toBe(0)
    }
    const refused = await sendCall(backend.agent, 'GET /api/auth/captcha/get', {}, from(address))
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({
      code: 4004,
      msg: expect.stringMatching(/^验证失败次数过多，请在 [56] 分钟后再试$/),
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(340)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(360)
    await getCaptcha()
  })

  test('images read wrongly count as failures, too; four don’t lock', async () => {
    const address = freshAddress()
    for (let time = 0; time < 4; time++)
      expect(await spend({ captchaType: 'simpleCircle', captchaKey: await knownImage(), code: 'aaaa' }, address)).toBe(
        4002,
      )
    await getCaptcha({}, address)
    expect(await spend({ captchaType: 'simpleCircle', captchaKey: await knownImage(), code: 'aaaa' }, address)).toBe(
      4002,
    )
    expect((await sendCall(backend.agent, 'GET /api/auth/captcha/get', {}, from(address))).status).toBe(429)
  })
})

test('the old is forgotten after ten minutes, the open stays', async () => {
  const { token } = await getCaptcha()
  const kept = async () =>
    (
      await backend.database.db
        .selectFrom('captchaChallenges')
        .select('captchaChallenges.id')
        .where('captchaChallenges.token', '=', token)
        .execute()
    ).length
  await backend.context.tx((trx) => sweepOld(trx, testNow + 12 * minute))
  expect(await kept()).toBe(1)
  await backend.context.tx((trx) => sweepOld(trx, testNow + 12 * minute + 1))
  expect(await kept()).toBe(0)
})
