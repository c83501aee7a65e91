import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import type { CaptchaDrawing } from '#server/backend/context/captcha-drawing.ts'
import { createCaptchaDrawing } from './drawing.ts'
import { QueueFull } from '#server/backend/base/fair-queue.ts'

// Here, among the calls, nothing is drawn: the thread has modules of its own.
const drawnHere = (): never => {
  throw new Error('drawn among the calls')
}
vi.mock('./slide-picture.ts', () => ({ drawSlide: drawnHere }))
vi.mock('./letter-picture.ts', () => ({ drawLetters: drawnHere }))
vi.mock('./spoken-letters.ts', () => ({ speakLetters: drawnHere }))

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
let drawing: CaptchaDrawing
afterEach(() => drawing.stop())

test('pictures and sounds are made beside the calls', async () => {
  drawing = createCaptchaDrawing({ puzzlesAhead: 0, log })
  const [slide, letters, speech] = await Promise.all([
    drawing.slide(1, 'a'),
    drawing.letters(2, 'a'),
    drawing.speech('AK4W', 'a'),
  ])
  expect(await sharp(Buffer.from(slide.picture, 'base64')).metadata()).toMatchObject({ width: 310, height: 155 })
  expect(letters.text).toHaveLength(4)
  expect(Buffer.from(speech, 'base64').subarray(0, 4).toString('latin1')).toBe('RIFF')
}, 20_000)

test('a flood from one network doesn’t hold up others', async () => {
  drawing = createCaptchaDrawing({ puzzlesAhead: 0, log })
  const order: string[] = []
  const flood = Promise.allSettled(
    Array.from({ length: 100 }, () => drawing.letters(1, '203.0.113.0/24').then(() => void order.push('flood'))),
  )
  await drawing.slide(1, '198.51.100.0/24').then(() => void order.push('learner'))
  const answers = await flood
  expect(order.indexOf('learner')).toBeLessThanOrEqual(2)
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  expect(refused).toHaveLength(75)
  expect(refused.every((reason) => reason instanceof QueueFull)).toBe(true)
}, 20_000)

test('a picture that can’t be drawn is reported, others follow', async () => {
  drawing = createCaptchaDrawing({ puzzlesAhead: 0, log })
  await expect(drawing.speech('?', 'a')).rejects.toThrow()
  expect((await drawing.letters(1, 'a')).text).toHaveLength(4)
}, 20_000)
