import sharp from 'sharp'
import { expect, test } from 'vitest'
import { registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { uploadFile } from '../support/backend-uploads.ts'

const backend = backendOfFile()

/** Red where the upright picture has its upper left corner, lying on its side or head as a camera holds it. */
async function takePhoto(orientation: number): Promise<Buffer> {
  const corner = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  const upright = sharp({ create: { width: 120, height: 80, channels: 3, background: '#ffffff' } }).composite([
    { input: corner, left: 0, top: 0 },
  ])
  const pixels = await upright.png().toBuffer()
  // each of them by itself: the library has an order of its own
  const turned = (degrees: number) => sharp(pixels).rotate(degrees).png().toBuffer()
  const turns: Readonly<Record<number, () => Promise<Buffer>>> = {
    2: () => sharp(pixels).flop().png().toBuffer(),
    3: () => turned(180),
    4: () => sharp(pixels).flip().png().toBuffer(),
    5: async () =>
      sharp(await turned(90))
        .flop()
        .png()
        .toBuffer(),
    6: () => turned(270),
    7: async () =>
      sharp(await turned(270))
        .flop()
        .png()
        .toBuffer(),
    8: () => turned(90),
  }
  const held = (await turns[orientation]?.()) ?? pixels
  return sharp(held).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a photo held in way %i is kept upright', async (orientation) => {
  const { cookie } = await registerLearner(backend)
  const bytes = await takePhoto(orientation)
  const url = await uploadFile(backend, cookie, { name: `照片${orientation}.jpg`, bytes, key: 'study' })
  const kept = (await backend.agent.get(url).set('Cookie', cookie)).body as Buffer
  const { data, info } = await sharp(kept).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([120, 80])
  const at = (x: number, y: number) => data[(y * info.width + x) * info.channels + 1] ?? 0
  expect(at(5, 5)).toBeLessThan(80)
  expect(at(115, 75)).toBeGreaterThan(200)
  expect((await sharp(kept).metadata()).orientation ?? 1).toBe(1)
})

test('a photo that was cut off is refused', async () => {
  const { cookie } = await registerLearner(backend)
  const whole = await takePhoto(6)
  const bytes = whole.subarray(0, Math.floor(whole.length * 0.6))
  await expect(uploadFile(backend, cookie, { name: '半张.jpg', bytes, key: 'study' })).rejects.toThrow()
})
