import { at } from './random.ts'
import {
  type Composition,
  card,
  circle,
  d,
  ground,
  opacity,
  type Point,
  polar,
  rect,
  type Stage,
  stroke,
} from './shapes.ts'

/** Nested brackets around a few lines of code. */
function brackets(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const cx = w / 2
  const cy = h / 2
  const kind = random.int(0, 3)
  const count = random.int(2, 4)
  const fills = random.shuffle([c.quiet, c.soft, c.mid])
  const weight = u * random.float(0.06, 0.1)
  let art = ground(stage)
  for (let ring = 0; ring < count; ring++) {
    const tall = h * (0.46 - ring * 0.1)
    const reach = w * (0.47 - ring * 0.085)
    for (const side of [-1, 1]) {
      const x = cx + side * reach
      const deep = tall * 0.6 * side
      const data =
        kind === 0
          ? d`M${x - deep} ${cy - tall}L${x} ${cy}L${x - deep} ${cy + tall}`
          : kind === 1
            ? d`M${x - deep * 0.5} ${cy - tall}H${x}V${cy + tall}H${x - deep * 0.5}`
            : kind === 2
              ? d`M${x - deep * 0.6} ${cy - tall}Q${x + deep * 0.25} ${cy} ${x - deep * 0.6} ${cy + tall}`
              : d`M${x - deep * 0.6} ${cy - tall}Q${x - deep * 0.2} ${cy - tall} ${x - deep * 0.2} ${cy - tall * 0.6}V${cy - tall * 0.2}L${x} ${cy}L${x - deep * 0.2} ${cy + tall * 0.2}V${cy + tall * 0.6}Q${x - deep * 0.2} ${cy + tall} ${x - deep * 0.6} ${cy + tall}`
      art += stroke(data, at(fills, ring), weight)
    }
  }
  return art + codeLines(stage, cx - w * 0.11, cy - u * 0.21, w * 0.22, random.int(5, 7), u * 0.075)
}

function codeLines(stage: Stage, x: number, y: number, width: number, rows: number, gap: number): string {
  const { random, scheme: c } = stage
  const inks = [c.line, c.hot, c.line, c.soft === c.ground ? c.mid : c.soft]
  let art = ''
  let indent = 0
  for (let row = 0; row < rows; row++) {
    const left = x + indent * gap
    const long = (width - indent * gap) * random.float(0.35, 1)
    const cut = long * random.float(0.3, 0.6)
    art += rect(left, y + row * gap, cut, gap * 0.46, random.pick(inks))
    if (random.chance(0.7))
      art += rect(left + cut + gap * 0.3, y + row * gap, Math.max(gap, long - cut), gap * 0.46, random.pick(inks))
    indent = row === rows - 2 ? 0 : Math.min(3, Math.max(0, indent + random.int(-1, 1) + (row === 0 ? 1 : 0)))
  }
  return art
}

/** A tree of nodes growing sideways or down. */
function branches(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const down = w < h || random.chance(0.4)
  const fan = random.pick([
    [1, 2, 4, 8],
    [1, 3, 6],
    [1, 2, 5, 9],
    [1, 3, 5, 10],
  ])
  const along = down ? h : w
  const across = down ? w : h
  const mirror = !down && random.chance(0.5)
  const place = (level: number, index: number): Point => {
    const size = at(fan, level)
    const forward = along * (0.12 + (0.78 * level) / (fan.length - 1))
    const sideways = across * (0.06 + (0.88 * (index + 0.5)) / size)
    return down ? [sideways, forward] : [mirror ? w - forward : forward, sideways]
  }
  let art = ground(stage)
  let dots = ''
  for (let y = u / 18; y < h; y += u / 9)
    for (let x = u / 18; x < w; x += u / 9) dots += `M${Math.round(x)} ${Math.round(y)}h0`
  art += stroke(dots, c.quiet, u * 0.01, 'stroke-linecap="round"')
  let wires = ''
  const soft = random.chance(0.4)
  for (let level = 1; level < fan.length; level++) {
    for (let index = 0; index < at(fan, level); index++) {
      const [x, y] = place(level, index)
      const [px, py] = place(level - 1, Math.floor((index * at(fan, level - 1)) / at(fan, level)))
      const mx = (px + x) / 2
      const my = (py + y) / 2
      if (soft)
        wires += down
          ? d`M${px} ${py}C${px} ${my} ${x} ${my} ${x} ${y}`
          : d`M${px} ${py}C${mx} ${py} ${mx} ${y} ${x} ${y}`
      else wires += down ? d`M${px} ${py}V${my}H${x}V${y}` : d`M${px} ${py}H${mx}V${y}H${x}`
    }
  }
  art += stroke(wires, c.soft, u * 0.014)
  const fills = random.shuffle([c.mid, c.hot, c.line, c.light])
  for (let level = 0; level < fan.length; level++) {
    for (let index = 0; index < at(fan, level); index++) {
      const [x, y] = place(level, index)
      const z = u * at([0.1, 0.07, 0.052, 0.038], level)
      const fill = level === 0 ? c.hot : at(fills, level + index * (random.chance(0.4) ? 1 : 0))
      art += level % 2 === 0 ? rect(x - z, y - z, z * 2, z * 2, fill) : circle(x, y, z, fill)
      if (level === 0) art += rect(x - z * 0.45, y - z * 0.45, z * 0.9, z * 0.9, c.light)
    }
  }
  return art
}

/** Overlapping windows with lines of code. */
function windows(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  let art = ground(stage)
  if (random.chance(0.6))
    art += circle(w * random.float(0.1, 0.9), h * random.float(0.2, 0.8), u * random.float(0.24, 0.4), c.quiet)
  const count = random.int(2, 3)
  const flip = random.chance(0.5)
  for (let index = 0; index < count; index++) {
    const wide = w * random.float(0.42, 0.56)
    const tall = h * random.float(0.52, 0.64)
    const shift = 0.06 + (0.4 * index) / (count - 1)
    const x = w * (flip ? 0.94 - shift : shift) - (flip ? wide : 0)
    const y = h * (0.08 + (0.28 * index) / (count - 1))
    const bar = u * 0.07
    const bright = index % 2 === (flip ? 0 : 1)
    const back = bright ? c.light : c.dark
    art += card(x, y, wide, tall, back, u * 0.022) + rect(x, y, wide, bar, bright ? c.soft : c.mid)
    for (let dot = 0; dot < 3; dot++)
      art += circle(x + bar * (0.6 + dot * 0.6), y + bar / 2, bar * 0.18, at([c.hot, c.light, c.quiet], dot))
    const inner: Stage = { ...stage, scheme: { ...c, line: bright ? c.dark : c.light } }
    const kind = random.int(0, 2)
    if (kind !== 1)
      art += codeLines(
        inner,
        x + u * 0.06,
        y + bar + u * 0.06,
        wide * 0.72,
        Math.floor((tall - bar - u * 0.1) / (u * 0.07)),
        u * 0.07,
      )
    else {
      art += rect(x, y + bar, wide * 0.26, tall - bar, bright ? c.quiet : c.soft, opacity(0.6))
      for (let bars = 0; bars < 6; bars++) {
        const up = tall * random.float(0.1, 0.6)
        art += rect(
          x + wide * (0.34 + bars * 0.1),
          y + tall - up - u * 0.04,
          wide * 0.06,
          up,
          bars % 3 === 1 ? c.hot : c.mid,
        )
      }
    }
  }
  return art
}

/** Traces leaving a chip. */
function circuit(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const cx = w * random.pick([0.34, 0.5, 0.66])
  const cy = h * 0.5
  const half = u * random.float(0.15, 0.2)
  const pins = random.int(4, 6)
  const inks = random.shuffle([c.quiet, c.soft, c.mid])
  let art = ground(stage)
  const ends = [c.hot, c.light, c.line]
  for (let side = 0; side < 4; side++) {
    for (let pin = 0; pin < pins; pin++) {
      const offset = half * ((2 * (pin + 0.5)) / pins - 1)
      const out = half * random.float(0.3, 1.1)
      const bend = (pin - (pins - 1) / 2) * half * 0.55
      const run = Math.max(w, h) * random.float(0.06, 0.5)
      const turned = (forward: number, sideways: number): Point =>
        side === 0
          ? [cx + forward, cy + sideways]
          : side === 1
            ? [cx - forward, cy + sideways]
            : side === 2
              ? [cx + sideways, cy + forward]
              : [cx + sideways, cy - forward]
      const [x0, y0] = turned(half, offset)
      const [x1, y1] = turned(half + out, offset)
      const [x2, y2] = turned(half + out + Math.abs(bend), offset + bend)
      const [x3, y3] = turned(half + out + Math.abs(bend) + run, offset + bend)
      art += stroke(
        d`M${x0} ${y0}L${x1} ${y1}L${x2} ${y2}L${x3} ${y3}`,
        at(inks, pin + side),
        u * 0.02,
        'stroke-linejoin="round"',
      )
      art += circle(x3, y3, u * 0.026, at(ends, pin + side)) + circle(x3, y3, u * 0.011, c.ground)
    }
  }
  art += rect(cx - half, cy - half, half * 2, half * 2, c.dark, `stroke="${c.line}" stroke-width="3"`)
  const core = random.int(0, 2)
  if (core === 0) art += rect(cx - half * 0.5, cy - half * 0.5, half, half, c.hot)
  else if (core === 1) art += circle(cx, cy, half * 0.55, c.hot) + circle(cx, cy, half * 0.24, c.dark)
  else
    for (let cell = 0; cell < 9; cell++)
      art += rect(
        cx - half * 0.66 + (cell % 3) * half * 0.48,
        cy - half * 0.66 + Math.floor(cell / 3) * half * 0.48,
        half * 0.36,
        half * 0.36,
        cell % 4 === 0 ? c.hot : c.light,
      )
  return art
}

/** Points joined into a net. */
function network(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const points: Point[] = []
  const columns = w > h ? 6 : 4
  const rows = w > h ? 4 : 6
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (random.chance(0.2)) continue
      points.push([(w * (column + random.float(0.2, 0.8))) / columns, (h * (row + random.float(0.2, 0.8))) / rows])
    }
  }
  const reach = u * random.float(0.34, 0.44)
  let near = ''
  for (const [index, [x, y]] of points.entries()) {
    for (const [ox, oy] of points.slice(index + 1))
      if (Math.hypot(ox - x, oy - y) < reach) near += d`M${x} ${y}L${ox} ${oy}`
  }
  let art = ground(stage)
  const [hx, hy] = random.pick(points)
  for (let ring = 3; ring > 0; ring--)
    art += circle(hx, hy, u * 0.17 * ring, ring % 2 === 0 ? c.ground : c.quiet, opacity(0.6))
  art += stroke(near, c.soft, u * 0.011)
  const fills = [c.mid, c.line, c.hot, c.soft]
  for (const [x, y] of points) {
    const size = u * random.pick([0.02, 0.03, 0.045, 0.06])
    const fill = random.pick(fills)
    art += circle(x, y, size, fill)
    if (size > u * 0.04) art += circle(x, y, size * 0.45, c.ground)
  }
  for (let turn = 0; turn < 6; turn++) {
    const [x, y] = polar(hx, hy, u * 0.15, turn * 60)
    art += circle(x, y, u * 0.014, c.hot)
  }
  return art + circle(hx, hy, u * 0.085, c.hot) + circle(hx, hy, u * 0.035, c.light)
}

export const diagramPictures: readonly Composition[] = [brackets, branches, windows, circuit, network]
