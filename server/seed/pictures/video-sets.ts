import { audienceHead, birds, figure, star } from './motifs.ts'
import { at } from './random.ts'
import {
  type Composition,
  card,
  circle,
  clipped,
  d,
  ellipse,
  ground,
  opacity,
  path,
  perhapsMirrored,
  polar,
  polygon,
  rect,
  ridge,
  rotated,
  round,
  roundedBox,
  type Stage,
  sector,
  stroke,
} from './shapes.ts'

/** Stage lights and someone standing in them. */
function lights(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const floor = h * random.float(0.8, 0.86)
  const fills = random.shuffle([c.light, c.mid, c.hot, c.soft])
  const count = random.int(2, 4)
  const crossing = random.chance(0.5)
  const centre = random.float(0.4, 0.6)
  const wide = random.float(0.3, 0.66)
  let art = ground(stage) + rect(0, floor - u * 0.06, w, h, c.dark, opacity(0.35))
  let pools = ''
  for (let lamp = 0; lamp < count; lamp++) {
    const x = w * (0.16 + (0.68 * (lamp + 0.5)) / count + random.float(-0.05, 0.05))
    const place = crossing ? count - lamp - 0.5 : lamp + 0.5
    const aim = w * (centre - wide / 2 + (wide * place) / count + random.float(-0.05, 0.05))
    const half = u * random.float(0.15, 0.24)
    const fill = at(fills, lamp)
    art += path(
      d`M${x - u * 0.03} ${u * 0.04}L${aim - half} ${floor}H${aim + half}L${x + u * 0.03} ${u * 0.04}Z`,
      fill,
      opacity(0.55),
    )
    pools += ellipse(aim, floor, half, u * 0.035, fill, opacity(0.9))
    art += rect(x - u * 0.055, -2, u * 0.11, u * 0.085, c.line === c.light ? c.dark : c.line)
  }
  art += pools
  const people = random.int(1, 3)
  const left = w * centre - (people - 1) * u * 0.1
  for (let person = 0; person < people; person++) {
    const tall = u * random.float(0.32, 0.44)
    art += figure(left + person * u * 0.2, floor + u * 0.015, tall, person % 2 === 0 ? '#141a14' : c.dark)
  }
  if (random.chance(0.4))
    art += stroke(
      d`M${left - u * 0.16} ${floor + 4}v${-u * 0.3}M${left - u * 0.22} ${floor + 4}h${u * 0.12}`,
      '#141a14',
      u * 0.014,
      round,
    )
  return art
}

/** A camera on its tripod before a view. */
function camera(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const foot = h * 0.9
  let art =
    ground(stage) +
    circle(w * random.float(0.6, 0.86), h * random.float(0.24, 0.4), u * random.float(0.13, 0.22), c.hot)
  art +=
    path(ridge(stage, h * 0.66, h * 0.1, 4), c.quiet) +
    path(ridge(stage, h * 0.78, h * 0.07, 5), c.soft) +
    rect(0, foot - u * 0.02, w, h, c.mid)
  const x = w * random.float(0.28, 0.42)
  const y = h * random.float(0.5, 0.56)
  art += stroke(
    d`M${x} ${y}L${x - u * 0.2} ${foot + u * 0.04}M${x} ${y}L${x + u * 0.2} ${foot + u * 0.04}M${x} ${y}V${foot + u * 0.05}`,
    c.line === c.light ? c.light : c.dark,
    u * 0.026,
    round,
  )
  const wide = u * 0.42
  const tall = u * 0.25
  art += path(roundedBox(x - wide * 0.5, y - tall, wide, tall, u * 0.02), c.dark)
  if (random.chance(0.5)) {
    const [ra, rb] = random.chance(0.5) ? [0.13, 0.1] : [0.11, 0.11]
    art +=
      circle(x - wide * 0.26, y - tall - u * ra * 0.9, u * ra, c.dark) +
      circle(x + wide * 0.24, y - tall - u * rb * 0.9, u * rb, c.dark)
    art +=
      circle(x - wide * 0.26, y - tall - u * ra * 0.9, u * ra * 0.4, c.hot) +
      circle(x + wide * 0.24, y - tall - u * rb * 0.9, u * rb * 0.4, c.light)
  } else
    art +=
      path(d`M${x - wide * 0.3} ${y - tall}v${-u * 0.06}h${wide * 0.6}v${u * 0.06}z`, c.dark) +
      stroke(d`M${x + wide * 0.1} ${y - tall - u * 0.05}v${-u * 0.06}h${wide * 0.5}`, c.dark, u * 0.03)
  art += path(
    d`M${x + wide * 0.5} ${y - tall * 0.66}l${u * 0.12} ${-tall * 0.18}v${tall * 0.76}l${-u * 0.12} ${-tall * 0.16}z`,
    c.dark,
  )
  art +=
    circle(x - wide * 0.12, y - tall * 0.5, tall * 0.26, c.light) +
    circle(x - wide * 0.12, y - tall * 0.5, tall * 0.12, c.hot) +
    rect(x + wide * 0.2, y - tall * 0.72, wide * 0.18, tall * 0.12, c.hot)
  if (random.chance(0.5)) art += figure(w * random.float(0.66, 0.86), foot, u * random.float(0.3, 0.42), c.dark)
  else art += birds(random, w * 0.56, h * 0.16, u * 0.034, c.line)
  return perhapsMirrored(stage, art)
}

/** A picture house: the screen and the rows of heads. */
function cinema(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const left = w * random.float(0.14, 0.22)
  const wide = w - left * 2
  const top = h * 0.09
  const tall = h * random.float(0.5, 0.58)
  let show = rect(left, top, wide, tall, c.light)
  const kind = random.int(0, 2)
  if (kind === 0)
    show +=
      circle(w * random.float(0.35, 0.65), top + tall * 0.6, tall * 0.3, c.hot) +
      path(
        d`M${left} ${top + tall}V${top + tall * 0.76}Q${w * 0.4} ${top + tall * 0.5} ${w * 0.55} ${top + tall * 0.78}T${left + wide} ${top + tall * 0.7}V${top + tall}Z`,
        c.soft,
      )
  else if (kind === 1)
    show +=
      rect(left, top, wide, tall, c.quiet) +
      figure(w * 0.42, top + tall, tall * 0.8, c.dark) +
      figure(w * 0.58, top + tall, tall * 0.7, c.hot)
  else
    show +=
      path(
        polygon([
          [left, top + tall],
          [w * 0.4, top + tall * 0.24],
          [w * 0.55, top + tall * 0.6],
          [w * 0.64, top + tall * 0.42],
          [left + wide, top + tall],
        ]),
        c.mid,
      ) + path(star(w * 0.7, top + tall * 0.26, tall * 0.13, 5, 0.45), c.hot)
  const curtain = random.chance(0.6)
  let art = ground(stage)
  art += path(d`M${left} ${top}H${left + wide}L${w * 1.05} ${h}H${-w * 0.05}Z`, c.light, opacity(0.12))
  art += clipped(stage, 'screen', d`M${left} ${top}h${wide}v${tall}h${-wide}z`, show)
  if (curtain)
    for (let fold = 0; fold < 4; fold++)
      art +=
        rect((left * fold) / 4.6, 0, left / 4.6 + 0.5, h * 0.84, fold % 2 === 0 ? c.hot : c.soft) +
        rect(w - (left * (fold + 1)) / 4.6, 0, left / 4.6 + 0.5, h * 0.84, fold % 2 === 0 ? c.hot : c.soft)
  const rows = random.int(2, 3)
  for (let row = 0; row < rows; row++) {
    const size = u * (0.075 + row * 0.022)
    const fill = row === rows - 1 ? '#141a14' : row % 2 === 0 ? c.soft : c.mid
    for (let x = (row % 2) * size * 1.2 - size; x < w + size; x += size * 2.4)
      if (random.chance(0.86))
        art += audienceHead(
          x,
          h * (0.76 + row * 0.11) - (row === 0 ? 0 : size * 0.2),
          size * random.float(0.9, 1.06),
          fill,
        )
  }
  return art
}

/** A clapperboard, half open. */
function clapper(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const wide = Math.min(u * 0.98, w * 0.7)
  const tall = wide * 0.56
  const x = (w - wide) / 2 + w * random.float(-0.08, 0.08)
  const y = h * 0.4
  const body = c.ground === c.dark ? c.mid : c.dark
  const stripe = wide / 7
  const bar = wide * 0.13
  const teeth = (top: number): string => {
    let data = ''
    for (let tooth = 0; tooth < 4; tooth++)
      data += d`M${x + tooth * stripe * 2} ${top}h${stripe}l${-bar * 0.5} ${bar}h${-stripe}z`
    return (
      rect(x, top, wide, bar, body) +
      clipped(stage, `teeth${Math.round(top)}`, d`M${x} ${top}h${wide}v${bar}h${-wide}z`, path(data, c.light))
    )
  }
  let art = ground(stage)
  const rays = random.chance(0.5)
  if (rays)
    for (let ray = 0; ray < 12; ray++)
      art += path(sector(w / 2, h * 0.4, 0, w, ray * 30, ray * 30 + 15), c.quiet, opacity(0.5))
  else art += circle(w * random.float(0.25, 0.75), h * 0.46, u * 0.44, c.quiet)
  let board =
    card(x, y, wide, tall, body, u * 0.02) +
    teeth(y) +
    rotated(teeth(y - bar - 3), -random.int(8, 22), x + bar * 0.3, y)
  board += stroke(
    d`M${x + wide * 0.06} ${y + tall * 0.52}h${wide * 0.88}M${x + wide * 0.06} ${y + tall * 0.76}h${wide * 0.88}M${x + wide * 0.36} ${y + tall * 0.52}v${tall * 0.4}M${x + wide * 0.66} ${y + tall * 0.52}v${tall * 0.4}`,
    c.light,
    2.4,
    opacity(0.8),
  )
  board +=
    circle(x + wide * 0.2, y + tall * 0.64, tall * 0.06, c.hot) +
    rect(x + wide * 0.42, y + tall * 0.6, wide * 0.16, tall * 0.07, c.mid) +
    rect(x + wide * 0.72, y + tall * 0.6, wide * 0.14, tall * 0.07, c.soft) +
    rect(x + wide * 0.1, y + tall * 0.34, wide * 0.44, tall * 0.08, c.light, opacity(0.8)) +
    circle(x + bar * 0.3, y + 1, bar * 0.14, c.hot)
  return art + rotated(board, random.float(-10, 10), w / 2, h / 2)
}

/** Two reels and the film between them. */
function reels(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const big = u * random.float(0.3, 0.38)
  const small = u * random.float(0.18, 0.26)
  const x1 = w * random.float(0.26, 0.34)
  const y1 = h * random.float(0.4, 0.5)
  const x2 = w * random.float(0.7, 0.78)
  const y2 = h * random.float(0.5, 0.66)
  const band = d`M${x1} ${y1 + big * 0.97}C${w * 0.45} ${y1 + big * 0.97} ${w * 0.5} ${h * 0.94} ${w * 0.62} ${h * 0.94}S${x2 - small} ${y2 + small} ${x2} ${y2 + small * 0.97}S${w * 0.9} ${h * 0.8} ${w * 1.05} ${h * 0.86}`
  let art = ground(stage) + rect(0, h * 0.78, w, h * 0.22, c.quiet, opacity(0.7))
  art +=
    stroke(band, c.dark, u * 0.09) +
    stroke(band, c.light, u * 0.05, `stroke-dasharray="${Math.round(u * 0.07)} ${Math.round(u * 0.014)}"`)
  for (const [index, [x, y, r]] of (
    [
      [x1, y1, big],
      [x2, y2, small],
    ] as const
  ).entries()) {
    const holes = random.int(3, 6)
    const turn = random.int(0, 90)
    art += circle(x, y, r, c.dark) + circle(x, y, r * 0.94, index === 0 ? c.hot : c.mid)
    for (let hole = 0; hole < holes; hole++) {
      const [hx, hy] = polar(x, y, r * 0.56, turn + (360 * hole) / holes)
      art += circle(hx, hy, r * (holes > 4 ? 0.2 : 0.27), c.ground)
    }
    art += circle(x, y, r * 0.15, c.light) + circle(x, y, r * 0.06, c.dark)
  }
  return perhapsMirrored(stage, art)
}

export const setPictures: readonly Composition[] = [lights, camera, cinema, clapper, reels]
