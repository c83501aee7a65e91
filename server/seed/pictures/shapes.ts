import type { Scheme } from './palette.ts'
import { at, type Random } from './random.ts'

export type Point = readonly [x: number, y: number]

/** Everything a composition needs: chance, room and colours. */
export interface Stage {
  random: Random
  width: number
  height: number
  /** The shorter side: the measure of single things. */
  unit: number
  scheme: Scheme
  /** Part of every id inside the picture, so that several pictures can share a page. */
  id: string
}

export type Composition = (stage: Stage) => string

const shade = '#1b2019'

export function num(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Path data with every number rounded: d`M${x} ${y}h${width}`. */
export function d(parts: TemplateStringsArray, ...values: readonly number[]): string {
  return parts.reduce((text, part, index) => text + num(values[index - 1] ?? 0) + part)
}

function attributes(extra: string): string {
  return extra === '' ? '' : ` ${extra}`
}

export function rect(x: number, y: number, width: number, height: number, fill: string, extra = ''): string {
  return `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" fill="${fill}"${attributes(extra)}/>`
}

export function circle(x: number, y: number, radius: number, fill: string, extra = ''): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" fill="${fill}"${attributes(extra)}/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, extra = ''): string {
  return `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${fill}"${attributes(extra)}/>`
}

export function path(data: string, fill: string, extra = ''): string {
  return `<path d="${data}" fill="${fill}"${attributes(extra)}/>`
}

export function stroke(data: string, colour: string, width: number, extra = ''): string {
  return `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${num(width)}"${attributes(extra)}/>`
}

export const round = 'stroke-linecap="round" stroke-linejoin="round"'

export function opacity(value: number): string {
  return `opacity="${Math.round(value * 100) / 100}"`
}

/** A cut sheet of paper: the shape with a thin shadow along its upper edge. */
export function sheet(data: string, fill: string, lift = 5): string {
  return path(data, shade, `opacity=".13" transform="translate(0 ${num(-lift)})"`) + path(data, fill)
}

/** A sheet lying flat, its shadow falling down and to the right. */
export function card(x: number, y: number, width: number, height: number, fill: string, drop = 6): string {
  return rect(x + drop, y + drop * 1.3, width, height, shade, 'opacity=".15"') + rect(x, y, width, height, fill)
}

export function group(body: string, transform: string): string {
  return `<g transform="${transform}">${body}</g>`
}

export function rotated(body: string, degrees: number, x: number, y: number): string {
  return group(body, `rotate(${num(degrees)} ${num(x)} ${num(y)})`)
}

/** The body at its own origin, moved, scaled and perhaps turned. */
export function placed(body: string, x: number, y: number, scale: number, degrees = 0): string {
  const turn = degrees === 0 ? '' : ` rotate(${num(degrees)})`
  return group(body, `translate(${num(x)} ${num(y)})${turn} scale(${Math.round(scale * 1000) / 1000})`)
}

/** Left and right exchanged in half of the pictures. */
export function perhapsMirrored(stage: Stage, body: string): string {
  return stage.random.chance(0.5) ? group(body, `translate(${num(stage.width)} 0) scale(-1 1)`) : body
}

export function clipped(stage: Stage, name: string, data: string, body: string): string {
  const id = `${name}-${stage.id}`
  return `<clipPath id="${id}"><path d="${data}"/></clipPath><g clip-path="url(#${id})">${body}</g>`
}

export function ground(stage: Stage): string {
  return rect(0, 0, stage.width, stage.height, stage.scheme.ground)
}

export function polar(x: number, y: number, radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
}

export function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}Z`
}

export function polyline(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}`
}

/** A calm curve through the points, level at each of them. */
export function smooth(points: readonly Point[]): string {
  let data = ''
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) {
      data += d`M${x} ${y}`
      continue
    }
    const [px, py] = at(points, index - 1)
    const middle = (px + x) / 2
    data += d`C${middle} ${py} ${middle} ${y} ${x} ${y}`
  }
  return data
}

/** A ridge from the left edge to the right one, closed along the bottom. */
export function ridge(stage: Stage, base: number, swing: number, knots: number): string {
  const { random, width, height } = stage
  const points: Point[] = []
  for (let knot = 0; knot <= knots; knot++) {
    const inner = knot > 0 && knot < knots
    const x = (width * knot) / knots + (inner ? random.float(-0.05, 0.05) * width : 0)
    points.push([x, base + random.float(-swing, swing * 0.6)])
  }
  return `${smooth(points)}V${num(height)}H0Z`
}

/** A quarter disc filling a square cell; corner 0..3 is where its centre lies. */
export function quarter(x: number, y: number, size: number, corner: number): string {
  const s = size
  if (corner === 0) return d`M${x} ${y}h${s}a${s} ${s} 0 0 1 ${-s} ${s}z`
  if (corner === 1) return d`M${x + s} ${y}v${s}a${s} ${s} 0 0 1 ${-s} ${-s}z`
  if (corner === 2) return d`M${x + s} ${y + s}h${-s}a${s} ${s} 0 0 1 ${s} ${-s}z`
  return d`M${x} ${y + s}v${-s}a${s} ${s} 0 0 1 ${s} ${s}z`
}

/** A ring sector as a closed path, angles in degrees. */
export function sector(x: number, y: number, inner: number, outer: number, from: number, to: number): string {
  const [x1, y1] = polar(x, y, outer, from)
  const [x2, y2] = polar(x, y, outer, to)
  const [x3, y3] = polar(x, y, inner, to)
  const [x4, y4] = polar(x, y, inner, from)
  const large = to - from > 180 ? 1 : 0
  return d`M${x1} ${y1}A${outer} ${outer} 0 ${large} 1 ${x2} ${y2}L${x3} ${y3}A${inner} ${inner} 0 ${large} 0 ${x4} ${y4}Z`
}

/** A rounded box as path data. */
export function roundedBox(x: number, y: number, width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2)
  return d`M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`
}

/** A whole composition inside a larger picture; the nested svg cuts off what reaches over its edge. */
export function inset(
  stage: Stage,
  composition: Composition,
  name: string,
  box: readonly [x: number, y: number, width: number, height: number],
  scheme: Scheme,
): string {
  const [x, y, width, height] = box
  const inner: Stage = {
    random: stage.random,
    width,
    height,
    unit: Math.min(width, height),
    scheme,
    id: `${name}-${stage.id}`,
  }
  return `<svg x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" viewBox="0 0 ${num(width)} ${num(height)}">${composition(inner)}</svg>`
}
