import sharp from 'sharp'

/** Programs that look for the hole of a slide puzzle in its two pictures alone, as an attacker's would. */

interface Grey {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

/** What a solver has: the picture, the piece and the rows in which the piece stands. */
export interface PuzzlePictures {
  readonly colours: readonly Grey[]
  readonly grey: Grey
  readonly piece: Grey
  readonly pieceColours: readonly Grey[]
  /** 1 where the piece is, 0 around. */
  readonly mask: Grey
}

/** A place, and how sure the program is of it; the surest of all rows is taken. */
interface Found {
  readonly place: number
  readonly score: number
}
type RowSolver = (pictures: PuzzlePictures) => Found

export type SlideSolver = (pictures: PuzzlePictures) => number

const from = 24
/** Middles of the two rows of holes, as anybody sees them. */
const rowMiddles = [25, 130]
const tolerance = 5

const at = (picture: Grey, x: number, y: number): number =>
  picture.data[
    Math.min(Math.max(y, 0), picture.height - 1) * picture.width + Math.min(Math.max(x, 0), picture.width - 1)
  ] ?? 0

function map(picture: Grey, value: (x: number, y: number) => number): Grey {
  const { width, height } = picture
  const data = new Float32Array(width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data[y * width + x] = value(x, y)
  return { width, height, data }
}

/** Reads the two pictures as a browser gets them. */
export async function readPuzzle(picture: string, piece: string): Promise<PuzzlePictures> {
  const read = async (base64: string): Promise<{ data: Buffer; width: number; height: number }> => {
    const { data, info } = await sharp(Buffer.from(base64, 'base64'))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  }
  const [big, small] = [await read(picture), await read(piece)]
  const channel = ({ data, width, height }: typeof big, index: number): Grey => ({
    width,
    height,
    data: Float32Array.from({ length: width * height }, (_, point) => data[point * 4 + index] ?? 0),
  })
  const colours = [0, 1, 2].map((index) => channel(big, index))
  const pieceColours = [0, 1, 2].map((index) => channel(small, index))
  const mean = (of: readonly Grey[]): Grey =>
    map(of[0] as Grey, (x, y) => of.reduce((sum, one) => sum + at(one, x, y), 0) / of.length)
  const alpha = channel(small, 3)
  return {
    colours,
    grey: mean(colours),
    pieceColours,
    piece: mean(pieceColours),
    mask: map(alpha, (x, y) => (at(alpha, x, y) > 128 ? 1 : 0)),
  }
}

function blur(picture: Grey, radius: number): Grey {
  if (radius === 0) return picture
  const line = (source: Grey, dx: number, dy: number): Grey =>
    map(source, (x, y) => {
      let sum = 0
      for (let step = -radius; step <= radius; step++) sum += at(source, x + step * dx, y + step * dy)
      return sum / (2 * radius + 1)
    })
  return line(line(picture, 1, 0), 0, 1)
}

function gradient(picture: Grey): Grey {
  return map(picture, (x, y) =>
    Math.hypot(at(picture, x + 1, y) - at(picture, x - 1, y), at(picture, x, y + 1) - at(picture, x, y - 1)),
  )
}

/** Places of the mask's points whose neighbour isn't in it. */
function outlineOf(mask: Grey): [number, number][] {
  const points: [number, number][] = []
  for (let y = 0; y < mask.height; y++)
    for (let x = 0; x < mask.width; x++)
      if (
        at(mask, x, y) === 1 &&
        (x === 0 ||
          x === mask.width - 1 ||
          at(mask, x - 1, y) + at(mask, x + 1, y) + at(mask, x, y - 1) + at(mask, x, y + 1) < 4)
      )
        points.push([x, y])
  return points
}

function inside(mask: Grey): [number, number][] {
  const points: [number, number][] = []
  for (let y = 0; y < mask.height; y++)
    for (let x = 0; x < mask.width; x++) if (at(mask, x, y) === 1) points.push([x, y])
  return points
}

/** Points around the piece, up to `far` away. */
function around(mask: Grey, near: number, far: number): [number, number][] {
  const rows = inside(mask).map(([, y]) => y)
  const [top, bottom] = [Math.min(...rows) - far, Math.max(...rows) + far]
  const edge = outlineOf(mask)
  const points: [number, number][] = []
  for (let y = Math.max(0, top); y <= Math.min(mask.height - 1, bottom); y++)
    for (let x = -far; x < mask.width + far; x++) {
      if (x >= 0 && x < mask.width && at(mask, x, y) === 1) continue
      const distance = Math.min(...edge.map(([ex, ey]) => Math.hypot(ex - x, ey - y)))
      if (distance > near && distance <= far) points.push([x, y])
    }
  return points
}

function best(width: number, score: (x: number) => number): Found {
  let [place, most] = [from, Number.NEGATIVE_INFINITY]
  for (let x = from; x <= width; x++) {
    const value = score(x)
    if (value > most) [place, most] = [x, value]
  }
  return { place, score: most }
}

/** The piece and its mask moved up or down, so that they stand in a row of holes. */
function inRow(pictures: PuzzlePictures, middle: number): PuzzlePictures {
  const { mask, piece, pieceColours } = pictures
  const rows = inside(mask).map(([, y]) => y)
  const by = middle - Math.round((Math.min(...rows) + Math.max(...rows) + 1) / 2)
  const moved = (plane: Grey, outside: number | undefined): Grey =>
    map(plane, (x, y) =>
      outside !== undefined && (y - by < 0 || y - by >= plane.height) ? outside : at(plane, x, y - by),
    )
  return {
    ...pictures,
    mask: moved(mask, 0),
    piece: moved(piece, undefined),
    pieceColours: pieceColours.map((colour) => moved(colour, undefined)),
  }
}

const inRows =
  (solve: RowSolver): SlideSolver =>
  (pictures) =>
    rowMiddles
      .map((middle) => solve(inRow(pictures, middle)))
      .reduce((one, other) => (other.score > one.score ? other : one)).place

function correlate(points: readonly [number, number][], one: Grey, other: Grey, x: number): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (const [px, py] of points) {
    const [p, q] = [at(one, px, py), at(other, px + x, py)]
    a += p
    b += q
    aa += p * p
    bb += q * q
    ab += p * q
  }
  const n = points.length
  return (ab - (a * b) / n) / Math.sqrt((aa - (a * a) / n) * (bb - (b * b) / n) + 1e-6)
}

const end = ({ grey, mask }: PuzzlePictures): number => grey.width - mask.width

/** The piece's own picture, wherever the picture looks most like it. */
const template: RowSolver = (p) => {
  const points = inside(p.mask)
  return best(end(p), (x) =>
    p.colours.reduce((sum, colour, index) => sum + correlate(points, p.pieceColours[index] as Grey, colour, x), 0),
  )
}

const templateOfEdges: RowSolver = (p) => {
  const points = inside(p.mask)
  const [one, other] = [gradient(blur(p.piece, 1)), gradient(blur(p.grey, 1))]
  return best(end(p), (x) => correlate(points, one, other, x))
}

/** The piece's shape against what is darker, lighter or more even than its surroundings. */
const fill =
  (feature: (p: PuzzlePictures) => Grey): RowSolver =>
  (p) => {
    const [within, beside] = [inside(p.mask), around(p.mask, 2, 8)]
    const values = feature(p)
    const mean = (points: [number, number][], x: number): number =>
      points.reduce((sum, [px, py]) => sum + at(values, px + x, py), 0) / points.length
    return best(end(p), (x) => Math.abs(mean(within, x) - mean(beside, x)))
  }
const darkness = fill(({ grey }) => grey)
const evenness = fill(({ grey }) => gradient(blur(grey, 1)))

/** The piece's outline against edges; `reach` is how far an edge may be off. */
const edges =
  (reach: number, smooth: number, normalised: boolean): RowSolver =>
  (p) => {
    const found = gradient(blur(p.grey, smooth))
    const near = map(found, (x, y) => {
      let most = 0
      for (let dy = -reach; dy <= reach; dy++)
        for (let dx = -reach; dx <= reach; dx++) most = Math.max(most, at(found, x + dx, y + dy))
      return most
    })
    const outline = outlineOf(p.mask)
    const [within, beside] = [inside(p.mask), around(p.mask, 1 + reach, 7 + reach)]
    const mean = (points: [number, number][], x: number): number =>
      points.reduce((sum, [px, py]) => sum + at(near, px + x, py), 0) / points.length
    return best(end(p), (x) => mean(outline, x) - (normalised ? (mean(within, x) + mean(beside, x)) / 2 : 0))
  }

/** Chamfer matching: how far the outline's points are from the next strong edge, and the edges from the outline. */
const chamfer =
  (share: number, smooth: number, cap: number): RowSolver =>
  (p) => {
    const found = gradient(blur(p.grey, smooth))
    const rows = inside(p.mask).map(([, y]) => y)
    const [top, bottom] = [Math.max(0, Math.min(...rows) - 6), Math.min(p.grey.height - 1, Math.max(...rows) + 6)]
    const band = found.data.slice(top * found.width, (bottom + 1) * found.width).sort()
    const limit = band[Math.floor(band.length * (1 - share))] ?? 0
    let far = map(found, (x, y) => (at(found, x, y) >= limit ? 0 : cap))
    for (let round = 0; round < cap; round++) {
      const last = far
      far = map(last, (x, y) =>
        Math.min(
          at(last, x, y),
          1 + Math.min(at(last, x - 1, y), at(last, x + 1, y), at(last, x, y - 1), at(last, x, y + 1)),
        ),
      )
    }
    const outline = outlineOf(p.mask)
    return best(end(p), (x) => -outline.reduce((sum, [px, py]) => sum + at(far, px + x, py), 0))
  }

/** Does the scene go on from the piece's border to what is around the hole? */
const ring =
  (gap: number): RowSolver =>
  (p) => {
    const edge = outlineOf(p.mask)
    const cx = edge.reduce((sum, [x]) => sum + x, 0) / edge.length
    const cy = edge.reduce((sum, [, y]) => sum + y, 0) / edge.length
    const pairs = edge.map(([x, y]) => {
      const length = Math.hypot(x - cx, y - cy) || 1
      const [ux, uy] = [(x - cx) / length, (y - cy) / length]
      return [
        Math.round(x - ux * gap),
        Math.round(y - uy * gap),
        Math.round(x + ux * gap),
        Math.round(y + uy * gap),
      ] as const
    })
    const [ones, others] = [p.pieceColours.map((colour) => blur(colour, 1)), p.colours.map((colour) => blur(colour, 1))]
    return best(end(p), (x) => {
      let sum = 0
      ones.forEach((one, index) => {
        const other = others[index] as Grey
        let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
        for (const [ix, iy, ox, oy] of pairs) {
          const [v, w] = [at(one, ix, iy), at(other, ox + x, oy)]
          a += v
          b += w
          aa += v * v
          bb += w * w
          ab += v * w
        }
        const n = pairs.length
        sum += (ab - (a * b) / n) / Math.sqrt((aa - (a * a) / n) * (bb - (b * b) / n) + 1)
      })
      return sum
    })
  }

const rowSolvers: Readonly<Record<string, RowSolver>> = {
  template,
  templateOfEdges,
  darkness,
  evenness,
  edges: edges(1, 0, false),
  edgesWide: edges(2, 1, false),
  edgesNormalised: edges(1, 1, true),
  edgesWideNormalised: edges(2, 1, true),
  chamfer: chamfer(0.15, 1, 6),
  chamferLoose: chamfer(0.25, 1, 4),
  chamferTight: chamfer(0.08, 0, 8),
  ring: ring(4),
}

export const slideSolvers: Readonly<Record<string, SlideSolver>> = Object.fromEntries(
  Object.entries(rowSolvers).map(([name, solve]) => [name, inRows(solve)]),
)

/** Whether a place found is one that the server would let pass. */
export const isFound = (found: number, x: number): boolean => Math.abs(found - x) <= tolerance
