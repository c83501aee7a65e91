import sharp from 'sharp'
import { drawCharacter, readable } from '#server/backend/account/captcha/letter-outlines.ts'
import { createPictureRandom } from '#server/backend/account/captcha/picture-random.ts'
import { letterOutlines, matchLetters, type Outline } from './letter-matching.ts'

/** A program that takes a picture of characters apart and names each by the outline it is most like. */

const [wide, high] = [20, 24]

interface Ink {
  readonly width: number
  readonly height: number
  /** 1 where there is ink. */
  readonly data: Uint8Array
}

/** Reads ink from paper: by one threshold, or by how a point differs from its surroundings where the two change places. */
async function readInk(picture: Buffer, adaptive: boolean): Promise<Ink> {
  const { data, info } = await sharp(picture).greyscale().median(3).raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const ink = new Uint8Array(width * height)
  const histogram = new Uint32Array(256)
  for (const level of data) histogram[level] = (histogram[level] ?? 0) + 1
  // Otsu
  let [sumAll, count, sum, best, threshold] = [0, 0, 0, 0, 128]
  histogram.forEach((times, level) => {
    sumAll += times * level
  })
  histogram.forEach((times, level) => {
    count += times
    sum += times * level
    const rest = data.length - count
    if (count === 0 || rest === 0) return
    const between = count * rest * (sum / count - (sumAll - sum) / rest) ** 2
    if (between > best) [best, threshold] = [between, level]
  })
  for (let at = 0; at < data.length; at++) ink[at] = (data[at] ?? 255) <= threshold ? 1 : 0
  if (adaptive) {
    // what most of a wide neighbourhood is counts as paper
    const reach = 14
    const most = new Float32Array(ink.length)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        let [dark, all] = [0, 0]
        for (let dy = -reach; dy <= reach; dy += 2)
          for (let dx = -reach; dx <= reach; dx += 2) {
            if (y + dy < 0 || y + dy >= height || x + dx < 0 || x + dx >= width) continue
            all++
            dark += ink[(y + dy) * width + x + dx] ?? 0
          }
        most[y * width + x] = dark / all
      }
    for (let at = 0; at < ink.length; at++) if ((most[at] ?? 0) > 0.5) ink[at] = 1 - (ink[at] ?? 0)
  }
  return { width, height, data: ink }
}

/** A box of ink as a small grey picture of one size. */
function normalise(
  { width, data }: Ink,
  [left, right, top, bottom]: readonly [number, number, number, number],
): Float32Array {
  const small = new Float32Array(wide * high)
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++) {
      let [sum, all] = [0, 0]
      for (let part = 0; part < 4; part++) {
        const column = Math.floor(left + ((x + 0.25 + 0.5 * (part & 1)) / wide) * (right - left + 1))
        const row = Math.floor(top + ((y + 0.25 + 0.5 * (part >> 1)) / high) * (bottom - top + 1))
        sum += data[row * width + column] ?? 0
        all++
      }
      small[y * wide + x] = sum / all
    }
  return small
}

function boxOf(ink: Ink, left: number, right: number): [number, number, number, number] | undefined {
  let [l, r, t, b] = [right, left, ink.height, -1]
  for (let y = 0; y < ink.height; y++)
    for (let x = left; x <= right; x++) {
      if (!ink.data[y * ink.width + x]) continue
      l = Math.min(l, x)
      r = Math.max(r, x)
      t = Math.min(t, y)
      b = Math.max(b, y)
    }
  return b < 0 || r - l < 4 || b - t < 8 ? undefined : [l, r, t, b]
}

export interface Template {
  readonly character: string
  readonly picture: Float32Array
}

/** Templates of every character from both outlines, upright and leaning. */
async function letterTemplates(): Promise<Template[]> {
  const templates: Template[] = []
  const random = createPictureRandom(Buffer.alloc(16, 5))
  for (const character of readable)
    for (let copy = 0; copy < 10; copy++) {
      const { art } = drawCharacter(random, character)
      const lean = random.float(-0.25, 0.25)
      const turn = random.float(-12, 12)
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-60 -40 220 180" width="110" height="90"><rect x="-60" y="-40" width="220" height="180" fill="#fff"/><g transform="rotate(${turn} 35 50) matrix(1 0 ${lean} 1 0 0)">${art}</g></svg>`
      const { data, info } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true })
      const ink: Ink = {
        width: info.width,
        height: info.height,
        data: Uint8Array.from(data, (level) => (level < 128 ? 1 : 0)),
      }
      const box = boxOf(ink, 0, ink.width - 1)
      if (box) templates.push({ character, picture: normalise(ink, box) })
    }
  return templates
}

function nearest(templates: readonly Template[], picture: Float32Array): { character: string; likeness: number } {
  let best = { character: '', likeness: -1 }
  for (const { character, picture: template } of templates) {
    let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
    for (let at = 0; at < picture.length; at++) {
      const p = picture[at] ?? 0
      const q = template[at] ?? 0
      a += p
      b += q
      aa += p * p
      bb += q * q
      ab += p * q
    }
    const n = picture.length
    const likeness = (ab - (a * b) / n) / Math.sqrt((aa - (a * a) / n) * (bb - (b * b) / n) + 1e-6)
    if (likeness > best.likeness) best = { character, likeness }
  }
  return best
}

/** Removes lines thinner than `least` points up and down. */
function withoutThinLines(ink: Ink, least: number): Ink {
  const data = ink.data.slice()
  for (let x = 0; x < ink.width; x++)
    for (let y = 0; y < ink.height; ) {
      let end = y
      while (end < ink.height && ink.data[end * ink.width + x]) end++
      if (end > y && end - y < least) for (let row = y; row < end; row++) data[row * ink.width + x] = 0
      y = end + 1
    }
  return { ...ink, data }
}

/** What the programs know of the characters. */
export interface LetterKnowledge {
  readonly templates: readonly Template[]
  readonly outlines: readonly Outline[]
}

export async function letterKnowledge(): Promise<LetterKnowledge> {
  return { templates: await letterTemplates(), outlines: await letterOutlines() }
}

export type LetterSolver = (picture: Buffer, known: LetterKnowledge) => Promise<string>

/** Cuts the ink into four by the cuts whose parts look most like characters, among cuts near the quarters. */
const segmentation =
  (adaptive: boolean, thin: number): LetterSolver =>
  async (picture, { templates }) => {
    const whole = await readInk(picture, adaptive)
    const ink = thin > 0 ? withoutThinLines(whole, thin) : whole
    const counts = Array.from({ length: ink.width }, (_, x) => {
      let sum = 0
      for (let y = 0; y < ink.height; y++) sum += ink.data[y * ink.width + x] ?? 0
      return sum
    })
    const first = counts.findIndex((count) => count > 6)
    const last = counts.findLastIndex((count) => count > 6)
    const memo = new Map<number, { character: string; likeness: number }>()
    const name = (left: number, right: number): { character: string; likeness: number } => {
      const key = left * 1000 + right
      const known = memo.get(key)
      if (known) return known
      const box = boxOf(ink, left, right)
      const found = box ? nearest(templates, normalise(ink, box)) : { character: '?', likeness: -1 }
      memo.set(key, found)
      return found
    }
    const step = 4
    const places = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step)
    // the best way to cut into four, each part 28 to 76 wide
    type Way = { text: string; score: number }
    let ways = new Map<number, Way>([
      [first, { text: '', score: 0 }],
      [first + 8, { text: '', score: 0 }],
      [first + 16, { text: '', score: 0 }],
    ])
    for (let turn = 0; turn < 4; turn++) {
      const next = new Map<number, Way>()
      for (const [from, way] of ways)
        for (const to of places) {
          if (to - from < 28 || to - from > 76) continue
          const { character, likeness } = name(from, to)
          const score = way.score + likeness
          if (score > (next.get(to)?.score ?? Number.NEGATIVE_INFINITY))
            next.set(to, { text: way.text + character, score })
        }
      ways = next
    }
    const ends = [...ways].filter(([end]) => end > last - 24).map(([, way]) => way)
    return ends.sort((a, b) => b.score - a.score)[0]?.text ?? ''
  }

export const letterSolvers: Readonly<Record<string, LetterSolver>> = {
  segmentation: segmentation(false, 0),
  segmentationAdaptive: segmentation(true, 0),
  segmentationThin: segmentation(true, 5),
  outlines: (picture, { outlines }) => matchLetters(picture, outlines, 3),
  outlinesSmoothed: (picture, { outlines }) => matchLetters(picture, outlines, 7),
}
