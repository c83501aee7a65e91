import type { PictureRandom } from './picture-random.ts'
import { type CardPixels, cardSize } from './thing-cards.ts'

/**
 * What programs that compare pictures would make of a puzzle's cards: how like two are by their masks, their light and the
 * directions of their lines. The decoys are chosen so that such likeness says nothing about which card is the right one.
 */

const half = cardSize / 2
/** Cards are compared at half their size: `cells` by `cells`. */
const cells = half

interface Features {
  /** How much of each cell is ink, 0 to 1. */
  readonly mask: Float32Array
  /** The mask with its box stretched over all cells. */
  readonly fitted: Float32Array
  readonly light: Float32Array
  /** Strength of lines, and their direction as cosine and sine of its double angle times the strength. */
  readonly edges: readonly [Float32Array, Float32Array, Float32Array]
}

const at = (plane: Float32Array, x: number, y: number): number => (x >= 0 && y >= 0 && x < cells && y < cells ? (plane[y * cells + x] ?? 0) : 0)

function plane(value: (x: number, y: number) => number): Float32Array {
  const made = new Float32Array(cells * cells)
  for (let y = 0; y < cells; y++) for (let x = 0; x < cells; x++) made[y * cells + x] = value(x, y)
  return made
}

/** Three by three cells blurred together. */
function blurred(source: Float32Array): Float32Array {
  return plane((x, y) => {
    let sum = 0
    for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += at(source, x + dx, y + dy)
    return sum / 9
  })
}

/** Stretches the box around all that is ink over the whole plane. */
function fit(mask: Float32Array): Float32Array {
  let [left, top, right, bottom] = [cells, cells, -1, -1]
  for (let y = 0; y < cells; y++) {
    for (let x = 0; x < cells; x++) {
      if (at(mask, x, y) < 0.4) continue
      ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
    }
  }
  if (right < left) return mask
  const along = (first: number, last: number, part: number): number => Math.round(first + ((last - first) * part) / (cells - 1))
  return plane((x, y) => at(mask, along(left, right, x), along(top, bottom, y)))
}

function featuresOf({ data, ground }: CardPixels): Features {
  const inDisc = (x: number, y: number): boolean => Math.hypot(x + 0.5 - cells / 2, y + 0.5 - cells / 2) < cells / 2 - 1
  const mean = (x: number, y: number, value: (from: number) => number): number => {
    let sum = 0
    for (let dy = 0; dy < 2; dy++) for (let dx = 0; dx < 2; dx++) sum += value(((2 * y + dy) * cardSize + 2 * x + dx) * 3)
    return sum / 4
  }
  const difference = (from: number): number => Math.max(...ground.map((colour, channel) => Math.abs((data[from + channel] ?? 0) - colour)))
  const mask = plane((x, y) => (inDisc(x, y) ? Math.min(1, mean(x, y, difference) / 90) : 0))
  const base = ground[0] + ground[1] + ground[2]
  const light = plane((x, y) => (inDisc(x, y) ? mean(x, y, (from) => (data[from] ?? 0) + (data[from + 1] ?? 0) + (data[from + 2] ?? 0)) - base : 0))
  const gradient = (x: number, y: number): [number, number] => [at(light, x + 1, y) - at(light, x - 1, y), at(light, x, y + 1) - at(light, x, y - 1)]
  const strength = (gx: number, gy: number): number => Math.min(1, Math.hypot(gx, gy) / 180)
  const directed = (part: (angle: number) => number): Float32Array =>
    plane((x, y) => {
      const [gx, gy] = gradient(x, y)
      return strength(gx, gy) * part(2 * Math.atan2(gy, gx))
    })
  return { mask: blurred(mask), fitted: blurred(fit(mask)), light, edges: [directed(() => 1), directed(Math.cos), directed(Math.sin)] }
}

function correlation(one: Float32Array, other: Float32Array): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let index = 0; index < one.length; index++) {
    const [p, q] = [one[index] ?? 0, other[index] ?? 0]
    a += p
    b += q
    aa += p * p
    bb += q * q
    ab += p * q
  }
  const count = one.length
  return (ab - (a * b) / count) / Math.sqrt((aa - (a * a) / count) * (bb - (b * b) / count) + 1e-6)
}

const mirrored = (source: Float32Array): Float32Array => plane((x, y) => at(source, cells - 1 - x, y))
const warps = [0.8, 1, 1.22].flatMap((sx) => [0.8, 1, 1.22].map((sy) => [sx, sy] as const))

/** The piece's planes in every stretch, both ways round. */
function warped({ edges }: Features): Float32Array[][] {
  return [1, -1].flatMap((way) =>
    warps.map(([sx, sy]) =>
      edges.map((edge, index) =>
        plane((x, y) => {
          const [fromX, fromY] = [Math.round((way * (x - cells / 2 + 0.5)) / sx + cells / 2 - 0.5), Math.round((y - cells / 2 + 0.5) / sy + cells / 2 - 0.5)]
          // mirrored, lines lean the other way
          return at(edge, fromX, fromY) * (index === 2 ? way : 1)
        }),
      ),
    ),
  )
}

/** How like the piece each card is to each kind of program; the more the liker. */
export function likenesses(piece: CardPixels, cards: readonly CardPixels[]): number[][] {
  const own = featuresOf(piece)
  const [ownMask, ownFitted, ownWarps] = [mirrored(own.mask), mirrored(own.fitted), warped(own)]
  return cards.map((card) => {
    const its = featuresOf(card)
    const directed = ownWarps.map((planes) => planes.reduce((sum, edge, index) => sum + correlation(edge, its.edges[index] ?? edge), 0))
    const strongest = ownWarps.map((planes) => correlation(planes[0] ?? own.mask, its.edges[0]))
    return [
      Math.max(correlation(own.mask, its.mask), correlation(ownMask, its.mask)),
      Math.max(correlation(own.fitted, its.fitted), correlation(ownFitted, its.fitted)),
      correlation(own.light, its.light),
      Math.max(...directed),
      Math.max(...strongest),
    ]
  })
}

const draws = 250
/** The right card is the likest of all so seldom, whichever program looks. */
const likestShare = 0.08

/**
 * Picks `count` decoys, as indexes from 1: `scores[0]` are the right card's likenesses. How many decoys are liker than it is left
 * to chance for every program, so that neither the likest nor the least like is a good guess.
 */
export function pickDecoys(random: PictureRandom, scores: readonly (readonly number[])[], count: number): number[] {
  const [right = [], ...others] = scores
  const wanted = right.map(() => (random.chance(likestShare) ? 0 : random.int(1, count)))
  const all = others.map((_, index) => index + 1)
  let [best, least] = [all.slice(0, count), Number.POSITIVE_INFINITY]
  for (let draw = 0; draw < draws && least > 0; draw++) {
    const some = random.shuffled(all).slice(0, count)
    const off = right.reduce((sum, own, program) => {
      const liker = some.filter((index) => (scores[index]?.[program] ?? 0) > own).length
      const want = wanted[program] ?? 0
      return sum + Math.abs(liker - want) + (liker === 0 && want > 0 ? 2 : 0)
    }, 0)
    if (off < least) [best, least] = [some, off]
  }
  return best
}
