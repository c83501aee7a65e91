import { writing } from './motifs.ts'
import {
  type Composition,
  card,
  circle,
  d,
  ground,
  opacity,
  path,
  quarter,
  rect,
  rotated,
  round,
  roundedBox,
  type Stage,
  sector,
  stroke,
} from './shapes.ts'

type Cell = (x: number, y: number, size: number, fill: string, second: string, turn: number) => string

const cells: readonly Cell[] = [
  (x, y, s, fill, second) => rect(x, y, s, s, fill) + circle(x + s / 2, y + s / 2, s * 0.3, second),
  (x, y, s, fill, second, turn) => rect(x, y, s, s, second) + path(quarter(x, y, s, turn), fill),
  (x, y, s, fill, _second, turn) => path(quarter(x, y, s, turn), fill),
  (x, y, s, fill) =>
    stroke(
      d`M${x} ${y + s * 0.1}h${s}m${-s} ${s * 0.25}h${s}m${-s} ${s * 0.25}h${s}m${-s} ${s * 0.25}h${s}`,
      fill,
      s * 0.12,
    ),
  (x, y, s, fill, second, turn) =>
    rect(x, y, s, s, fill) +
    rotated(path(d`M${x} ${y + s}L${x + s} ${y}V${y + s}Z`, second), turn * 90, x + s / 2, y + s / 2),
  (x, y, s, fill) => rect(x, y, s, s, fill),
  (x, y, s, fill) => circle(x + s / 2, y + s / 2, s / 2, fill),
  (x, y, s, fill, second, turn) =>
    rect(x, y, s, s, second) + path(quarter(x, y, s, turn), fill) + path(quarter(x, y, s, (turn + 2) % 4), fill),
  (x, y, s, fill, second) =>
    rect(x, y, s, s, fill) +
    path(d`M${x + s / 2} ${y}L${x + s} ${y + s / 2}L${x + s / 2} ${y + s}L${x} ${y + s / 2}Z`, second),
  (x, y, s, fill, second) =>
    path(d`M${x} ${y}h${s}a${s / 2} ${s / 2} 0 0 1 ${-s} 0z`, fill) +
    path(d`M${x} ${y + s / 2}h${s}a${s / 2} ${s / 2} 0 0 1 ${-s} 0z`, second),
  (x, y, s, fill, second, turn) =>
    rect(x, y, s, s, fill) +
    path(quarter(x, y, s, turn), second) +
    path(quarter(x + (turn === 1 || turn === 2 ? s / 2 : 0), y + (turn >= 2 ? s / 2 : 0), s / 2, turn), fill),
]

/** Squares, discs and quarters on a grid; each picture has its own small vocabulary. */
function swiss(stage: Stage): string {
  const { random, width: w, height: h, scheme: c } = stage
  const rows = random.pick(h >= w ? [4, 5] : [2, 3, 3, 3, 4])
  const size = Math.ceil(h / rows)
  const vocabulary = random.shuffle(cells).slice(0, random.int(3, 6))
  const fills = [c.quiet, c.soft, c.mid, c.hot, c.dark, c.light]
  let art = ground(stage)
  let last = ''
  for (let row = 0; row < rows; row++) {
    for (let x = 0; x < w; x += size) {
      const fill = random.pick(fills.filter((colour) => colour !== last))
      const second = random.pick([...fills, c.ground].filter((colour) => colour !== fill))
      last = fill
      art += random.pick(vocabulary)(x, row * size, size + 0.5, fill, second, random.int(0, 3))
    }
  }
  if (rows === 2) return art
  const bigX = random.int(0, Math.max(0, Math.floor(w / size) - 2)) * size
  const bigY = random.int(0, rows - 2) * size
  return (
    art +
    random.pick(cells.slice(0, 9))(
      bigX,
      bigY,
      size * 2 + 0.5,
      c.hot,
      random.pick([c.dark, c.light, c.quiet]),
      random.int(0, 3),
    )
  )
}

/** Pages of an interface lying aslant. */
function frames(stage: Stage): string {
  const { random, width: w, height: h, unit: u } = stage
  const columns = w > h * 1.2 ? random.int(3, 4) : 2
  const gap = u * 0.06
  const wide = (w * 1.16 - gap * columns) / columns
  let pages = ''
  for (let column = 0; column < columns; column++) {
    const tall = wide * random.float(1.5, 1.9)
    const x = -w * 0.06 + column * (wide + gap)
    let y = random.float(-0.7, 0.1) * tall
    for (let row = 0; y < h * 1.15 && row < 5; row++) {
      pages += page(stage, x, y, wide, tall, (column + row) % 2 === 0)
      y += tall + gap
    }
  }
  return ground(stage) + rotated(pages, random.pick([-12, -8, -5, 6, 9, 12]), w / 2, h / 2)
}

function page(stage: Stage, x: number, y: number, wide: number, tall: number, bright: boolean): string {
  const { random, scheme: c } = stage
  const pad = wide * 0.09
  const ink = bright ? c.dark : c.light
  const inner = wide - pad * 2
  let art =
    card(x, y, wide, tall, bright ? c.light : c.dark) +
    circle(x + pad + wide * 0.03, y + pad + wide * 0.03, wide * 0.035, c.hot) +
    rect(x + pad + wide * 0.12, y + pad + wide * 0.01, inner * 0.34, wide * 0.045, ink, opacity(0.85))
  const iy = y + pad * 2 + wide * 0.06
  const ih = inner * random.float(0.5, 0.85)
  const kind = random.int(0, 3)
  art += rect(x + pad, iy, inner, ih, random.pick([c.quiet, c.soft, c.ground]))
  if (kind === 0)
    art +=
      circle(x + wide * 0.62, iy + ih * 0.5, ih * 0.28, c.hot) +
      path(d`M${x + pad} ${iy + ih}l${inner * 0.34} ${-ih * 0.6}l${inner * 0.36} ${ih * 0.6}z`, c.mid)
  else if (kind === 1)
    for (let bar = 0; bar < 5; bar++)
      art += rect(
        x + pad + inner * (0.08 + bar * 0.18),
        iy + ih * (0.85 - 0.14 * bar),
        inner * 0.11,
        ih * (0.15 + 0.14 * bar),
        bar === 3 ? c.hot : c.mid,
      )
  else if (kind === 2)
    art +=
      path(quarter(x + pad, iy, ih, 0), c.mid) + circle(x + pad + inner - ih * 0.3, iy + ih * 0.6, ih * 0.24, c.hot)
  else
    art +=
      circle(x + wide / 2, iy + ih * 0.42, ih * 0.2, c.mid) +
      path(d`M${x + wide / 2 - ih * 0.36} ${iy + ih}a${ih * 0.36} ${ih * 0.36} 0 0 1 ${ih * 0.72} 0z`, c.hot)
  art += writing(random, x + pad, iy + ih + pad, inner, 3, wide * 0.075, ink)
  const cardY = iy + ih + pad + wide * 0.26
  const half = (inner - pad * 0.6) / 2
  if (cardY + half < y + tall - pad)
    art +=
      rect(x + pad, cardY, half, half, random.pick([c.quiet, c.mid])) +
      rect(x + pad + half + pad * 0.6, cardY, half, half, random.pick([c.soft, c.hot]))
  return art
}

/** Switches, sliders and tiles on a board. */
function components(stage: Stage): string {
  const { random, width: w, height: h } = stage
  const rows = h > w ? 5 : random.int(3, 4)
  const gap = h * 0.035
  const tall = (h - gap * (rows + 1)) / rows
  let art = ground(stage)
  for (let row = 0; row < rows; row++) {
    let x = -random.float(0, 0.6) * tall
    while (x < w) {
      const wide = tall * random.pick([1, 1, 1.6, 2.1])
      art += component(stage, x, gap + row * (tall + gap), wide, tall)
      x += wide + gap
    }
  }
  return art
}

function component(stage: Stage, x: number, y: number, wide: number, tall: number): string {
  const { random, scheme: c } = stage
  const back = random.pick([c.light, c.dark, c.quiet, c.soft, c.mid])
  const ink = back === c.dark || back === c.mid ? c.light : c.dark
  const cy = y + tall / 2
  const base = path(roundedBox(x, y, wide, tall, tall * 0.06), back)
  if (wide > tall * 1.2) {
    const kind = random.int(0, 3)
    const left = x + tall * 0.22
    const long = wide - tall * 0.44
    if (kind === 0)
      return (
        base +
        path(roundedBox(left, cy - tall * 0.22, tall * 0.9, tall * 0.44, tall), c.hot) +
        circle(left + tall * 0.68, cy, tall * 0.16, c.light)
      )
    if (kind === 1)
      return (
        base +
        stroke(d`M${left} ${cy}h${long}`, ink, tall * 0.06, `${round} opacity=".4"`) +
        stroke(d`M${left} ${cy}h${long * random.float(0.3, 0.6)}`, c.hot, tall * 0.06, round) +
        circle(left + long * 0.6, cy, tall * 0.14, ink)
      )
    if (kind === 2) return base + writing(random, left, y + tall * 0.3, long, 3, tall * 0.2, ink)
    return (
      base +
      path(roundedBox(left, cy - tall * 0.18, long, tall * 0.36, tall), ink) +
      circle(left + long - tall * 0.2, cy, tall * 0.09, c.hot)
    )
  }
  const kind = random.int(0, 4)
  const cx = x + tall / 2
  if (kind === 0) return base + circle(cx, cy, tall * 0.3, c.hot) + circle(cx, cy, tall * 0.14, back)
  if (kind === 1)
    return (
      base +
      stroke(
        d`M${cx - tall * 0.2} ${cy}l${tall * 0.14} ${tall * 0.15}l${tall * 0.26} ${-tall * 0.3}`,
        ink,
        tall * 0.09,
        round,
      )
    )
  if (kind === 2)
    return (
      base +
      path(sector(cx, cy, tall * 0.2, tall * 0.34, -90, random.float(60, 200)), c.hot) +
      circle(cx, cy, tall * 0.1, ink)
    )
  if (kind === 3)
    return (
      base +
      rect(x + tall * 0.2, y + tall * 0.2, tall * 0.26, tall * 0.26, c.hot) +
      rect(x + tall * 0.54, y + tall * 0.2, tall * 0.26, tall * 0.26, ink) +
      rect(x + tall * 0.2, y + tall * 0.54, tall * 0.6, tall * 0.26, ink)
    )
  return (
    base +
    path(d`M${x} ${y + tall}l${tall * 0.45} ${-tall * 0.6}l${tall * 0.4} ${tall * 0.6}z`, ink) +
    circle(x + tall * 0.72, y + tall * 0.3, tall * 0.12, c.hot)
  )
}

/** Dots that swell and shrink across the sheet. */
function halftone(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const step = u / random.int(10, 13)
  const fx = w * random.float(0.2, 0.8)
  const fy = h * random.float(0.2, 0.8)
  const reach = Math.max(w, h) * random.float(0.5, 0.75)
  const waves = random.chance(0.4)
  const classes = ['', '', '', '', '', '']
  for (let row = 0; row * step < h + step; row++) {
    for (let column = 0; column * step < w + step; column++) {
      const x = column * step + (row % 2) * step * 0.5
      const y = row * step
      const far = Math.hypot(x - fx, y - fy) / reach
      const swell = waves ? 0.5 + 0.5 * Math.cos(far * 9) : 1 - far
      const size = Math.round(swell * 5)
      if (size > 0) classes[size] += `M${Math.round(x)} ${Math.round(y)}h0`
    }
  }
  const form = random.int(0, 2)
  const second = random.pick([c.mid, c.dark, c.soft])
  let art = ground(stage)
  if (form === 0) art += circle(w - fx, h - fy, u * 0.34, c.hot)
  else if (form === 1) art += path(quarter(fx < w / 2 ? w - h * 0.8 : 0, h * 0.2, h * 0.8, fx < w / 2 ? 2 : 3), c.hot)
  else art += rotated(rect(w - fx - u * 0.2, -h * 0.3, u * 0.4, h * 1.6, c.hot), random.int(-40, 40), w - fx, h / 2)
  for (const [index, data] of classes.entries())
    if (data !== '') art += stroke(data, second, (step * (index + 0.6)) / 5.4, 'stroke-linecap="round"')
  return art
}

export const gridPictures: readonly Composition[] = [swiss, frames, components, halftone]
