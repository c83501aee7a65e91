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

const at = (plane: Float32Array, x: number, y: number): number =>
  x >= 0 && y >= 0 && x < cells && y < cells ? (plane[y * cells + x] ?? 0) : 0

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
function stretched(mask: Float32Array): Float32Array {
  let [left, top, right, bottom] = [cells, cells, -1, -1]
  for (let y = 0; y < cells; y++) {
    for (let x = 0; x < cells; x++) {
      if (at(mask, x, y) < 0.4) continue
      ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
    }
  }
  if (right < left) return mask
  const along = (first: number, last: number, part: number): number =>
    Math.round(first + ((last - first) * part) / (cells - 1))
  return plane((x, y) => at(mask, along(left, right, x), along(top, bottom, y)))
}

function featuresOf({ data, ground }: CardPixels): Features {
  const inDisc = (x: number, y: number): boolean => Math.hypot(x + 0.5 - cells / 2, y + 0.5 - cells / 2) < cells / 2 - 1
  const mean = (x: number, y: number, value: (from: number) => number): number => {
    let sum = 0
    for (let dy = 0; dy < 2; dy++)
      for (let dx = 0; dx < 2; dx++) sum += value(((2 * y + dy) * cardSize + 2 * x + dx) * 3)
    return sum / 4
  }
  const [red, green, blue] = ground
  const difference = (from: number): number =>
    Math.max(
      Math.abs((data[from] ?? 0) - red),
      Math.abs((data[from + 1] ?? 0) - green),
      Math.abs((data[from + 2] ?? 0) - blue),
    )
  const mask = plane((x, y) => (inDisc(x, y) ? Math.min(1, mean(x, y, difference) / 90) : 0))
  const base = ground[0] + ground[1] + ground[2]
  const light = plane((x, y) =>
    inDisc(x, y) ? mean(x, y, (from) => (data[from] ?? 0) + (data[from + 1] ?? 0) + (data[from + 2] ?? 0)) - base : 0,
  )
  const gradient = (x: number, y: number): [number, number] => [
    at(light, x + 1, y) - at(light, x - 1, y),
    at(light, x, y + 1) - at(light, x, y - 1),
  ]
  const strength = (gx: number, gy: number): number => Math.min(1, Math.hypot(gx, gy) / 180)
  const directed = (part: (angle: number) => number): Float32Array =>
    plane((x, y) => {
      const [gx, gy] = gradient(x, y)
      return strength(gx, gy) * part(2 * Math.atan2(gy, gx))
    })
  return {
    mask: blurred(mask),
    fitted: blurred(stretched(mask)),
    light,
    edges: [directed(() => 1), directed(Math.cos), directed(Math.sin)],
  }
}

function correlation(one: Float32Array, other: Float32Array): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let index = 0; index < one.length; index++) {
    // NOTE: no list here: this runs half a million times a picture
    const p = one[index] ?? 0
    const q = other[index] ?? 0
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
/** Stretches both ways, and degrees. */
const warps: readonly (readonly [number, number, number])[] = [
  ...[0.8, 1, 1.22].flatMap((sx) => [0.8, 1, 1.22].map((sy) => [sx, sy, 0] as const)),
  ...[0.88, 1].flatMap((scale) => [-10, 10].map((turn) => [scale, scale, turn] as const)),
  [0.88, 0.88, 0],
]

/** Moves and stretches values so that a sum of products with others like it is their correlation. */
function normalised(values: Float32Array): Float32Array {
  const mean = sumOf(values) / values.length
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  const length = Math.sqrt(squares + 1e-6)
  return values.map((value) => (value - mean) / length)
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}

/** The planes of edges in every warp, both ways round, ready to be compared. */
function warped({ edges: [strength, cosine, sine] }: Features): Float32Array[][] {
  return [1, -1].flatMap((way) =>
    warps.map(([sx, sy, degrees]) => {
      const turn = (degrees * Math.PI) / 180
      const [cos, sin, cos2, sin2] = [Math.cos(turn), Math.sin(turn), Math.cos(2 * turn), Math.sin(2 * turn)]
      const from = new Int32Array(cells * cells)
      for (let y = 0; y < cells; y++) {
        for (let x = 0; x < cells; x++) {
          const u = x - cells / 2 + 0.5
          const v = y - cells / 2 + 0.5
          const column = Math.round((way * (cos * u + sin * v)) / sx + cells / 2 - 0.5)
          const row = Math.round((cos * v - sin * u) / sy + cells / 2 - 0.5)
          from[y * cells + x] = column >= 0 && row >= 0 && column < cells && row < cells ? row * cells + column : -1
        }
      }
      const taken = (source: Float32Array): Float32Array => Float32Array.from(from, (index) => source[index] ?? 0)
      // mirrored, lines lean the other way; turned, they turn with it
      const [c, s] = [taken(cosine), taken(sine).map((value) => value * way)]
      const turned = [
        c.map((value, index) => cos2 * value - sin2 * (s[index] ?? 0)),
        c.map((value, index) => sin2 * value + cos2 * (s[index] ?? 0)),
      ]
      return [taken(strength), ...turned].map(normalised)
    }),
  )
}

/** How often each of 64 colours is seen. */
function coloursOf({ data }: CardPixels): Float32Array {
  const counts = new Float32Array(64)
  for (let y = 0; y < cardSize; y++) {
    for (let x = 0; x < cardSize; x++) {
      if (Math.hypot(x + 0.5 - half, y + 0.5 - half) > half - 3) continue
      const from = (y * cardSize + x) * 3
      const bin = ((data[from] ?? 0) >> 6) * 16 + ((data[from + 1] ?? 0) >> 6) * 4 + ((data[from + 2] ?? 0) >> 6)
      counts[bin] = (counts[bin] ?? 0) + 1
    }
  }
  return counts
}

const sumOf = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0)

/** How like the piece each card is to each kind of program; the more the liker. */
export function likenesses(piece: CardPixels, cards: readonly CardPixels[]): number[][] {
  const own = featuresOf(piece)
  const [ownMask, ownFitted, ownWarps] = [mirrored(own.mask), mirrored(own.fitted), warped(own)]
  const [ownColours, ownMass] = [coloursOf(piece), sumOf(own.mask)]
  return cards.map((card) => {
    const its = featuresOf(card)
    const edges = its.edges.map(normalised)
    let [directed, strongest] = [-1, -1]
    for (const planes of ownWarps) {
      const products = planes.map((own, index) => product(own, edges[index] ?? own))
      strongest = Math.max(strongest, products[0] ?? 0)
      directed = Math.max(
        directed,
        products.reduce((sum, one) => sum + one, 0),
      )
    }
    return [
      Math.max(correlation(own.mask, its.mask), correlation(ownMask, its.mask)),
      Math.max(correlation(own.fitted, its.fitted), correlation(ownFitted, its.fitted)),
      correlation(own.light, its.light),
      directed,
      strongest,
      coloursOf(card).reduce((sum, count, bin) => sum + Math.min(count, ownColours[bin] ?? 0), 0),
      -Math.abs(sumOf(its.mask) - ownMass),
    ]
  })
}

/** So often another choice of decoys is begun. */
const starts = 4
/** Which program compares the directions of lines, the strongest of all: its opinion counts threefold. */
const directedProgram = 3

/** The index of the card whose lines are least like the piece's. */
export function leastLike(scores: readonly (readonly number[])[]): number {
  return scores.reduce(
    (least, card, index) => ((card[directedProgram] ?? 0) < (scores[least]?.[directedProgram] ?? 0) ? index : least),
    0,
  )
}

/** How often so many decoys are to be liker than the right card, beside each other: seldom none, since other programs see other likeness. */
const weightOf = (liker: number): number => [0.24, 0.62, 1][liker] ?? 1.1

/** How many of `count` decoys are to be liker than the right card. */
function wantedLiker(random: PictureRandom, count: number): number {
  const weights = Array.from({ length: count + 1 }, (_, liker) => weightOf(liker))
  let left = random.float(0, 1) * weights.reduce((sum, weight) => sum + weight, 0)
  for (const [liker, weight] of weights.entries()) {
    left -= weight
    if (left < 0) return liker
  }
  return count
}

/**
 * Picks `count` decoys, as indexes from 1: `scores[0]` are the right card's likenesses. How many decoys are liker than it is left
 * to chance, for all programs as far as can be, so that neither the likest nor the least like is a good guess.
 */
export function pickDecoys(random: PictureRandom, scores: readonly (readonly number[])[], count: number): number[] {
  const [right = [], ...others] = scores
  const wanted = wantedLiker(random, count)
  const isLiker = others.map((card) => right.map((own, program) => (card[program] ?? 0) > own))
  const offBy = (some: readonly number[]): number => {
    let off = 0
    for (let program = 0; program < right.length; program++) {
      let liker = 0
      for (const card of some) if (isLiker[card]?.[program]) liker++
      off += (program === directedProgram ? 3 : 1) * ((liker - wanted) ** 2 + (liker === 0 && wanted > 0 ? 4 : 0))
    }
    return off
  }
  let [best, least] = [[] as number[], Number.POSITIVE_INFINITY]
  for (let start = 0; start < starts && least > 0; start++) {
    const cards = random.shuffled([...others.keys()])
    let off = offBy(cards.slice(0, count))
    // swap one chosen card for another as long as that helps
    for (let helped = true; helped && off > 0; ) {
      helped = false
      for (let one = 0; one < count; one++) {
        for (let other = count; other < cards.length; other++) {
          const swapped = cards.slice(0, count)
          swapped[one] = cards[other] ?? 0
          const now = offBy(swapped)
          if (now >= off) continue
          ;[cards[one], cards[other]] = [cards[other] ?? 0, cards[one] ?? 0]
          off = now
          helped = true
        }
      }
    }
    if (off < least) [best, least] = [cards.slice(0, count), off]
  }
  return best.map((index) => index + 1)
}
