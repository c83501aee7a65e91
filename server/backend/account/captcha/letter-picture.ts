import sharp from 'sharp'
import { imageCaptchaLength } from '#shared/rules/captcha-rules.ts'
import type { CaptchaLevel, LetterPicture } from '#server/backend/context/captcha-drawing.ts'
import { drawCharacter, readable } from './letter-outlines.ts'
import { createPictureRandom, type PictureRandom } from './picture-random.ts'
import { createField } from './pixels.ts'

const [width, height] = [240, 80]
/** Drawn twice as large and made smaller by the warp, so that edges stay smooth. */
const scale = 2
/** How far the picture is bent, pixels. */
const bend = 4.5
const inks = [
  [32, 40, 31],
  [30, 90, 70],
  [150, 45, 35],
  [99, 56, 74],
  [39, 65, 93],
] as const

/** The characters, black on white: they touch, stand high and low, lean and differ in size. */
function drawInk(random: PictureRandom, text: string, level: CaptchaLevel): string {
  const drawn = [...text].map((character) => {
    const size = random.float(0.52, 0.66)
    return {
      ...drawCharacter(random, character),
      size,
      wide: size * random.float(0.88, 1.12),
      lean: random.float(-0.35, 0.35),
      turn: random.float(-22, 22),
    }
  })
  const overlap = drawn.map(() => random.float(-3, 1 + level))
  const whole = drawn.reduce((sum, { width: w, wide }, index) => sum + w * wide - (overlap[index] ?? 0), 0)
  const fit = Math.min(1, (width - 30) / whole)
  let x = (width - whole * fit) / 2 + random.float(-6, 6)
  let art = ''
  drawn.forEach(({ art: inner, width: w, size, wide, lean, turn }, index) => {
    const y = (height - 100 * size) / 2 + random.float(-8, 8)
    art += `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(wide * fit).toFixed(3)} ${size.toFixed(3)}) rotate(${turn.toFixed(1)} 35 50) matrix(1 0 ${lean.toFixed(3)} 1 ${(-lean * 50).toFixed(1)} 0)">${inner}</g>`
    x += (w * wide - (overlap[index] ?? 0)) * fit
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * scale}" height="${height * scale}"><rect width="${width}" height="${height}" fill="#fff"/>${art}</svg>`
}

/** Bands across the characters, as wide as their strokes: what takes thin lines away, takes the characters away, too. */
function drawArcs(
  random: PictureRandom,
  level: CaptchaLevel,
): { x: number; y: number; radius: number; half: number }[] {
  const wider = level === 2 ? 0.4 : 0.1
  return Array.from({ length: level > 2 ? 3 : 2 }, () => {
    const side = random.chance(0.5) ? 1 : -1
    return {
      x: random.float(0, width),
      y: height / 2 + side * random.float(60, 130),
      radius: random.float(60, 140),
      half: random.float(2.5, 3.3) + wider,
    }
  })
}

/** Draws four characters that a person reads and a program can't take apart. */
export async function drawLetters(
  level: CaptchaLevel = 1,
  random: PictureRandom = createPictureRandom(),
): Promise<LetterPicture> {
  const text = Array.from({ length: imageCaptchaLength }, () => random.pick(readable)).join('')
  const ink = await sharp(Buffer.from(drawInk(random, text, level)))
    .greyscale()
    .raw()
    .toBuffer()
  const [columns, rows] = [width * scale, height * scale]
  const arcs = drawArcs(random, level)
  const [bendX, bendY] = [createField(random, width, height, 26), createField(random, width, height, 22)]
  const patches = createField(random, width, height, 32)
  const paper = createField(random, width, height, 18)
  const wave = (): { every: number; phase: number; far: number } => ({
    every: random.float(38, 70),
    phase: random.float(0, 7),
    far: random.float(1.5, 3),
  })
  const [across, down] = [wave(), wave()]
  const colour = random.pick(inks)
  const threshold = random.float(0.1, 0.3)
  const data = new Uint8ClampedArray(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fromX = x + Math.sin(y / (across.every / 6.28) + across.phase) * across.far + bendX.at(x, y) * bend
      const fromY = y + Math.sin(x / (down.every / 6.28) + down.phase) * down.far + bendY.at(x, y) * bend
      let dark = 0
      for (let part = 0; part < 4; part++) {
        const column = Math.round((fromX + (part & 1) * 0.5) * scale)
        const row = Math.round((fromY + (part >> 1) * 0.5) * scale)
        if (column >= 0 && row >= 0 && column < columns && row < rows)
          dark += (255 - (ink[row * columns + column] ?? 255)) / 1020
      }
      // in some patches, and along the arcs, ink and paper change places
      const swap = 1 / (1 + Math.exp(-(patches.at(x, y) - threshold) * 70))
      dark = dark * (1 - swap) + (1 - dark) * swap
      for (const arc of arcs) {
        const off = Math.abs(Math.hypot(fromX - arc.x, fromY - arc.y) - arc.radius) - arc.half
        const on = Math.min(Math.max(0.5 - off, 0), 1)
        dark = dark * (1 - on) + (1 - dark) * on
      }
      const tone = 20 * paper.at(x, y) + random.float(-12, 12)
      const at = (y * width + x) * 3
      data[at] = 240 + (colour[0] - 240) * dark + tone
      data[at + 1] = 235 + (colour[1] - 235) * dark + tone
      data[at + 2] = 222 + (colour[2] - 222) * dark + tone
    }
  }
  const picture = await sharp(data, { raw: { width, height, channels: 3 } })
    .webp({ quality: 84, effort: 1 })
    .toBuffer()
  return { text, picture: picture.toString('base64') }
}
