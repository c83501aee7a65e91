import type { Subject } from '../data/seed-types.ts'
import { pigment } from './palette.ts'
import {
  type Composition,
  card,
  circle,
  d,
  ground,
  inset,
  opacity,
  path,
  rect,
  rotated,
  roundedBox,
  type Stage,
  stroke,
} from './shapes.ts'

/** How a student hands work in: the bare sheet, or the thing it was made for. */
type Presentation = (stage: Stage, scene: Composition) => string

function bare(stage: Stage, scene: Composition): string {
  return scene(stage)
}

/** A print with a wide paper margin. */
function print(stage: Stage, scene: Composition): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const edge = u * random.float(0.05, 0.09)
  const foot = edge * random.pick([1, 1.9])
  const box = [edge, edge, w - edge * 2, h - edge - foot] as const
  const line = stroke(d`M${edge} ${edge}h${w - edge * 2}v${h - edge - foot}h${edge * 2 - w}z`, c.dark, 2, opacity(0.5))
  return rect(0, 0, w, h, pigment.chalk) + inset(stage, scene, 'print', box, c) + line
}

/** A framed picture on a wall. */
function framed(stage: Stage, scene: Composition): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const wide = w * random.float(0.66, 0.76)
  const tall = h * random.float(0.62, 0.7)
  const x = (w - wide) / 2
  const y = (h - tall) / 2 - h * 0.04
  const rail = u * 0.022
  const mat = u * 0.05
  let art = ground(stage) + rect(0, h * 0.86, w, h * 0.14, c.quiet) + rect(0, h * 0.86, w, 3, c.dark, opacity(0.3))
  art += card(x - rail - mat, y - rail - mat, wide + (rail + mat) * 2, tall + (rail + mat) * 2, c.dark, u * 0.02)
  art += rect(x - mat, y - mat, wide + mat * 2, tall + mat * 2, c.light)
  return art + inset(stage, scene, 'frame', [x, y, wide, tall], c)
}

/** A window of a browser or a telephone, by the shape of the room. */
function screen(stage: Stage, scene: Composition): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const phone = h >= w
  const wide = phone ? u * 0.62 : w * 0.8
  const tall = phone ? Math.min(h * 0.84, wide * 1.8) : h * 0.76
  const x = (w - wide) / 2
  const y = (h - tall) / 2
  let art = ground(stage) + circle(w * random.float(0.1, 0.9), h * random.float(0.1, 0.9), u * 0.34, c.quiet)
  const bezel = u * (phone ? 0.03 : 0.012)
  const head = phone ? u * 0.07 : u * 0.075
  art += path(
    roundedBox(x - bezel + 8, y - bezel + 11, wide + bezel * 2, tall + bezel * 2, phone ? u * 0.07 : 6),
    '#1b2019',
    opacity(0.18),
  )
  art += path(roundedBox(x - bezel, y - bezel, wide + bezel * 2, tall + bezel * 2, phone ? u * 0.07 : 6), c.dark)
  const shown = phone ? tall * 0.56 : tall - head
  art += rect(x, y + head, wide, tall - head, c.light) + inset(stage, scene, 'screen', [x, y + head, wide, shown], c)
  if (!phone) {
    for (let dot = 0; dot < 3; dot++)
      art += circle(x + head * (0.5 + dot * 0.55), y + head / 2, head * 0.16, [c.hot, c.mid, c.light][dot] ?? c.light)
    return art + path(roundedBox(x + head * 2.4, y + head * 0.24, wide * 0.5, head * 0.5, 4), c.light, opacity(0.25))
  }
  art += path(roundedBox(x + wide * 0.36, y + head * 0.36, wide * 0.28, head * 0.3, 9), c.light, opacity(0.4))
  for (let row = 0; row < 3; row++) {
    const top = y + head + shown + wide * (0.08 + row * 0.17)
    if (top + wide * 0.13 > y + tall) break
    art +=
      path(roundedBox(x + wide * 0.07, top, wide * 0.13, wide * 0.13, 3), row === 1 ? c.hot : c.mid) +
      stroke(
        d`M${x + wide * 0.26} ${top + wide * 0.035}h${wide * 0.5}M${x + wide * 0.26} ${top + wide * 0.1}h${wide * 0.34}`,
        c.dark,
        wide * 0.028,
        opacity(0.5),
      )
  }
  return art
}

/** A still of a film between black bars. */
function still(stage: Stage, scene: Composition): string {
  const { width: w, height: h, scheme: c } = stage
  const tall = Math.min(h * 0.8, w / 1.9)
  const y = (h - tall) / 2
  const rows = tall < h * 0.5 ? 2 : 1
  if (rows === 1) return rect(0, 0, w, h, '#141a14') + inset(stage, scene, 'still', [0, y, w, tall], c)
  const half = h * 0.49
  return (
    rect(0, 0, w, h, '#141a14') +
    inset(stage, scene, 'still-a', [0, 0, w, half], c) +
    inset(stage, scene, 'still-b', [0, h - half, w, half], c)
  )
}

/** A sleeve with the record drawn halfway out. */
function sleeve(stage: Stage, scene: Composition): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const size = u * (w > h * 1.15 ? 0.8 : 0.7)
  const x = w > h * 1.15 ? w * 0.5 - size * 0.72 : (w - size) * 0.3
  const y = (h - size) / 2
  const cx = x + size * 0.98
  const r = size * 0.46
  let disc = circle(cx, y + size / 2, r, '#141a14')
  for (let groove = 1; groove < 5; groove++)
    disc += circle(
      cx,
      y + size / 2,
      r * (1 - groove * 0.13),
      'none',
      `stroke="${c.quiet}" stroke-width="1.2" opacity=".5"`,
    )
  disc += circle(cx, y + size / 2, r * 0.34, c.hot) + circle(cx, y + size / 2, r * 0.06, c.light)
  const art = disc + card(x, y, size, size, c.light, u * 0.016) + inset(stage, scene, 'sleeve', [x, y, size, size], c)
  const table = random.pick([c.quiet, c.soft, pigment.paper, pigment.chalk].filter((colour) => colour !== c.ground))
  return rect(0, 0, w, h, table) + rotated(art, random.pick([0, 0, -4, 5]), w / 2, h / 2)
}

/** Sheets of one series pinned side by side. */
function series(stage: Stage, scene: Composition): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const upright = h > w
  const count = random.int(2, 3)
  const gap = u * 0.05
  let art = rect(0, 0, w, h, random.pick([pigment.paper, pigment.chalk, c.quiet]))
  const wide = upright ? w - gap * 2 : (w - gap * (count + 1)) / count
  const tall = upright ? (h - gap * (count + 1)) / count : h - gap * 2
  for (let index = 0; index < count; index++) {
    const x = upright ? gap : gap + index * (wide + gap)
    const y = upright ? gap + index * (tall + gap) : gap
    art += card(x, y, wide, tall, c.light, u * 0.012) + inset(stage, scene, `leaf${index}`, [x, y, wide, tall], c)
  }
  return art
}

/** A slide on a stand with its margin notes. */
function report(stage: Stage, scene: Composition): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const edge = u * 0.07
  const upright = h > w
  const box = upright
    ? ([edge, h * 0.2, w - edge * 2, h * 0.44] as const)
    : ([w * 0.4, edge, w * 0.6 - edge, h - edge * 2] as const)
  let art = rect(0, 0, w, h, pigment.chalk) + rect(0, 0, upright ? w : u * 0.025, upright ? u * 0.025 : h, c.hot)
  art +=
    rect(edge, edge, (upright ? w : w * 0.4) * 0.5, u * 0.05, c.dark) +
    rect(edge, edge + u * 0.075, (upright ? w : w * 0.4) * 0.34, u * 0.02, c.dark, opacity(0.4))
  const top = upright ? h * 0.7 : h * 0.36
  const room = (upright ? w : w * 0.4) - edge * 2
  for (let row = 0; top + row * u * 0.062 < h - edge; row++)
    art += rect(
      edge,
      top + row * u * 0.062,
      room * (row % 4 === 3 ? 0.5 : random.float(0.82, 1)),
      u * 0.02,
      c.dark,
      opacity(row % 4 === 0 ? 0.6 : 0.3),
    )
  return art + inset(stage, scene, 'report', box, c)
}

const presentations: Record<Subject, readonly Presentation[]> = {
  illustration: [bare, bare, print, framed, series],
  design: [bare, print, framed, screen, series],
  programming: [screen, bare, screen, print, series],
  video: [still, bare, still, series, print],
  music: [sleeve, sleeve, bare, print, framed],
  business: [report, report, bare, print, series],
}

export function workPicture(stage: Stage, subject: Subject, scene: Composition): string {
  return stage.random.pick(presentations[subject])(stage, scene)
}
