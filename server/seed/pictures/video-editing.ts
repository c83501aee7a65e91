import { figure, writing } from './motifs.ts'
import { at } from './random.ts'
import {
  type Composition,
  circle,
  d,
  ground,
  opacity,
  path,
  polar,
  rect,
  rotated,
  type Stage,
  stroke,
} from './shapes.ts'

/** Strips of film running across. */
function film(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const angle = random.pick([-12, -9, -6, 0, 6, 8, 11])
  const rows = random.int(1, 3)
  const tall = (h * random.pick([0.62, 0.7])) / Math.sqrt(rows)
  const gap = tall * 0.12
  let strips = ''
  let y = h / 2 - (rows * (tall + gap)) / 2 - (rows === 1 ? 0 : tall * 0.5)
  const band = c.dark
  while (y < h * 1.2) {
    strips += strip(stage, y, tall, band)
    y += tall + gap
    if (rows === 1) break
  }
  const back = rows === 1 ? circle(w * random.float(0.3, 0.7), h * 0.5, u * 0.46, c.quiet) : ''
  return ground(stage) + back + rotated(strips, angle, w / 2, h / 2)
}

function strip(stage: Stage, y: number, tall: number, band: string): string {
  const { random, width: w, scheme: c } = stage
  const left = -w * 0.2
  const hole = tall * 0.09
  let art = rect(left, y, w * 1.4, tall, band)
  const holes = d`M${left} ${y + hole}H${w * 1.2}M${left} ${y + tall - hole}H${w * 1.2}`
  art += stroke(
    holes,
    c.ground === band ? c.light : c.ground,
    hole,
    `stroke-dasharray="${Math.round(hole)} ${Math.round(hole * 1.1)}"`,
  )
  const fh = tall * 0.62
  const fw = fh * random.pick([1.2, 1.4, 1.6])
  const fy = y + tall * 0.19
  for (let x = left + random.float(0, fw), index = random.int(0, 2); x < w * 1.2; x += fw + tall * 0.07, index++) {
    art += rect(x, fy, fw, fh, at([c.quiet, c.mid, c.light], index))
    const motif = random.int(0, 3)
    const fill = at([c.soft, c.hot, c.soft], index)
    if (motif === 0)
      art +=
        circle(x + fw * random.float(0.3, 0.7), fy + fh * 0.42, fh * 0.22, c.hot) +
        path(
          d`M${x} ${fy + fh}v${-fh * 0.3}Q${x + fw * 0.3} ${fy + fh * 0.35} ${x + fw * 0.55} ${fy + fh * 0.68}T${x + fw} ${fy + fh * 0.55}V${fy + fh}Z`,
          c.soft,
        )
    else if (motif === 1) art += figure(x + fw * random.float(0.3, 0.7), fy + fh, fh * 0.8, c.dark)
    else if (motif === 2)
      art += path(
        d`M${x} ${fy + fh}l${fw * 0.36} ${-fh * 0.7}l${fw * 0.22} ${fh * 0.34}l${fw * 0.14} ${-fh * 0.2}l${fw * 0.28} ${fh * 0.56}z`,
        fill,
      )
    else
      art +=
        rect(x + fw * 0.14, fy + fh * 0.4, fw * 0.24, fh * 0.6, fill) +
        rect(x + fw * 0.46, fy + fh * 0.2, fw * 0.3, fh * 0.8, c.dark)
  }
  return art
}

/** The blades of an aperture. */
function aperture(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const cx = w * random.pick([0.34, 0.5, 0.66])
  const cy = h / 2
  const outer = u * random.float(0.46, 0.66)
  const blades = random.int(6, 9)
  const inner = outer * random.float(0.22, 0.46)
  const offset = random.float(0, 50)
  const twist = random.float(50, 70)
  const fills = random.shuffle([c.quiet, c.soft, c.mid, c.hot, c.light])
  let art = ground(stage)
  if (random.chance(0.5))
    for (let ring = 3; ring > 0; ring--)
      art += circle(cx, cy, outer * (1.14 + ring * 0.22), 'none', `stroke="${c.quiet}" stroke-width="${ring * 3}"`)
  art += circle(cx, cy, outer * 1.13, c.dark)
  for (let blade = 0; blade < blades; blade++) {
    const from = (blade * 360) / blades + offset
    const to = from + 360 / blades
    const [x1, y1] = polar(cx, cy, outer, from)
    const [x2, y2] = polar(cx, cy, outer, to)
    const [x3, y3] = polar(cx, cy, inner, to + twist)
    const [x4, y4] = polar(cx, cy, inner, from + twist)
    art += path(
      d`M${x1} ${y1}A${outer} ${outer} 0 0 1 ${x2} ${y2}L${x3} ${y3}L${x4} ${y4}Z`,
      at(fills, blade === blades - 1 && blades % fills.length === 1 ? 2 : blade),
      `stroke="${c.dark}" stroke-width="3"`,
    )
  }
  return art + circle(cx + inner * 0.3, cy - inner * 0.3, inner * 0.22, c.light)
}

/** Tracks, clips and a playhead. */
function timeline(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const rows = random.int(4, 6)
  const preview = random.chance(0.5)
  const top = h * (preview ? 0.46 : 0.18)
  const tall = (h * 0.96 - top) / rows
  const fills = [c.quiet, c.soft, c.mid, c.light, c.dark]
  let art = ground(stage)
  let ticks = ''
  for (let tick = 0; tick <= 32; tick++)
    ticks += d`M${(w * tick) / 32} ${top - u * 0.06}v${tick % 4 === 0 ? -u * 0.06 : -u * 0.03}`
  art += stroke(ticks, c.line, 2, opacity(0.6))
  if (preview) {
    const wide = u * 0.6
    const x = w * random.float(0.1, 0.5)
    art +=
      rect(x, -2, wide, h * 0.32, c.dark) +
      circle(x + wide * 0.6, h * 0.14, u * 0.075, c.hot) +
      path(
        d`M${x} ${h * 0.318}v${-h * 0.09}l${wide * 0.3} ${-h * 0.09}l${wide * 0.3} ${h * 0.1}l${wide * 0.2} ${-h * 0.05}l${wide * 0.2} ${h * 0.07}v${h * 0.06}z`,
        c.soft,
      )
  }
  for (let row = 0; row < rows; row++) {
    let x = w * random.float(-0.1, 0.04)
    const y = top + row * tall
    while (x < w) {
      const long = w * random.float(0.08, 0.34)
      const fill = random.pick(fills)
      art += rect(x, y, long, tall * 0.86, fill)
      if (row >= rows / 2) {
        let sound = ''
        for (let px = x + 7; px < x + long - 6; px += 8) {
          const swing = tall * random.float(0.06, 0.34)
          sound += `M${Math.round(px)} ${Math.round(y + tall * 0.43 - swing)}v${Math.round(swing * 2)}`
        }
        art += stroke(sound, fill === c.light || fill === c.quiet ? c.dark : c.light, 3, opacity(0.75))
      }
      x += long + w * random.pick([0.008, 0.008, 0.06])
    }
  }
  const head = w * random.float(0.3, 0.7)
  return (
    art +
    rect(head - 2, top - u * 0.13, 4, h, c.hot) +
    path(
      d`M${head - u * 0.04} ${top - u * 0.15}h${u * 0.08}v${u * 0.06}l${-u * 0.04} ${u * 0.04}l${-u * 0.04} ${-u * 0.04}z`,
      c.hot,
    )
  )
}

/** A sheet of storyboard panels. */
function storyboard(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const columns = w > h * 1.2 ? random.int(3, 4) : 2
  const gap = u * 0.05
  const wide = (w - gap * (columns + 1)) / columns
  const tall = wide * 0.6
  const step = tall + gap * 1.8
  let art = ''
  const first = random.float(-0.3, 0.2) * tall
  let index = 0
  for (let y = first; y < h; y += step) {
    for (let column = 0; column < columns; column++) {
      const x = gap + column * (wide + gap)
      art +=
        panel(stage, x, y, wide, tall, index++) + writing(random, x, y + tall + gap * 0.5, wide, 2, gap * 0.5, c.line)
    }
  }
  return ground(stage) + rotated(art, random.pick([0, 0, -4, 5]), w / 2, h / 2)
}

function panel(stage: Stage, x: number, y: number, wide: number, tall: number, index: number): string {
  const { random, scheme: c } = stage
  const back = random.pick([c.light, c.quiet, c.mid])
  let art = rect(x, y, wide, tall, back)
  const kind = random.int(0, 4)
  if (kind === 0)
    art +=
      circle(x + wide * random.float(0.25, 0.75), y + tall * 0.5, tall * 0.24, c.hot) +
      rect(x, y + tall * 0.66, wide, tall * 0.34, c.soft)
  else if (kind === 1)
    art +=
      circle(x + wide / 2, y + tall * 0.44, tall * 0.24, c.dark) +
      path(d`M${x + wide * 0.2} ${y + tall}Q${x + wide / 2} ${y + tall * 0.5} ${x + wide * 0.8} ${y + tall}Z`, c.hot)
  else if (kind === 2)
    art +=
      figure(x + wide * 0.34, y + tall, tall * 0.7, c.dark) + figure(x + wide * 0.68, y + tall, tall * 0.56, c.soft)
  else if (kind === 3)
    art +=
      path(
        d`M${x} ${y + tall}L${x + wide * 0.44} ${y + tall * 0.4}H${x + wide * 0.56}L${x + wide} ${y + tall}Z`,
        c.soft,
      ) +
      rect(x, y + tall * 0.38, wide, tall * 0.03, c.dark) +
      circle(x + wide * 0.5, y + tall * 0.3, tall * 0.1, c.hot)
  else
    art += path(
      d`M${x} ${y + tall}V${y + tall * 0.6}l${wide * 0.3} ${-tall * 0.35}l${wide * 0.3} ${tall * 0.4}l${wide * 0.15} ${-tall * 0.2}l${wide * 0.25} ${tall * 0.3}V${y + tall}Z`,
      c.dark,
    )
  if (index % 4 === 1)
    art += stroke(
      d`M${x + wide * 0.2} ${y + tall * 0.16}h${wide * 0.5}l${-wide * 0.08} ${-tall * 0.07}m${wide * 0.08} ${tall * 0.07}l${-wide * 0.08} ${tall * 0.07}`,
      c.hot,
      tall * 0.03,
    )
  return art + stroke(d`M${x} ${y}h${wide}v${tall}h${-wide}z`, c.dark, tall * 0.03)
}

export const editingPictures: readonly Composition[] = [film, aperture, timeline, storyboard]
