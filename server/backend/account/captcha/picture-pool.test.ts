import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPicturePool, type PicturePool } from './picture-pool.ts'
import type { SlidePictures } from '#server/backend/context/captcha-drawing.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: vi.fn(), error: () => undefined }
let drawn: number
let open: number
let most: number
let failing: boolean
let pool: PicturePool

/** Takes a moment of the test's clock, as drawing takes a moment of the real one. */
async function draw(): Promise<SlidePictures> {
  open++
  most = Math.max(most, open)
  await new Promise((resolve) => setTimeout(resolve, 20))
  open--
  if (failing) throw new Error('no picture')
  return { x: ++drawn, isUpper: true, picture: '', piece: '' }
}

beforeEach(() => {
  vi.useFakeTimers()
  drawn = open = most = 0
  failing = false
  silent.warn.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

/** What a call of the pool gives, while time goes on. */
async function taken(from: PicturePool): Promise<number> {
  const picture = from.take(1, 'somebody')
  await vi.advanceTimersByTimeAsync(20)
  return (await picture).x
}

test('fills up one by one, a fifth of them hard', async () => {
  const levels: number[] = []
  pool = createPicturePool({
    size: 5,
    draw: (level) => {
      levels.push(level)
      return draw()
    },
    log: silent,
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(levels).toEqual([1, 1, 1, 1, 1, 2, 3])
  expect(most).toBe(1)
  await pool.stop()
})

test('gives what is ready, nobody the same, then refills', async () => {
  pool = createPicturePool({ size: 3, draw, log: silent })
  await vi.advanceTimersByTimeAsync(60_000)
  const first = await Promise.all([pool.take(1, 'a'), pool.take(1, 'a'), pool.take(1, 'b')])
  expect(drawn).toBe(5)
  expect(new Set(first.map(({ x }) => x)).size).toBe(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(drawn).toBe(8)
  await pool.stop()
})

test('an empty one draws at once', async () => {
  pool = createPicturePool({ size: 3, draw, log: silent })
  expect(await taken(pool)).toBe(1)
  await pool.stop()
})

test('without a size each is drawn when asked for', async () => {
  pool = createPicturePool({ size: 0, draw, log: silent })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(drawn).toBe(0)
  expect(await taken(pool)).toBe(1)
  await pool.stop()
})

test('a failed drawing is logged and tried later', async () => {
  failing = true
  pool = createPicturePool({ size: 3, draw, log: silent })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(silent.warn.mock.calls.length).toBeGreaterThan(3)
  expect(silent.warn.mock.calls.length).toBeLessThan(8)
  failing = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(drawn).toBe(5)
  await pool.stop()
})

test('stopped, it draws no more', async () => {
  pool = createPicturePool({ size: 30, draw, log: silent })
  await vi.advanceTimersByTimeAsync(1000)
  const stopped = pool.stop()
  await vi.advanceTimersByTimeAsync(20)
  await stopped
  const before = drawn
  await vi.advanceTimersByTimeAsync(60_000)
  expect(drawn).toBe(before)
  expect(before).toBeLessThan(30)
})

test('gives a picture as hard as was asked for', async () => {
  const levels: number[] = []
  pool = createPicturePool({
    size: 0,
    draw: (level) => {
      levels.push(level)
      return draw()
    },
    log: silent,
  })
  const pictures = Promise.all([pool.take(3, 'a'), pool.take(2, 'a'), pool.take(1, 'a')])
  await vi.advanceTimersByTimeAsync(100)
  await pictures
  expect(levels).toEqual([3, 2, 1])
  await pool.stop()
})
