import type { Random } from './random.ts'
import { num, type Point, polyline } from './shapes.ts'

/** A sheet of paper that somebody draws on: its room and the hand's chance. */
export interface Sheet {
  readonly random: Random
  readonly width: number
  readonly height: number
  /** Part of every id inside the picture. */
  readonly id: string
}

export const graphite = '#3b3c40'

function through(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  let data = `M${num(first[0])} ${num(first[1])}`
  for (const [index, [x, y]] of rest.entries()) {
    const next = rest[index + 1]
    data += next ? `Q${num(x)} ${num(y)} ${num((x + next[0]) / 2)} ${num((y + next[1]) / 2)}` : `L${num(x)} ${num(y)}`
  }
  return data
}

/** A line as a hand draws it: searched for two or three times, never quite the same. */
export function pencil(
  { random }: Sheet,
  points: readonly Point[],
  {
    width = 2.6,
    dark = 0.6,
    times = 3,
    shake = 3,
    straight = false,
  }: { width?: number; dark?: number; times?: number; shake?: number; straight?: boolean } = {},
): string {
  let art = ''
  for (let time = 0; time < times; time++) {
    const moved = points.map(([x, y]): Point => [x + random.float(-shake, shake), y + random.float(-shake, shake)])
    art += `<path d="${straight ? polyline(moved) : through(moved)}" fill="none" stroke="${graphite}" stroke-width="${num(width * random.float(0.6, 1.2))}" stroke-linecap="round" opacity="${Math.round(dark * random.float(0.55, 1) * 100) / 100}"/>`
  }
  return art
}

/** Points of an ellipse from one angle to another (degrees). */
export function arc([cx, cy]: Point, [rx, ry]: Point, from = 0, to = 360): Point[] {
  const steps = 24
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180
    return [cx + Math.cos(angle) * rx, cy + Math.sin(angle) * ry]
  })
}

/** Strokes side by side that fill a closed shape. */
export function hatch(
  { random, id }: Sheet,
  shape: string,
  {
    box: [x, y, w, h],
    degrees = -55,
    gap = 9,
    dark = 0.3,
    name,
  }: { box: readonly [number, number, number, number]; degrees?: number; gap?: number; dark?: number; name: string },
): string {
  const angle = (degrees * Math.PI) / 180
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)]
  const [cx, cy] = [x + w / 2, y + h / 2]
  const half = Math.hypot(w, h) / 2
  let data = ''
  for (let off = -half; off < half; off += gap * random.float(0.75, 1.25)) {
    const [sx, sy] = [cx - uy * off, cy + ux * off]
    const [a, b] = [half * random.float(0.94, 1.02), half * random.float(0.94, 1.02)]
    data += `M${num(sx - ux * a)} ${num(sy - uy * a)}Q${num(sx + random.float(-6, 6))} ${num(sy + random.float(-6, 6))} ${num(sx + ux * b)} ${num(sy + uy * b)}`
  }
  const clip = `${name}-${id}`
  return `<clipPath id="${clip}"><path d="${shape}"/></clipPath><g clip-path="url(#${clip})"><path d="${data}" fill="none" stroke="${graphite}" stroke-width="2.4" opacity="${dark}"/></g>`
}

/** Grey laid on with the side of the lead. */
export function tone(shape: string, dark: number): string {
  return `<path d="${shape}" fill="${graphite}" opacity="${dark}"/>`
}

/** A closed shape through points. */
export function closed(points: readonly Point[]): string {
  return `${through(points)}Z`
}
