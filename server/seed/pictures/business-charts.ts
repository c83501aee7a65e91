import { at } from './random.ts'
import {
  type Composition,
  card,
  circle,
  d,
  ellipse,
  ground,
  num,
  opacity,
  type Point,
  path,
  perhapsMirrored,
  polar,
  polyline,
  rect,
  round,
  roundedBox,
  type Stage,
  sector,
  stroke,
} from './shapes.ts'

/** Columns like a street of towers. */
function columns(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const count = Math.max(5, Math.round(random.int(6, 11) * Math.min(1, w / h)))
  const wide = w / (count + 1)
  const base = h * random.float(0.82, 0.9)
  const shape = random.int(0, 3)
  const fills = random.shuffle([c.quiet, c.soft, c.mid])
  const cuts = random.int(1, 3)
  let art =
    ground(stage) +
    circle(w * random.float(0.14, 0.5), h * random.float(0.26, 0.4), u * random.float(0.13, 0.24), c.hot)
  const tips: Point[] = []
  for (let bar = 0; bar < count; bar++) {
    const t = (bar + 1) / count
    const rise =
      shape === 0
        ? t ** 1.25
        : shape === 1
          ? Math.sin(t * Math.PI) * 0.9 + 0.1
          : shape === 2
            ? 0.35 + 0.6 * Math.abs(Math.sin(bar * 1.3 + cuts))
            : 0.2 + t * 0.6
    const tall = h * (0.1 + 0.58 * rise) * random.float(0.86, 1.04)
    const x = wide * (bar + 0.62)
    art += rect(x, base - tall, wide * 0.7, tall, bar === count - 2 ? c.hot : at(fills, bar))
    for (let cut = 1; cut <= cuts; cut++)
      art += rect(
        x,
        base - tall * (1 - cut / (cuts + 1)),
        wide * 0.7,
        (tall / (cuts + 1)) * (cut === cuts ? 1 : 0.5),
        cut % 2 === 0 ? at(fills, bar + 1) : c.dark,
      )
    tips.push([x + wide * 0.35, base - tall - u * 0.08])
  }
  if (random.chance(0.5)) {
    art += stroke(polyline(tips), c.line, u * 0.012, round)
    for (const [x, y] of tips) art += circle(x, y, u * 0.02, c.light, `stroke="${c.line}" stroke-width="3"`)
  }
  art += rect(0, base, w, h - base, c.dark) + rect(0, base, w, 4, c.light, opacity(0.5))
  return perhapsMirrored(stage, art)
}

/** A ring of shares with its key beside it. */
function rings(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const cx = w > h * 1.5 ? w * random.pick([0.3, 0.5, 0.68]) : w / 2
  const cy = h * 0.5
  const shares = random.int(3, 6)
  const fills = random.shuffle([c.quiet, c.soft, c.mid, c.hot, c.dark, c.light])
  const nested = random.chance(0.4)
  let art = ground(stage)
  let grid = ''
  for (let y = 0; y < h; y += u / 8) grid += d`M0 ${y}h${w}`
  art += stroke(grid, c.line, 1, opacity(0.14))
  const weights = Array.from({ length: shares }, () => random.float(0.5, 1.6))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const hole = u * random.pick([0, 0.14, 0.22])
  let from = random.int(0, 350)
  for (let share = 0; share < shares; share++) {
    const fill = at(fills, share)
    if (nested) {
      const outer = u * (0.45 - share * 0.07)
      art +=
        circle(cx, cy, outer - u * 0.027, 'none', `stroke="${c.line}" stroke-width="${num(u * 0.05)}" opacity=".12"`) +
        path(sector(cx, cy, outer - u * 0.054, outer, -90, -90 + random.float(120, 330)), fill)
      continue
    }
    const to = from + (360 * at(weights, share)) / total
    const [ox, oy] = polar(0, 0, share === 1 ? u * 0.05 : 0, (from + to) / 2)
    art += path(sector(cx + ox, cy + oy, hole, u * 0.4, from, to), fill, `stroke="${c.ground}" stroke-width="4"`)
    from = to
  }
  if (w <= h * 1.5) return art
  for (const left of cx === w / 2 ? [0.05, 0.8] : [cx < w / 2 ? 0.62 : 0.08]) {
    const wide = w * (cx === w / 2 ? 0.15 : 0.28)
    const bars = random.chance(0.5)
    for (let row = 0; row < 5; row++) {
      const y = h * (0.24 + row * 0.13)
      const tall = h * random.float(0.1, 0.5)
      if (bars) art += rect(w * left + (wide * row) / 5, h * 0.78 - tall, wide / 7, tall, at(fills, row))
      else
        art +=
          rect(w * left, y - u * 0.03, u * 0.06, u * 0.06, at(fills, row)) +
          stroke(d`M${w * left + u * 0.1} ${y}h${wide * random.float(0.35, 0.8)}`, c.line, u * 0.022, opacity(0.7))
    }
  }
  return art
}

/** An abacus over ruled paper. */
function abacus(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const wide = Math.min(w * 0.84, u * 1.5)
  const tall = Math.min(h * 0.74, wide * 0.66)
  const x = (w - wide) / 2
  const y = (h - tall) / 2
  const rods = Math.max(5, Math.round((wide / tall) * random.int(3, 6)))
  const step = wide / (rods + 0.4)
  const beam = y + tall * 0.34
  const rx = step * 0.42
  const ry = Math.min(rx * 0.5, tall * 0.052)
  const beads = random.shuffle([c.hot, c.dark])
  let art = ground(stage)
  for (let line = 0; line < 10; line++) art += rect(0, (h * line) / 10, w, 1.5, c.line, opacity(0.14))
  if (random.chance(0.6)) art += circle(w * random.float(0.1, 0.9), h * random.float(0.1, 0.9), u * 0.3, c.quiet)
  art += card(x, y, wide, tall, random.pick([c.light, c.light, c.quiet]), u * 0.022)
  let bars = ''
  let body = ''
  for (let rod = 0; rod < rods; rod++) {
    const cx = x + step * (rod + 0.7)
    bars += d`M${cx} ${y}v${tall}`
    const value = random.int(0, 9)
    const five = value >= 5
    const fill = at(beads, rod % 3 === 2 ? 1 : 0)
    body += ellipse(cx, five ? beam - ry * 1.5 : y + ry * 1.9, rx, ry, fill)
    for (let bead = 0; bead < 4; bead++) {
      const up = bead < value % 5
      body += ellipse(
        cx,
        up ? beam + ry * (1.5 + bead * 2.05) : y + tall - ry * (1.7 + (3 - bead) * 2.05),
        rx,
        ry,
        fill,
      )
    }
  }
  art += stroke(bars, c.dark, u * 0.011) + body
  return (
    art +
    stroke(d`M${x} ${y}h${wide}v${tall}h${-wide}zM${x} ${beam}h${wide}`, c.dark, u * 0.034, 'stroke-linejoin="round"')
  )
}

/** A desk from above: sheets, charts, a cup. */
function desk(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  let art = ground(stage)
  const sheets = random.int(3, 4)
  for (let index = 0; index < sheets; index++) {
    const wide = u * random.float(0.44, 0.62)
    const tall = wide * random.pick([0.72, 1.3])
    const x = (w * (index + 0.5)) / sheets + w * random.float(-0.04, 0.04)
    const y = h * random.float(0.36, 0.66)
    const back = at([c.light, c.quiet, c.light, c.soft], index)
    let page = card(-wide / 2, -tall / 2, wide, tall, back, u * 0.016)
    const kind = (index + random.int(0, 1)) % 4
    if (kind === 0)
      for (let bar = 0; bar < 5; bar++)
        page += rect(
          -wide * 0.4 + bar * wide * 0.17,
          tall * 0.38 - tall * 0.13 * (bar + 1),
          wide * 0.11,
          tall * 0.13 * (bar + 1),
          bar === 3 ? c.hot : c.mid,
        )
    else if (kind === 1)
      page +=
        path(sector(0, 0, 0, wide * 0.32, -90, random.int(30, 120)), c.hot) +
        path(sector(0, 0, wide * 0.12, wide * 0.32, 130, 262), c.dark)
    else if (kind === 2)
      for (let row = 0; row < 6; row++)
        page += stroke(
          d`M${-wide * 0.4} ${tall * (-0.36 + row * 0.14)}h${wide * random.float(0.4, 0.8)}`,
          row === 0 ? c.hot : c.dark,
          u * 0.018,
          opacity(row === 0 ? 1 : 0.5),
        )
    else
      page +=
        stroke(
          polyline([
            [-wide * 0.4, tall * 0.3],
            [-wide * 0.2, tall * random.float(-0.1, 0.2)],
            [0, tall * random.float(-0.1, 0.2)],
            [wide * 0.2, -tall * 0.2],
            [wide * 0.4, -tall * 0.34],
          ]),
          c.hot,
          u * 0.02,
          round,
        ) + stroke(d`M${-wide * 0.42} ${-tall * 0.38}v${tall * 0.76}h${wide * 0.84}`, c.dark, u * 0.01)
    art += `<g transform="translate(${num(x)} ${num(y)}) rotate(${random.int(-16, 16)})">${page}</g>`
  }
  const cupX = w * random.pick([0.08, 0.5, 0.92])
  const cupY = h * random.pick([0.1, 0.92])
  art +=
    circle(cupX, cupY, u * 0.15, c.mid) + circle(cupX, cupY, u * 0.11, c.dark) + circle(cupX, cupY, u * 0.088, c.soft)
  const penX = w * random.float(0.3, 0.7)
  const pen =
    path(roundedBox(-u * 0.2, -u * 0.018, u * 0.4, u * 0.036, 2), c.hot) +
    path(d`M${u * 0.2} ${-u * 0.018}l${u * 0.06} ${u * 0.018}l${-u * 0.06} ${u * 0.018}z`, c.dark)
  return `${art}<g transform="translate(${num(penX)} ${num(h * 0.86)}) rotate(${random.int(-40, 40)})">${pen}</g>`
}

export const chartPictures: readonly Composition[] = [columns, rings, abacus, desk]
