import sharp from 'sharp'

interface Pixels {
  readonly data: Buffer
  readonly width: number
}

async function pixelsOf(base64: string): Promise<Pixels> {
  const { data, info } = await sharp(Buffer.from(base64, 'base64')).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width }
}

/** What the picture shows through its hole: the piece, darkened. */
const veil = [16, 20, 15]

/**
 * Where the hole of a slide puzzle is, by looking: the hole is what the piece shows, darkened. Takes PNGs in base64, answers
 * pixels of the picture's 310.
 */
export async function findHoleOf(picture: string, piece: string): Promise<number> {
  const [big, small] = [await pixelsOf(picture), await pixelsOf(piece)]
  let best = { x: 0, fits: -1 }
  for (let x = 0; x <= big.width - small.width; x += 1) {
    let fits = 0
    for (let at = 0; at < small.data.length; at += 4) {
      if ((small.data[at + 3] ?? 0) < 250) continue
      const column = (at / 4) % small.width
      const row = Math.floor(at / 4 / small.width)
      const there = (row * big.width + x + column) * 4
      const isSame = veil.every((dark, channel) => Math.abs((big.data[there + channel] ?? 0) - (0.42 * (small.data[at + channel] ?? 0) + 0.58 * dark)) < 14)
      if (isSame) fits += 1
    }
    if (fits > best.fits) best = { x, fits }
  }
  return best.x
}
