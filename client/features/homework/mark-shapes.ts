import { getStroke } from 'perfect-freehand'

/** Both axes of a picture are counted in so many parts of its width. */
export const markUnits = 10_000
const penSize = 62

/** A point of a stroke: place in the upright picture, pressure 0 to 100. */
export type PenPoint = readonly [x: number, y: number, pressure: number]

/** Flat numbers as they are sent, three a point. */
export function flatten(points: readonly PenPoint[]): number[] {
  return points.flatMap(([x, y, pressure]) => [Math.round(x), Math.round(y), Math.round(pressure)])
}

function pointsOf(numbers: readonly number[]): PenPoint[] {
  const points: PenPoint[] = []
  for (let index = 0; index + 2 < numbers.length; index += 3)
    points.push([numbers[index] ?? 0, numbers[index + 1] ?? 0, numbers[index + 2] ?? 0])
  return points
}

/** Path data of a stroke's outline, as a soft red pencil leaves it. */
export function penPath(points: readonly PenPoint[], isDone: boolean): string {
  const outline = getStroke(
    points.map(([x, y, pressure]) => [x, y, pressure / 100]),
    { size: penSize, thinning: 0.5, smoothing: 0.5, streamline: 0.4, simulatePressure: false, last: isDone },
  )
  const [first, ...rest] = outline
  if (!first) return ''
  let data = `M${first[0]?.toFixed(0)} ${first[1]?.toFixed(0)}`
  for (const [index, [x = 0, y = 0]] of rest.entries()) {
    const [nx = x, ny = y] = rest[index + 1] ?? first
    data += `Q${x.toFixed(0)} ${y.toFixed(0)} ${((x + nx) / 2).toFixed(0)} ${((y + ny) / 2).toFixed(0)}`
  }
  return `${data}Z`
}

/** The same of a stroke as it is kept. */
export function strokePath(numbers: readonly number[]): string {
  return penPath(pointsOf(numbers), true)
}

/** Points lie so far apart at the least: what is nearer says nothing more. */
const leastStep = 14
const mostPoints = 2000

/** Whether a point goes on from the last one. */
export function isFarther(points: readonly PenPoint[], [x, y]: PenPoint): boolean {
  const last = points.at(-1)
  if (points.length >= mostPoints) return false
  return !last || Math.hypot(x - last[0], y - last[1]) >= leastStep
}
