import sharp from 'sharp'
import { drawCharacter, readable } from '#server/backend/account/captcha/letter-outlines.ts'
import { createPictureRandom } from '#server/backend/account/captcha/picture-random.ts'

/**
 * A program that looks for characters by the directions of their outlines, wherever they stand: ink and paper may change places,
 * lines may cross them, and nothing has to be cut out first.
 */

/** Directions of edges at half the picture's size: cosine and sine of the double angle, times the strength. */
interface Edges {
  readonly width: number
  readonly height: number
  readonly cosine: Float32Array
  readonly sine: Float32Array
}

export interface Outline extends Edges {
  readonly character: string
  readonly length: number
}

/** Turned, leaning and stretched like the real ones. */
const copies = 40

function edgesOf(grey: Uint8Array | Buffer, width: number, height: number): Edges {
  const [half, rows] = [width >> 1, height >> 1]
  const cosine = new Float32Array(half * rows)
  const sine = new Float32Array(half * rows)
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const gx = (grey[at + 1] ?? 0) - (grey[at - 1] ?? 0)
      const gy = (grey[at + width] ?? 0) - (grey[at - width] ?? 0)
      const strength = Math.min(Math.hypot(gx, gy), 160)
      if (strength < 25) continue
      const to = Math.min(y >> 1, rows - 1) * half + Math.min(x >> 1, half - 1)
      const angle = 2 * Math.atan2(gy, gx)
      cosine[to] = (cosine[to] ?? 0) + strength * Math.cos(angle)
      sine[to] = (sine[to] ?? 0) + strength * Math.sin(angle)
    }
  const blur = (plane: Float32Array): Float32Array => {
    const made = new Float32Array(plane.length)
    for (let y = 1; y < rows - 1; y++)
      for (let x = 1; x < half - 1; x++) {
        let sum = 0
        for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += plane[(y + dy) * half + x + dx] ?? 0
        made[y * half + x] = sum
      }
    return made
  }
  return { width: half, height: rows, cosine: blur(cosine), sine: blur(sine) }
}

/** The part of a picture in which there is anything. */
function cropped({ width, height, cosine, sine }: Edges): Edges {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (Math.abs(cosine[y * width + x] ?? 0) + Math.abs(sine[y * width + x] ?? 0) > 20) {
        ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
      }
  const [wide, high] = [right - left + 1, bottom - top + 1]
  const cut = (plane: Float32Array): Float32Array =>
    Float32Array.from(
      { length: wide * high },
      (_, at) => plane[(top + Math.floor(at / wide)) * width + left + (at % wide)] ?? 0,
    )
  return { width: wide, height: high, cosine: cut(cosine), sine: cut(sine) }
}

export async function letterOutlines(): Promise<Outline[]> {
  const random = createPictureRandom(Buffer.alloc(16, 9))
  const outlines: Outline[] = []
  for (const character of readable)
    for (let copy = 0; copy < copies; copy++) {
      const { art } = drawCharacter(random, character)
      const size = random.float(0.5, 0.66)
      const [wide, lean, turn] = [size * random.float(0.88, 1.1), random.float(-0.28, 0.28), random.float(-18, 18)]
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="140" height="120"><rect width="140" height="120" fill="#fff"/><g transform="translate(40 25) scale(${wide} ${size}) rotate(${turn} 35 50) matrix(1 0 ${lean} 1 ${-lean * 50} 0)">${art}</g></svg>`
      const { data, info } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true })
      const edges = cropped(edgesOf(data, info.width, info.height))
      let squares = 0
      for (let at = 0; at < edges.cosine.length; at++)
        squares += (edges.cosine[at] ?? 0) ** 2 + (edges.sine[at] ?? 0) ** 2
      outlines.push({ ...edges, character, length: Math.sqrt(squares) })
    }
  return outlines
}

interface Match {
  readonly character: string
  readonly left: number
  readonly right: number
  readonly score: number
}

/** Sums of squared strengths over everything left of and above a point. */
function sumSquares({ width, height, cosine, sine }: Edges): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += (cosine[y * width + x] ?? 0) ** 2 + (sine[y * width + x] ?? 0) ** 2
      sums[(y + 1) * (width + 1) + x + 1] = row + (sums[y * (width + 1) + x + 1] ?? 0)
    }
  }
  return sums
}

/** The best place of an outline from each left edge on. */
function placesOf(picture: Edges, sums: Float64Array, outline: Outline): Match[] {
  const { width, height, cosine, sine } = picture
  const sumAt = (x: number, y: number): number => sums[y * (width + 1) + x] ?? 0
  const found: Match[] = []
  for (let left = 0; left + outline.width <= width; left++) {
    let best = 0
    for (let top = 0; top + outline.height <= height; top++) {
      let product = 0
      for (let y = 0; y < outline.height; y++) {
        const from = (top + y) * width + left
        const own = y * outline.width
        for (let x = 0; x < outline.width; x++) {
          product +=
            (cosine[from + x] as number) * (outline.cosine[own + x] as number) +
            (sine[from + x] as number) * (outline.sine[own + x] as number)
        }
      }
      const [right, bottom] = [left + outline.width, top + outline.height]
      const squares = sumAt(right, bottom) - sumAt(left, bottom) - sumAt(right, top) + sumAt(left, top)
      best = Math.max(best, product / (outline.length * Math.sqrt(squares) + 1))
    }
    found.push({ character: outline.character, left, right: left + outline.width, score: best })
  }
  return found
}

/**
 * Reads four characters beside each other: those whose outlines are found best, each beginning about where the one before
 * ends. `smooth`: points across which a median takes thin lines away.
 */
export async function matchLetters(image: Buffer, outlines: readonly Outline[], smooth: number): Promise<string> {
  const { data, info } = await sharp(image).greyscale().median(smooth).raw().toBuffer({ resolveWithObject: true })
  const picture = edgesOf(data, info.width, info.height)
  const sums = sumSquares(picture)
  const byLeft = new Map<number, Match[]>()
  for (const outline of outlines)
    for (const match of placesOf(picture, sums, outline))
      byLeft.set(match.left, [...(byLeft.get(match.left) ?? []), match])
  const kept = [...byLeft.values()].flatMap((matches) => matches.sort((a, b) => b.score - a.score).slice(0, 12))
  type Way = { text: string; score: number; right: number }
  let ways: Way[] = kept.map(({ character, score, right }) => ({ text: character, score, right }))
  for (let turn = 1; turn < 4; turn++) {
    // by where they end: of each end the best way
    const ends = new Map<number, Way>()
    for (const way of ways) if (way.score > (ends.get(way.right)?.score ?? 0)) ends.set(way.right, way)
    const next = new Map<number, Way>()
    for (const { character, left, right, score } of kept)
      for (let end = left - 5; end <= left + 6; end++) {
        const way = ends.get(end)
        if (way && way.score + score > (next.get(right)?.score ?? 0))
          next.set(right, { text: way.text + character, score: way.score + score, right })
      }
    ways = [...next.values()]
  }
  return ways.sort((a, b) => b.score - a.score)[0]?.text ?? ''
}
