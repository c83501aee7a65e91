import { note } from './motifs.ts'
import { at } from './random.ts'
import {
  type Composition,
  circle,
  d,
  ground,
  opacity,
  type Point,
  path,
  polar,
  polyline,
  rect,
  round,
  roundedBox,
  type Stage,
  sector,
  sheet,
  stroke,
} from './shapes.ts'

/** Bands of sound laid one over the other. */
function waves(stage: Stage): string {
  const { random, width: w, height: h, scheme: c } = stage
  const bands = random.int(6, 10)
  const speed = random.float(1, 2.8)
  const phase = random.float(0, 6)
  const drift = random.float(0.3, 0.9)
  const peak = random.float(0.3, 0.7)
  const fills = random.shuffle([c.quiet, c.soft, c.mid, c.hot, c.dark, c.light])
  const swing = h * random.float(0.14, 0.3)
  const sharp = random.chance(0.5)
  let art = ground(stage)
  if (random.chance(0.5)) art += circle(w * random.float(0.2, 0.8), h * 0.16, h * 0.11, c.hot)
  for (let band = 0; band < bands; band++) {
    const base = h * (0.22 + (0.78 * band) / bands)
    const points: Point[] = []
    for (let step = 0; step <= 40; step++) {
      const t = step / 40
      const envelope = Math.exp(-(((t - peak) / 0.3) ** 2))
      const wave = Math.sin(t * Math.PI * 2 * speed + phase + band * drift)
      points.push([t * w, base - envelope * swing * (sharp ? Math.abs(wave) : 0.5 + wave * 0.5)])
    }
    art += sheet(`${polyline(points)}V${Math.round(h)}H0Z`, at(fills, band), sharp ? 3 : 5)
  }
  return art
}

/** Notes on five swaying lines. */
function staff(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const phase = random.float(0, 6)
  const bend = random.float(2, 5)
  const gap = u * random.float(0.07, 0.1)
  const swing = h * random.float(0.05, 0.16)
  const lineAt = (t: number, offset: number): number => h * 0.5 + Math.sin(t * bend + phase) * swing + offset
  let art =
    ground(stage) +
    circle(w * random.float(0.15, 0.85), h * random.float(0.3, 0.6), u * random.float(0.24, 0.38), c.quiet)
  if (random.chance(0.5))
    art += path(d`M0 ${h}V${h * 0.86}Q${w * 0.3} ${h * 0.7} ${w * 0.55} ${h * 0.88}T${w} ${h * 0.8}V${h}Z`, c.soft)
  for (let line = -2; line <= 2; line++) {
    const points: Point[] = []
    for (let step = 0; step <= 24; step++) points.push([(w * step) / 24, lineAt(step / 24, line * gap)])
    art += stroke(polyline(points), c.line, 2.6)
  }
  const count = Math.round(random.int(6, 9) * Math.min(1, w / h))
  const fills = [c.line, c.hot, c.line, c.mid]
  const size = gap * 0.6
  let held: Point | undefined
  for (let index = 0; index < count; index++) {
    const t = 0.07 + (0.86 * index) / count
    const offset = random.int(-4, 4) * gap * 0.5
    const x = t * w
    const y = lineAt(t, offset)
    const up = index % 3 !== 0 || offset >= 0
    art += note(x, y, size, at(fills, index), up, index % 3 === 0)
    if (index % 3 === 1) held = [x + size * 0.86, y - size * 4.4]
    else if (index % 3 === 2 && held !== undefined) {
      art += stroke(d`M${held[0]} ${held[1]}L${x + size * 0.86} ${y - size * 4.4}`, c.line, size * 0.6)
    }
  }
  return art
}

/** Faders, knobs and lamps of a mixing desk. */
function mixer(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const channels = Math.max(4, Math.round(random.int(6, 10) * Math.min(1, w / h)))
  const step = w / channels
  const knobs = random.int(1, 2)
  const railTop = h * (0.24 + knobs * 0.12)
  const shape = random.int(0, 2)
  const caps = random.shuffle([c.hot, c.light, c.soft, c.mid])
  let art = ground(stage)
  for (let channel = 0; channel < channels; channel++) {
    const x = step * (channel + 0.5)
    if (channel % 2 === 1) art += rect(x - step / 2, 0, step, h, c.quiet, opacity(0.45))
    for (let knob = 0; knob < knobs; knob++) {
      const y = h * (0.16 + knob * 0.2)
      const r = Math.min(step * 0.3, u * 0.085)
      const turn = random.int(-220, 40)
      const [tx, ty] = polar(x, y, r * 0.8, turn)
      art +=
        stroke(sector(x, y, r * 1.34, r * 1.34, -220, turn), c.hot, u * 0.01) +
        circle(x, y, r, c.dark) +
        stroke(d`M${x} ${y}L${tx} ${ty}`, c.light, u * 0.012, round)
    }
    const t =
      shape === 0
        ? 0.5 + 0.4 * Math.sin(channel * 0.9 + knobs)
        : shape === 1
          ? Math.abs(channel / channels - 0.5) * 1.7
          : random.next()
    const y = railTop + (h * 0.88 - railTop) * Math.min(0.94, Math.max(0.06, t))
    art += rect(x - u * 0.011, railTop, u * 0.022, h * 0.92 - railTop, c.dark)
    const cap = Math.min(step * 0.64, u * 0.15)
    art +=
      path(roundedBox(x - cap / 2, y - u * 0.042, cap, u * 0.084, 3), at(caps, channel % 3)) +
      rect(x - cap / 2, y - 1.5, cap, 3, c.dark)
    for (let lamp = 0; lamp < 6; lamp++)
      art += rect(
        x + step * 0.3,
        h * 0.9 - lamp * u * 0.04,
        step * 0.1,
        u * 0.024,
        lamp > 4 ? c.hot : h * 0.9 - lamp * u * 0.04 > y ? c.soft : c.dark,
      )
  }
  return art
}

/** Loudness drawn as a sun. */
function radial(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const cx = w * random.pick([0.3, 0.5, 0.5, 0.7])
  const cy = h * random.pick([0.5, 0.5, 0.86])
  const inner = u * random.float(0.16, 0.24)
  const rays = random.int(28, 56)
  const lobes = random.int(2, 6)
  const reach = u * random.float(0.4, 0.62)
  const fills = random.shuffle([c.quiet, c.soft, c.mid, c.hot])
  let art = ground(stage)
  for (let ring = 3; ring > 0; ring--)
    art += circle(
      cx,
      cy,
      inner + reach * (0.3 + ring * 0.42),
      'none',
      `stroke="${c.quiet}" stroke-width="2" opacity=".6"`,
    )
  const bands = ['', '', '']
  for (let ray = 0; ray < rays; ray++) {
    const degrees = (360 * ray) / rays
    const swell = 0.16 + 0.84 * Math.abs(Math.sin((degrees * lobes * Math.PI) / 360)) * random.float(0.6, 1)
    const [x1, y1] = polar(cx, cy, inner * 1.2, degrees)
    const [x2, y2] = polar(cx, cy, inner * 1.2 + reach * swell, degrees)
    bands[ray % 3] += d`M${x1} ${y1}L${x2} ${y2}`
  }
  const weight = ((inner * 1.2 * 2 * Math.PI) / rays) * 0.62
  for (const [index, data] of bands.entries())
    art += stroke(data, at(fills, index), weight, random.chance(0.5) ? 'stroke-linecap="round"' : '')
  art += circle(cx, cy, inner, c.dark)
  const heart = random.int(0, 2)
  if (heart === 0) art += note(cx - inner * 0.2, cy + inner * 0.4, inner * 0.26, c.light, true, true)
  else if (heart === 1) art += circle(cx, cy, inner * 0.6, c.hot) + circle(cx, cy, inner * 0.2, c.light)
  else
    art += path(
      d`M${cx - inner * 0.3} ${cy - inner * 0.45}L${cx + inner * 0.5} ${cy}L${cx - inner * 0.3} ${cy + inner * 0.45}Z`,
      c.light,
    )
  return art
}

export const soundPictures: readonly Composition[] = [waves, staff, mixer, radial]
