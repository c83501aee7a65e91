import sharp from 'sharp'
import { expect } from 'vitest'

/** Red where the upright picture has its upper left corner, lying on its side or head as a camera holds it. */
export async function takePhoto(orientation: number): Promise<Buffer> {
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

/** The photo above, as it is seen by whoever holds it upright. */
export async function expectUpright(photo: Buffer): Promise<void> {
  const { data, info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([120, 80])
  const at = (x: number, y: number) => data[(y * info.width + x) * info.channels + 1] ?? 0
  expect(at(5, 5)).toBeLessThan(80)
  expect(at(115, 75)).toBeGreaterThan(200)
}

/** The colour in the middle of each quarter: r, g, b, w. */
export async function quartersOf(bytes: Buffer): Promise<string> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): string => {
    const place = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    const [r = 0, g = 0, b = 0] = data.subarray(place, place + 3)
    return r > 128 && g > 128 && b > 128 ? 'w' : r > 128 ? 'r' : g > 128 ? 'g' : b > 128 ? 'b' : '?'
  }
  return at(0.25, 0.25) + at(0.75, 0.25) + at(0.25, 0.75) + at(0.75, 0.75)
}
