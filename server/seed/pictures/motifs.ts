import type { Random } from './random.ts'
import {
  circle,
  d,
  ellipse,
  group,
  num,
  opacity,
  type Point,
  path,
  placed,
  polar,
  polygon,
  round,
  stroke,
} from './shapes.ts'

export function leaf(
  x: number,
  y: number,
  length: number,
  degrees: number,
  fat: number,
  fill: string,
  vein: string,
): string {
  const belly = length * fat
  const outline = d`M0 0C${length * 0.3} ${-belly} ${length * 0.75} ${-belly * 0.8} ${length} 0C${length * 0.75} ${belly * 0.8} ${length * 0.3} ${belly} 0 0Z`
  const body = path(outline, fill) + stroke(d`M0 0H${length * 0.86}`, vein, Math.max(1, length * 0.018), 'opacity=".5"')
  return group(body, `translate(${num(x)} ${num(y)}) rotate(${num(degrees)})`)
}

/** A palm leaf: one spine, many narrow blades. */
export function frond(x: number, y: number, length: number, degrees: number, fill: string): string {
  let blades = ''
  for (let step = 1; step <= 9; step++) {
    const root = (length * step) / 10
    const reach = length * 0.38 * Math.sin((Math.PI * (step + 1)) / 12)
    for (const side of [-1, 1]) {
      blades += d`M${root} 0q${reach * 0.25} ${side * reach * 0.6} ${reach * 0.8} ${side * reach}q${-reach * 0.75} ${-side * reach * 0.2} ${-reach * 0.8 - length * 0.06} ${-side * reach}z`
    }
  }
  const body = path(blades, fill) + stroke(d`M0 0H${length}`, fill, length * 0.022, round)
  return group(body, `translate(${num(x)} ${num(y)}) rotate(${num(degrees)})`)
}

export function flower(x: number, y: number, radius: number, petals: number, fill: string, heart: string): string {
  if (petals === 0) return circle(x, y, radius, fill) + circle(x, y, radius * 0.36, heart)
  let art = ''
  for (let petal = 0; petal < petals; petal++) {
    const [px, py] = polar(x, y, radius * 0.62, (360 * petal) / petals - 90)
    art += circle(px, py, radius * 0.46, fill)
  }
  return art + circle(x, y, radius * 0.34, heart)
}

export function birds(random: Random, x: number, y: number, size: number, colour: string): string {
  let data = ''
  const count = random.int(2, 5)
  for (let bird = 0; bird < count; bird++) {
    const left = x + bird * size * 2.3 + random.float(-0.4, 0.4) * size
    const top = y + random.float(-1, 1) * size
    data += d`M${left} ${top}q${size * 0.6} ${-size * 0.7} ${size} 0q${size * 0.5} ${-size * 0.7} ${size * 1.1} 0`
  }
  return stroke(data, colour, Math.max(1.6, size * 0.2), round)
}

export function cloud(x: number, y: number, size: number, fill: string): string {
  const bar = size * 0.26
  const rows = d`M${x} ${y}h${size}M${x + size * 0.3} ${y - bar * 0.98}h${size * 0.5}M${x + size * 0.5} ${y + bar * 0.98}h${size * 0.8}`
  return stroke(rows, fill, bar, 'stroke-linecap="round"')
}

export type TreeKind = 'poplar' | 'pine' | 'round' | 'bare'
export const treeKinds: readonly TreeKind[] = ['poplar', 'pine', 'round', 'bare']

/** A tree standing on (x, foot). */
export function tree(kind: TreeKind, x: number, foot: number, size: number, fill: string, trunk: string): string {
  const stem = stroke(d`M${x} ${foot}V${foot - size * 0.5}`, trunk, Math.max(1.5, size * 0.05))
  if (kind === 'poplar') return stem + ellipse(x, foot - size * 0.6, size * 0.16, size * 0.4, fill)
  if (kind === 'round') return stem + circle(x, foot - size * 0.66, size * 0.32, fill)
  if (kind === 'pine') {
    let tiers = ''
    for (let tier = 0; tier < 3; tier++) {
      const wide = size * (0.3 - tier * 0.06)
      const low = foot - size * (0.14 + tier * 0.25)
      tiers += d`M${x - wide} ${low}L${x} ${low - size * 0.42}L${x + wide} ${low}Z`
    }
    return stem + path(tiers, fill)
  }
  let twigs = d`M${x} ${foot}V${foot - size}`
  for (let twig = 0; twig < 4; twig++) {
    const y = foot - size * (0.4 + twig * 0.15)
    const reach = size * (0.26 - twig * 0.04)
    twigs += d`M${x} ${y}l${reach} ${-reach}M${x} ${y + size * 0.06}l${-reach} ${-reach}`
  }
  return stroke(twigs, fill, Math.max(1.5, size * 0.04), round)
}

/** A standing person without a face, feet at (x, foot). */
export function figure(x: number, foot: number, size: number, fill: string): string {
  const wide = size * 0.18
  const body = d`M${x - wide} ${foot}V${foot - size * 0.5}a${wide} ${wide} 0 0 1 ${wide * 2} 0V${foot}Z`
  return path(body, fill) + circle(x, foot - size * 0.84, size * 0.15, fill)
}

/** Head and shoulders seen from behind. */
export function audienceHead(x: number, y: number, size: number, fill: string): string {
  const shoulders = d`M${x - size} ${y + size * 2}C${x - size} ${y + size * 0.9} ${x - size * 0.5} ${y + size * 0.7} ${x} ${y + size * 0.6}S${x + size} ${y + size * 0.9} ${x + size} ${y + size * 2}Z`
  return path(shoulders, fill) + circle(x, y, size * 0.56, fill)
}

export function star(x: number, y: number, radius: number, points: number, depth: number): string {
  const corners: Point[] = []
  for (let corner = 0; corner < points * 2; corner++) {
    corners.push(polar(x, y, corner % 2 === 0 ? radius : radius * depth, (180 * corner) / points - 90))
  }
  return polygon(corners)
}

export function stars(random: Random, width: number, height: number, count: number, fill: string): string {
  let data = ''
  for (let index = 0; index < count; index++) {
    data += d`M${random.float(0, width)} ${random.float(0, height)}h0`
  }
  return stroke(data, fill, 2.6, 'stroke-linecap="round" opacity=".8"')
}

/** A note with its stem; `tail` draws the flag. */
export function note(x: number, y: number, size: number, fill: string, up: boolean, tail: boolean): string {
  const side = up ? 1 : -1
  const stemX = x + side * size * 0.86
  const stemEnd = y - side * size * 4.4
  let data = d`M${stemX} ${y}V${stemEnd}`
  if (tail) data += d`q${size * 0.3} ${side * size} ${size * 1.3} ${side * size * 1.5}`
  const head = `<g transform="rotate(-18 ${num(x)} ${num(y)})">${ellipse(x, y, size, size * 0.74, fill)}</g>`
  return head + stroke(data, fill, size * 0.32)
}

export function sunRays(
  x: number,
  y: number,
  inner: number,
  outer: number,
  count: number,
  colour: string,
  width: number,
): string {
  let data = ''
  for (let ray = 0; ray < count; ray++) {
    const [x1, y1] = polar(x, y, inner, (360 * ray) / count)
    const [x2, y2] = polar(x, y, ray % 2 === 0 ? outer : inner + (outer - inner) * 0.6, (360 * ray) / count)
    data += d`M${x1} ${y1}L${x2} ${y2}`
  }
  return stroke(data, colour, width, 'stroke-linecap="round"')
}

/** Short bars that stand for lines of writing; nothing to read. */
export function writing(
  random: Random,
  x: number,
  y: number,
  width: number,
  rows: number,
  gap: number,
  colour: string,
): string {
  let data = ''
  for (let row = 0; row < rows; row++) {
    const long = row === rows - 1 ? random.float(0.35, 0.65) : random.float(0.82, 1)
    data += d`M${x} ${y + row * gap}h${width * long}`
  }
  return stroke(data, colour, gap * 0.36, opacity(0.5))
}

/** A sitting cat seen from behind, 100 high, its paws at the origin. */
export function cat(x: number, foot: number, size: number, fill: string, tailSide: number): string {
  const body =
    path('M-27 0C-37 -28 -20 -50 -14 -60H14C20 -50 37 -28 27 0Z', fill) +
    ellipse(0, -70, 21, 18, fill) +
    path('M-20 -74L-18 -99L-3 -84ZM20 -74L18 -99L3 -84Z', fill) +
    stroke(d`M${tailSide * 18} -6C${tailSide * 60} 6 ${tailSide * 62} -30 ${tailSide * 46} -34`, fill, 9, round)
  return placed(body, x, foot, size / 100)
}
