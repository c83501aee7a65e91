import type { PuzzlePictures } from './slide-solvers.ts'

/**
 * Programs that compare what the piece shows with what each hole shows, when they know already where the holes are: by masks,
 * by lines and their directions in many warps (mirrored, too), by colours, by amounts.
 */

const size = 36
const seen = 15.5

type Plane = Float32Array

interface Tile {
  readonly mask: Plane
  readonly fitted: Plane
  readonly grey: Plane
  readonly edges: readonly Plane[]
  readonly colours: Float32Array
  readonly mass: number
}

const at = (plane: Plane, x: number, y: number): number =>
  x >= 0 && y >= 0 && x < size && y < size ? (plane[y * size + x] as number) : 0

function plane(value: (x: number, y: number) => number): Plane {
  const made = new Float32Array(size * size)
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) made[y * size + x] = value(x, y)
  return made
}

function blur(source: Plane): Plane {
  return plane(
    (x, y) =>
      [-1, 0, 1].reduce(
        (sum, dy) => sum + at(source, x - 1, y + dy) + at(source, x, y + dy) + at(source, x + 1, y + dy),
        0,
      ) / 9,
  )
}

const radius = (x: number, y: number): number => Math.hypot(x + 0.5 - size / 2, y + 0.5 - size / 2)

/** Where two kinds of points part best (Otsu). */
function parting(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const total = sorted.reduce((sum, value) => sum + value, 0)
  let [below, best, limit] = [0, -1, 0]
  sorted.forEach((value, index) => {
    below += value
    const [low, high] = [index + 1, sorted.length - index - 1]
    if (high === 0) return
    const between = low * high * (below / low - (total - below) / high) ** 2
    if (between > best) [best, limit] = [between, value]
  })
  return limit
}

function readTile(colours: readonly { width: number; data: Float32Array }[], left: number, top: number): Tile {
  const channels = colours.map(({ width, data }) =>
    blur(
      plane(
        (x, y) => data[Math.min(Math.max(top + y, 0), 154) * width + Math.min(Math.max(left + x, 0), width - 1)] ?? 0,
      ),
    ),
  )
  const border = channels.map((channel) => {
    const values = [...channel.keys()]
      .filter((index) => Math.abs(radius(index % size, Math.floor(index / size)) - 14.5) < 1.2)
      .map((index) => channel[index] as number)
    return values.sort((one, other) => one - other)[values.length >> 1] as number
  })
  const inside = (x: number, y: number): boolean => radius(x, y) < seen
  const differs = plane((x, y) =>
    inside(x, y) ? Math.hypot(...channels.map((channel, index) => at(channel, x, y) - (border[index] as number))) : 0,
  )
  const limit = parting(Array.from(differs).filter((_, index) => inside(index % size, Math.floor(index / size))))
  const ink = differs.map((value) => (value > limit ? 1 : 0))
  const inked = [...ink.keys()].filter((index) => ink[index] === 1)
  const [xs, ys] = [inked.map((index) => index % size), inked.map((index) => Math.floor(index / size))]
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const fitted = plane((x, y) =>
    at(ink, Math.round(x0 + ((x1 - x0) * x) / (size - 1)), Math.round(y0 + ((y1 - y0) * y) / (size - 1))),
  )
  const slope = (channel: Plane, x: number, y: number): [number, number] => [
    at(channel, x + 1, y) - at(channel, x - 1, y),
    at(channel, x, y + 1) - at(channel, x, y - 1),
  ]
  const strongest = (x: number, y: number): [number, number] =>
    channels
      .map((channel) => slope(channel, x, y))
      .reduce((one, other) => (Math.hypot(other[0], other[1]) > Math.hypot(one[0], one[1]) ? other : one))
  const directed = (part: (angle: number) => number): Plane =>
    plane((x, y) => {
      if (radius(x, y) > seen - 1) return 0
      const [gx, gy] = strongest(x, y)
      return Math.min(Math.hypot(gx, gy), 50) * part(2 * Math.atan2(gy, gx))
    })
  const histogram = new Float32Array(64)
  for (let index = 0; index < size * size; index++) {
    if (!inside(index % size, Math.floor(index / size))) continue
    const bin = channels.reduce(
      (sum, channel) => sum * 4 + Math.min(3, Math.max(0, (channel[index] as number) >> 6)),
      0,
    )
    histogram[bin] = (histogram[bin] as number) + 1
  }
  const grey = plane((x, y) => (inside(x, y) ? channels.reduce((sum, channel) => sum + at(channel, x, y), 0) / 3 : 0))
  return {
    mask: blur(ink),
    fitted: blur(blur(fitted)),
    grey,
    edges: [directed(() => 1), directed(Math.cos), directed(Math.sin)],
    colours: histogram,
    mass: inked.length,
  }
}

function correlate(one: Plane, other: Plane): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let index = 0; index < one.length; index++) {
    const p = one[index] as number
    const q = other[index] as number
    a += p
    b += q
    aa += p * p
    bb += q * q
    ab += p * q
  }
  return (ab - (a * b) / one.length) / Math.sqrt((aa - (a * a) / one.length) * (bb - (b * b) / one.length) + 1e-6)
}

type Warp = readonly [scaleX: number, scaleY: number, degrees: number, dx: number, dy: number]

/** A plane scaled, turned and moved, from the nearest points. */
function warp(source: Plane, [sx, sy, degrees, dx, dy]: Warp): Plane {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const middle = (size - 1) / 2
  return plane((x, y) => {
    const u = x - middle - dx
    const v = y - middle - dy
    return at(source, Math.round((cos * u + sin * v) / sx + middle), Math.round((-sin * u + cos * v) / sy + middle))
  })
}

/** The double-angle planes of warped edges: turning and mirroring changes the directions, too. */
function warpEdges([strength, cosine, sine]: readonly Plane[], by: Warp): Plane[] {
  const [c, s] = [Math.cos((2 * by[2] * Math.PI) / 180), Math.sin((2 * by[2] * Math.PI) / 180)]
  const way = Math.sign(by[0])
  const [m, u, v] = [warp(strength as Plane, by), warp(cosine as Plane, by), warp(sine as Plane, by)]
  return [
    m,
    u.map((value, index) => c * value - s * way * (v[index] as number)),
    u.map((value, index) => s * value + c * way * (v[index] as number)),
  ]
}

const product = (...lists: readonly (readonly number[])[]): Warp[] =>
  lists.reduce<number[][]>(
    (sum, list) => sum.flatMap((head) => list.map((value) => [...head, value])),
    [[]],
  ) as unknown as Warp[]
const even: Warp[] = [0.78, 0.85, 0.92, 1, 1.08].flatMap((scale) =>
  product([scale, -scale], [scale], [-12, -6, 0, 6, 12], [0], [-2, 0, 2]),
)
const uneven: Warp[] = product([0.72, 1, 1.3, -0.72, -1, -1.3], [0.72, 1, 1.3], [-10, 0, 10], [0], [0])
const plain: Warp[] = product([1, -1], [1], [0], [-2, 0, 2], [-2, 0, 2])

type Likeness = (piece: Tile) => (hole: Tile) => number

const most =
  (
    warps: readonly Warp[],
    score: (planes: Plane[], hole: Tile) => number,
    planesOf: (piece: Tile, by: Warp) => Plane[],
  ): Likeness =>
  (piece) => {
    const ready = warps.map((by) => planesOf(piece, by))
    return (hole) => Math.max(...ready.map((planes) => score(planes, hole)))
  }
const directions = (planes: Plane[], hole: Tile): number =>
  planes.reduce((sum, one, index) => sum + correlate(one, hole.edges[index] as Plane), 0)
const strengths = (planes: Plane[], hole: Tile): number => correlate(planes[0] as Plane, hole.edges[0] as Plane)
const edgesOf = (piece: Tile, by: Warp): Plane[] => warpEdges(piece.edges, by)
const mask = most(
  uneven,
  ([one], hole) => correlate(one as Plane, hole.mask),
  (piece, by) => [warp(piece.mask, by)],
)
const fitted = most(
  plain,
  ([one], hole) => correlate(one as Plane, hole.fitted),
  (piece, by) => [warp(piece.fitted, by)],
)
const oriented = most(even, directions, edgesOf)
const orientedUneven = most(uneven, directions, edgesOf)
const lines = most(uneven, strengths, edgesOf)
const grey = most(
  plain,
  ([one], hole) => Math.abs(correlate(one as Plane, hole.grey)),
  (piece, by) => [warp(piece.grey, by)],
)
const histogram: Likeness = (piece) => (hole) =>
  piece.colours.reduce((sum, count, bin) => sum + Math.min(count, hole.colours[bin] as number), 0)
const mass: Likeness = (piece) => (hole) => -Math.abs(piece.mass - hole.mass)

const likenesses: Readonly<Record<string, Likeness>> = {
  mask,
  fitted,
  oriented,
  orientedUneven,
  lines,
  grey,
  histogram,
  mass,
}

/** The place that each program takes, and those that take the least like; `places` are the left edges of all holes and their middles. */
export function solveByCards(
  { colours, pieceColours, mask: { data } }: PuzzlePictures,
  places: readonly { readonly x: number; readonly middle: number }[],
): Record<string, number> {
  const rows = [...data.keys()].filter((index) => data[index] === 1).map((index) => Math.floor(index / 47))
  const top = Math.round((Math.min(...rows) + Math.max(...rows) + 1) / 2 - size / 2)
  const piece = readTile(pieceColours, 6, top)
  const holes = places.map(({ x, middle }) => readTile(colours, x + 6, middle - size / 2))
  const chosen: Record<string, number> = {}
  const together = places.map(() => 0)
  const pick = (scores: readonly number[]): number => places[scores.indexOf(Math.max(...scores))]?.x as number
  for (const [name, likeness] of Object.entries(likenesses)) {
    const scores = holes.map(likeness(piece))
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
    const spread = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0)) || 1
    for (const [index, score] of scores.entries())
      together[index] = (together[index] as number) + (score - mean) / spread
    chosen[`${name}OfCards`] = pick(scores)
    chosen[`${name}OfCardsLeast`] = pick(scores.map((score) => -score))
  }
  return { ...chosen, allOfCards: pick(together) }
}
