import { audienceHead, note, star } from './motifs.ts'
import { at } from './random.ts'
import {
  type Composition,
  circle,
  d,
  ellipse,
  ground,
  opacity,
  path,
  perhapsMirrored,
  placed,
  rect,
  rotated,
  round,
  roundedBox,
  type Stage,
  sector,
  sheet,
  stroke,
} from './shapes.ts'

/** A record and a field of dots that beat. */
function disc(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const cx = w * random.pick([0.26, 0.5, 0.72])
  const cy = h * random.float(0.48, 0.62)
  const radius = u * random.float(0.4, 0.62)
  const grid = random.int(0, 2)
  const beat = random.float(0.6, 1.6)
  const fills = random.shuffle([c.mid, c.light, c.quiet, c.soft])
  let art = ground(stage)
  const step = u * random.float(0.12, 0.17)
  if (grid === 0) {
    for (let x = step / 2; x < w; x += step) {
      for (let y = step / 2; y < h; y += step) {
        if (Math.hypot(x - cx, y - cy) < radius + step * 0.6) continue
        art += circle(
          x,
          y,
          step * (0.1 + 0.32 * Math.abs(Math.sin(x * beat + y * 0.9))),
          at(fills, Math.round((x + y) / step) % 3),
        )
      }
    }
  } else if (grid === 1)
    for (let bar = 0; bar < 9; bar++) art += rect((w * bar) / 9, 0, w / 18, h, at(fills, bar % 2), opacity(0.55))
  else art += path(d`M0 ${h}V${h * 0.6}L${w} ${h * random.float(0.1, 0.4)}V${h}Z`, at(fills, 0))
  art += circle(cx, cy, radius, c.dark)
  for (let groove = 1; groove < 7; groove++) {
    const r = radius * (1 - groove * 0.085)
    const loud = groove % 3 === 0
    art += rotated(
      stroke(d`M${cx - r} ${cy}a${r} ${r} 0 0 1 ${r * 2} 0`, loud ? c.hot : at(fills, 1), loud ? u * 0.014 : 1.6),
      random.int(0, 340),
      cx,
      cy,
    )
  }
  const label = radius * random.float(0.28, 0.4)
  art += circle(cx, cy, label, c.hot)
  if (random.chance(0.5)) art += path(sector(cx, cy, 0, label, random.int(0, 180), random.int(200, 340)), c.light)
  art += circle(cx, cy, radius * 0.05, c.dark)
  if (random.chance(0.5)) {
    const ax = cx + radius * 1.12 * (cx > w * 0.6 ? -1 : 1)
    art +=
      stroke(d`M${ax} ${cy - radius * 0.8}V${cy}L${(ax + cx) / 2} ${cy + radius * 0.4}`, c.line, u * 0.022, round) +
      circle(ax, cy - radius * 0.8, u * 0.045, c.line)
  }
  return art
}

/** The keys of a piano under a row of loudness bars. */
function keyboard(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const count = Math.max(5, Math.round(random.int(8, 12) * Math.min(1, w / h)))
  const wide = w / count
  const top = h * random.float(0.3, 0.46)
  const first = random.int(0, 6)
  let keys = ''
  for (let key = 0; key < count; key++) {
    const played = random.chance(0.22)
    keys += rect(key * wide + 1.5, top, wide - 3, h, played ? random.pick([c.hot, c.soft]) : c.light)
    if (played) keys += circle(key * wide + wide / 2, h * 0.9, wide * 0.16, c.dark)
  }
  for (let key = 0; key < count - 1; key++)
    if (![2, 6].includes((key + first) % 7))
      keys += rect(
        (key + 1) * wide - wide * 0.29,
        top,
        wide * 0.58,
        (h - top) * 0.58,
        random.chance(0.12) ? c.hot : c.dark,
      )
  let art = ground(stage)
  const above = random.int(0, 2)
  if (above === 0) {
    for (let bar = 0; bar < 20; bar++) {
      const tall = top * (0.14 + 0.62 * Math.abs(Math.sin(bar * 0.7 + first) * Math.cos(bar * 0.31)))
      art += rect((w * (bar + 0.25)) / 20, top - u * 0.04 - tall, w / 40, tall, bar % 4 === 0 ? c.mid : c.quiet)
    }
  } else if (above === 1)
    for (let arch = 0; arch < 4; arch++)
      art += circle(
        w * random.float(0.05, 0.95),
        top,
        top * random.float(0.4, 0.9),
        at([c.quiet, c.soft, c.hot, c.mid], arch),
      )
  else
    for (let tone = 0; tone < 6; tone++)
      art += note(
        w * (0.08 + tone * 0.16),
        top * random.float(0.55, 0.8),
        u * 0.042,
        at([c.line, c.hot, c.mid], tone),
        true,
        tone % 2 === 0,
      )
  art += rect(0, top - u * 0.03, w, u * 0.03, c.dark)
  return art + keys
}

/** The body of a guitar and its strings. */
function guitar(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const s = u * random.float(0.9, 1.1)
  const x = w * random.float(0.34, 0.42)
  const y = h * 0.54
  const wood = random.pick([c.hot, c.mid, c.soft])
  let body = sheet(
    d`M${x + s * 0.42} ${y}C${x + s * 0.42} ${y - s * 0.28} ${x + s * 0.16} ${y - s * 0.34} ${x} ${y - s * 0.23}C${x - s * 0.12} ${y - s * 0.36} ${x - s * 0.6} ${y - s * 0.44} ${x - s * 0.6} ${y}S${x - s * 0.12} ${y + s * 0.36} ${x} ${y + s * 0.23}C${x + s * 0.16} ${y + s * 0.34} ${x + s * 0.42} ${y + s * 0.28} ${x + s * 0.42} ${y}Z`,
    wood,
  )
  body +=
    circle(x + s * 0.06, y, s * 0.13, c.dark) +
    circle(x + s * 0.06, y, s * 0.16, 'none', `stroke="${c.light}" stroke-width="3"`)
  body +=
    rect(x + s * 0.1, y - s * 0.055, w * 1.5, s * 0.11, c.dark) +
    rect(x - s * 0.36, y - s * 0.09, s * 0.05, s * 0.18, c.dark)
  let frets = ''
  for (let fret = 0; fret < 12; fret++)
    frets += d`M${x + s * (0.5 + fret * 0.13 * (1 - fret * 0.02))} ${y - s * 0.055}v${s * 0.11}`
  let strings = ''
  for (let string = 0; string < 6; string++) strings += d`M${x - s * 0.33} ${y + s * (string - 2.5) * 0.017}H${w * 2}`
  body += stroke(frets, c.quiet, 2.4) + stroke(strings, c.light, 1.3)
  let art = ground(stage)
  if (random.chance(0.6))
    for (let ring = 3; ring > 0; ring--)
      art += circle(x, y, s * (0.36 + ring * 0.2), at([c.quiet, c.ground, c.quiet], ring), opacity(0.8))
  else art += circle(w * 0.78, h * 0.26, u * 0.2, c.quiet)
  art = perhapsMirrored(stage, art + rotated(body, random.float(-34, -14), x, y))
  const free = art.startsWith('<g') ? 0.12 : 0.62
  for (let tone = 0; tone < random.int(1, 3); tone++)
    art += note(
      w * (free + tone * 0.13),
      h * random.float(0.64, 0.9),
      u * 0.045,
      tone % 2 === 0 ? c.line : c.mid,
      true,
      tone % 2 === 0,
    )
  return art
}

/** Loudspeakers over a crowd. */
function concert(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const floor = h * 0.84
  const inset = (u * 0.37) / w
  const stacks = w < h * 1.5 || random.chance(0.5) ? [0.02, 0.98] : [0.01, 0.01 + inset, 0.99 - inset, 0.99]
  let art =
    ground(stage) +
    path(
      star(w / 2, h * 0.42, u * random.float(0.34, 0.46), random.pick([8, 12, 16, 24]), random.float(0.55, 0.8)),
      c.quiet,
    )
  art += circle(w / 2, h * 0.42, u * random.float(0.16, 0.24), c.hot)
  for (const [index, place] of stacks.entries()) {
    const wide = u * 0.34
    const x = place * w - wide * (place > 0.5 ? 1 : 0)
    const boxes = stacks.length === 2 || index === 0 || index === 3 ? 2 : 1
    for (let box = 0; box < boxes; box++) {
      const tall = u * 0.36
      const y = floor - tall * (box + 1)
      art +=
        rect(x, y, wide, tall - 4, c.dark) +
        circle(x + wide / 2, y + tall * 0.62, wide * 0.33, at([c.soft, c.mid], index)) +
        circle(x + wide / 2, y + tall * 0.62, wide * 0.14, c.light) +
        circle(x + wide / 2, y + tall * 0.19, wide * 0.13, c.hot)
    }
  }
  const drums = random.chance(0.5)
  if (drums) {
    art +=
      ellipse(w * 0.5, floor - u * 0.13, u * 0.15, u * 0.15, c.light) +
      circle(w * 0.5, floor - u * 0.13, u * 0.11, c.soft)
    for (const side of [-1, 1])
      art +=
        rect(w * 0.5 + side * u * 0.13 - u * 0.07, floor - u * 0.34, u * 0.14, u * 0.11, c.mid) +
        stroke(d`M${w * 0.5 + side * u * 0.27} ${floor}v${-u * 0.4}`, c.dark, 4) +
        ellipse(w * 0.5 + side * u * 0.27, floor - u * 0.4, u * 0.1, u * 0.015, c.dark)
  } else
    art +=
      stroke(d`M${w * 0.5} ${floor}V${h * 0.36}M${w * 0.5 - u * 0.09} ${floor}h${u * 0.18}`, c.dark, u * 0.016, round) +
      ellipse(w * 0.5, h * 0.33, u * 0.042, u * 0.06, c.dark)
  art += rect(0, floor - 2, w, h - floor + 2, c.soft)
  for (let x = -u * 0.02, index = 0; x < w + u * 0.1; x += u * random.float(0.13, 0.18), index++) {
    const y = h * random.float(0.86, 0.92)
    art += audienceHead(x, y, u * 0.072, index % 3 === 1 ? c.mid : c.dark)
    if (random.chance(0.4))
      art += stroke(
        d`M${x + u * 0.07} ${y + u * 0.1}l${u * 0.03} ${-u * 0.22}`,
        index % 3 === 1 ? c.mid : c.dark,
        u * 0.028,
        round,
      )
  }
  return art
}

/** Headphones round a shape of sound. */
function headphones(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const x = w / 2 + w * random.float(-0.12, 0.12)
  const y = h * 0.56
  const r = u * random.float(0.27, 0.33)
  const shape = random.int(0, 2)
  let art = ground(stage)
  for (let ring = 4; ring > 0; ring--)
    art += circle(x, y, r * (0.9 + ring * 0.42), ring % 2 === 0 ? c.quiet : c.ground, opacity(0.85))
  let data = ''
  const bars = 2 * random.int(8, 13) + 1
  for (let bar = 0; bar < bars; bar++) {
    const t = (bar + 0.5) / bars
    const tall =
      h *
        0.3 *
        (shape === 0 ? Math.abs(Math.sin(t * 9 + r)) : shape === 1 ? Math.sin(t * Math.PI) ** 2 : random.next()) +
      6
    data += d`M${t * w} ${y - tall / 2}v${tall}`
  }
  art += stroke(data, c.soft, (w / bars) * 0.46, 'stroke-linecap="round"')
  art += stroke(
    d`M${-r} 0V${-r * 0.2}A${r} ${r} 0 0 1 ${r} ${-r * 0.2}V0`,
    c.line === c.light ? c.light : c.dark,
    u * 0.06,
    `transform="translate(${Math.round(x)} ${Math.round(y)})"`,
  )
  let cups = ''
  for (const side of [-1, 1]) {
    cups += path(roundedBox(side * r - u * 0.085, -u * 0.06, u * 0.17, u * 0.3, u * 0.07), c.hot)
    cups += path(roundedBox(side * (r - u * 0.085) - u * 0.035, -u * 0.03, u * 0.07, u * 0.24, u * 0.035), c.dark)
  }
  art += placed(cups, x, y, 1)
  const lead = d`M${x - r} ${y + u * 0.22}C${x - r} ${h} ${x - r - u * 0.3} ${h * 0.86} ${x - r - u * 0.4} ${h * 1.02}`
  return art + stroke(lead, c.line, u * 0.014) + note(x - u * 0.02, y + u * 0.1, u * 0.05, c.line, true, true)
}

export const instrumentPictures: readonly Composition[] = [disc, keyboard, guitar, concert, headphones]
