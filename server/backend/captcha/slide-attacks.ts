import type { Pixels } from './pixels.ts'

/**
 * What the usual programs would answer to a puzzle: the piece laid over the picture by its colours, by its edges, by its outline,
 * and by what goes on around it. Puzzles that they solve aren't given out.
 */

interface Puzzle {
  readonly scene: Pixels
  readonly piece: Pixels
  /** 0 to 255 for each point of the piece. */
  readonly cover: Float32Array
}

interface Plane {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

const margin = 8
/** Places tried are so far apart: one beside the best is nearly as good. */
const step = 2
const farthest = 6

/** The mean of the colours in rows `first` to `last`, 3 by 3 points blurred together. */
function greyRows({ width, data }: Pixels, first: number, last: number): Plane {
  const rows = last - first + 1
  const grey = new Float32Array(width * rows)
  for (let at = 0; at < grey.length; at++) {
    const from = (first * width + at) * 3
    grey[at] = ((data[from] ?? 0) + (data[from + 1] ?? 0) + (data[from + 2] ?? 0)) / 3
  }
  const smooth = new Float32Array(grey.length)
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      let sum = 0
      for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += grey[(row + dy) * width + column + dx] ?? 0
      smooth[row * width + column] = sum / 9
    }
  }
  return { width, height: rows, data: smooth }
}

function edgesOf({ width, height, data }: Plane): Plane {
  const edges = new Float32Array(data.length)
  for (let row = 2; row < height - 2; row++) {
    for (let column = 2; column < width - 2; column++) {
      const at = row * width + column
      edges[at] = Math.hypot((data[at + 1] ?? 0) - (data[at - 1] ?? 0), (data[at + width] ?? 0) - (data[at - width] ?? 0))
    }
  }
  return { width, height, data: edges }
}

/** The strength that `share` of all points reach, of 256 levels. */
function levelOf(data: Float32Array, share: number): number {
  const counts = new Uint32Array(256)
  for (let at = 0; at < data.length; at++) {
    const level = Math.min(255, (data[at] ?? 0) | 0)
    counts[level] = (counts[level] ?? 0) + 1
  }
  let [level, left] = [255, data.length * share]
  while (level > 0 && left > (counts[level] ?? 0)) left -= counts[level--] ?? 0
  return level
}

/** How far each point is from the strongest edges, at most `farthest`. */
function edgeDistances({ width, height, data }: Plane, share: number): Plane {
  const limit = levelOf(data, share)
  const far = new Float32Array(data.length)
  for (let at = 0; at < far.length; at++) far[at] = (data[at] ?? 0) >= limit ? 0 : farthest
  for (let at = width; at < far.length; at++) far[at] = Math.min(far[at] ?? 0, (far[at - 1] ?? 0) + 1, (far[at - width] ?? 0) + 1)
  for (let at = far.length - width - 1; at >= 0; at--) far[at] = Math.min(far[at] ?? 0, (far[at + 1] ?? 0) + 1, (far[at + width] ?? 0) + 1)
  return { width, height, data: far }
}

type Point = readonly [number, number]

/** Correlation of what two lists of points show; the second's are moved by `x`. */
function correlation(one: Float32Array, other: Plane | Pixels, indexes: Int32Array, by: number): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let index = 0; index < one.length; index++) {
    const p = one[index] ?? 0
    const q = other.data[(indexes[index] ?? 0) + by] ?? 0
    a += p
    b += q
    aa += p * p
    bb += q * q
    ab += p * q
  }
  const count = one.length
  return (ab - (a * b) / count) / Math.sqrt((aa - (a * a) / count) * (bb - (b * b) / count) + 1)
}

/** Where each of the programs would let the piece go; the places tried are `first` to `last`. */
export function attackPlaces({ scene, piece, cover }: Puzzle, first: number, last: number): number[] {
  const { width } = piece
  const covered = (x: number, y: number): boolean => x >= 0 && x < width && (cover[y * width + x] ?? 0) > 128
  const points: Point[] = []
  for (let y = 0; y < piece.height; y++) for (let x = 0; x < width; x++) if (covered(x, y)) points.push([x, y])
  const outline = points.filter(([x, y]) => !(covered(x - 1, y) && covered(x + 1, y) && covered(x, y - 1) && covered(x, y + 1)))
  const inner = points.filter(([x, y]) => covered(x - 2, y) && covered(x + 2, y) && covered(x, y - 2) && covered(x, y + 2))
  const top = Math.max(0, (points[0]?.[1] ?? 0) - margin)
  const bottom = Math.min(scene.height - 1, (points.at(-1)?.[1] ?? 0) + margin)
  const grey = greyRows(scene, top, bottom)
  const edges = edgesOf(grey)
  const pieceGrey = greyRows(piece, top, bottom)
  const [centreX, centreY] = [outline.reduce((sum, [x]) => sum + x, 0) / outline.length, outline.reduce((sum, [, y]) => sum + y, 0) / outline.length]

  const indexesIn = (plane: Plane, list: readonly Point[]): Int32Array => {
    const indexes = new Int32Array(list.length)
    list.forEach(([x, y], index) => {
      indexes[index] = Math.min(Math.max(y - top, 0), plane.height - 1) * plane.width + x
    })
    return indexes
  }
  const valuesIn = (plane: Plane, list: readonly Point[]): Float32Array => {
    const values = new Float32Array(list.length)
    indexesIn(plane, list).forEach((at, index) => {
      values[index] = plane.data[at] ?? 0
    })
    return values
  }
  const best = (score: (x: number) => number): number => {
    let [place, most] = [first, Number.NEGATIVE_INFINITY]
    for (let x = first; x <= last; x += step) {
      const value = score(x)
      if (value > most) [place, most] = [x, value]
    }
    return place
  }
  const match = (one: Plane, list: readonly Point[], other: Plane, otherList: readonly Point[] = list): number => {
    const [values, indexes] = [valuesIn(one, list), indexesIn(other, otherList)]
    return best((x) => correlation(values, other, indexes, x))
  }
  const along = (plane: Plane, list: readonly Point[]): ((x: number) => number) => {
    const indexes = indexesIn(plane, list)
    return (x) => {
      let sum = 0
      for (let index = 0; index < indexes.length; index++) sum += plane.data[(indexes[index] ?? 0) + x] ?? 0
      return sum
    }
  }
  /** Points of the outline moved away from its middle, or towards it. */
  const moved = (by: number): Point[] =>
    outline.map(([x, y]) => {
      const length = Math.hypot(x - centreX, y - centreY) || 1
      return [Math.round(x + ((x - centreX) / length) * by), Math.round(y + ((y - centreY) / length) * by)]
    })
  const squeezed = (sx: number, sy: number): Point[] => outline.map(([x, y]) => [Math.round(centreX + (x - centreX) * sx), Math.round(centreY + (y - centreY) * sy)])
  const near = edgeDistances(edges, 0.13)
  const colours = ((): number => {
    const values = [0, 1, 2].map((channel) => Float32Array.from(points, ([x, y]) => piece.data[(y * width + x) * 3 + channel] ?? 0))
    const indexes = [0, 1, 2].map((channel) => Int32Array.from(points, ([x, y]) => (y * scene.width + x) * 3 + channel))
    return best((x) => values.reduce((sum, value, channel) => sum + correlation(value, scene, indexes[channel] ?? new Int32Array(), x * 3), 0))
  })()
  const sizes = [0.7, 0.82, 0.94]
  const anySize = sizes.flatMap((sx) => sizes.map((sy) => along(near, squeezed(sx, sy))))
  const rim = along(edges, outline)
  const mean = (plane: Plane, list: readonly Point[]): ((x: number) => number) => {
    const sum = along(plane, list)
    return (x) => sum(x) / list.length
  }
  const alongRim = mean(edges, outline)
  const [closeness, closer, loosely] = [along(near, outline), along(edgeDistances(edges, 0.07), outline), along(edgeDistances(edges, 0.23), outline)]
  const beside = [...moved(4), ...moved(6)]
  const [within, around, rough, roughAround] = [mean(grey, points), mean(grey, beside), mean(edges, points), mean(edges, beside)]
  return [
    colours,
    match(edgesOf(pieceGrey), points, edges),
    match(edgesOf(pieceGrey), inner, edges),
    match(pieceGrey, moved(-4), grey, moved(4)),
    match(pieceGrey, moved(-3), grey, moved(2)),
    best(rim),
    best((x) => Math.abs(within(x) - around(x))),
    best((x) => Math.abs(rough(x) - roughAround(x))),
    best((x) => 2 * alongRim(x) - rough(x) - roughAround(x)),
    best((x) => -closeness(x)),
    best((x) => -closer(x)),
    best((x) => -loosely(x)),
    best((x) => -anySize.reduce((least, score) => Math.min(least, score(x)), Number.POSITIVE_INFINITY)),
  ]
}
