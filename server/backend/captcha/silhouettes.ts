/** A closed outline: points in a box from -1 to 1, y downwards. */
export type Outline = readonly (readonly [number, number])[]

const turn = Math.PI * 2

/** Points around the centre; `radius` by the angle, 0 at the top, clockwise. */
function around(count: number, radius: (angle: number) => number): Outline {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * turn
    return [Math.sin(angle) * radius(angle), -Math.cos(angle) * radius(angle)] as const
  })
}

/** A polygon with as many outer as inner corners. */
function spikes(count: number, inner: number): Outline {
  return Array.from({ length: count * 2 }, (_, index) => {
    const angle = (index / (count * 2)) * turn
    const radius = index % 2 ? inner : 1
    return [Math.sin(angle) * radius, -Math.cos(angle) * radius] as const
  })
}

/** Points of an arc from one angle to another, 0 at the top, clockwise. */
function arc(x: number, y: number, radius: number, from: number, to: number, count = 14): Outline {
  return Array.from({ length: count + 1 }, (_, index) => {
    const angle = from + ((to - from) * index) / count
    return [x + Math.sin(angle) * radius, y - Math.cos(angle) * radius] as const
  })
}

const heart: Outline = Array.from({ length: 40 }, (_, index) => {
  const t = (index / 40) * turn
  const x = 16 * Math.sin(t) ** 3
  const y = 13 * Math.cos(t) - 5 * Math.cos(2 * t) - 2 * Math.cos(3 * t) - Math.cos(4 * t)
  return [x / 17, (-y - 2.5) / 15] as const
})

/**
 * What a piece may look like. Shapes of one group look alike at a glance: of each group a picture shows one at most, so that
 * a person finds the right hole by its shape.
 */
export const silhouetteGroups: readonly (readonly Outline[])[] = [
  [around(32, () => 0.92), around(8, () => 0.98), around(6, () => 1)],
  [spikes(5, 0.46), spikes(6, 0.52), around(50, (angle) => 0.72 + 0.26 * Math.cos(angle * 5))],
  [heart],
  [
    [[0, -0.98], [1, 0.82], [-1, 0.82]],
    [[0, 0.98], [1, -0.82], [-1, -0.82]],
    [[0, -1], ...arc(0, 0.3, 0.68, 1.05, turn - 1.05, 22)],
  ],
  [spikes(4, 0.38), [[0, -1], [0.78, 0], [0, 1], [-0.78, 0]]],
  [[[-0.36, -1], [0.36, -1], [0.36, -0.36], [1, -0.36], [1, 0.36], [0.36, 0.36], [0.36, 1], [-0.36, 1], [-0.36, 0.36], [-1, 0.36], [-1, -0.36], [-0.36, -0.36]]],
  [[...arc(0.15, 0, 0.95, 2.53, 0.61 + turn, 20), ...arc(0.65, 0, 0.78, 0.06, 0.06 - 3.26, 14)]],
  [[...arc(-0.52, 0.28, 0.46, Math.PI, turn - 0.3), ...arc(-0.12, -0.22, 0.56, -1.1, 1), ...arc(0.56, 0.24, 0.44, 0, Math.PI)]],
  [
    [[0, -1], [0.95, -0.05], [0.42, -0.05], [0.42, 0.95], [-0.42, 0.95], [-0.42, -0.05], [-0.95, -0.05]],
    [[1, 0], [0.05, 0.95], [0.05, 0.42], [-0.95, 0.42], [-0.95, -0.42], [0.05, -0.42], [0.05, -0.95]],
    [[-1, 0], [-0.05, 0.95], [-0.05, 0.42], [0.95, 0.42], [0.95, -0.42], [-0.05, -0.42], [-0.05, -0.95]],
  ],
  [[[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]]],
]

/** How far a point is from an outline, negative inside. */
function distanceTo(outline: Outline, x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY
  let inside = false
  let [fromX, fromY] = outline.at(-1) ?? [0, 0]
  for (const [toX, toY] of outline) {
    const [edgeX, edgeY, dx, dy] = [toX - fromX, toY - fromY, x - fromX, y - fromY]
    const along = Math.min(Math.max((dx * edgeX + dy * edgeY) / (edgeX * edgeX + edgeY * edgeY), 0), 1)
    const [awayX, awayY] = [dx - edgeX * along, dy - edgeY * along]
    nearest = Math.min(nearest, awayX * awayX + awayY * awayY)
    if (fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX) inside = !inside
    ;[fromX, fromY] = [toX, toY]
  }
  return inside ? -Math.sqrt(nearest) : Math.sqrt(nearest)
}

const cells = 80
const edge = 1.7

/** Distances of one outline on a grid from -1.7 to 1.7 both ways, for looking up. */
export type DistanceMap = Float32Array

/** Measures an outline once. */
export function createDistanceMap(outline: Outline): DistanceMap {
  const map = new Float32Array((cells + 1) * (cells + 1))
  const place = (index: number): number => (index / cells) * 2 * edge - edge
  for (let row = 0; row <= cells; row++) {
    for (let column = 0; column <= cells; column++) map[row * (cells + 1) + column] = distanceTo(outline, place(column), place(row))
  }
  return map
}

/** How far a point is from the measured outline, negative inside. */
export function distanceAt(map: DistanceMap, x: number, y: number): number {
  const left = Math.min(Math.max(((x + edge) / (2 * edge)) * cells, 0), cells - 0.001)
  const top = Math.min(Math.max(((y + edge) / (2 * edge)) * cells, 0), cells - 0.001)
  const column = left | 0
  const row = top | 0
  const right = left - column
  const down = top - row
  const at = row * (cells + 1) + column
  const above = (map[at] ?? 0) * (1 - right) + (map[at + 1] ?? 0) * right
  const below = (map[at + cells + 1] ?? 0) * (1 - right) + (map[at + cells + 2] ?? 0) * right
  return above * (1 - down) + below * down
}
