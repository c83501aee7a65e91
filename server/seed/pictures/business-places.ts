import { birds, cloud, figure, leaf, tree } from './motifs.ts'
import { at } from './random.ts'
import {
  type Composition,
  circle,
  d,
  ellipse,
  ground,
  num,
  opacity,
  type Point,
  path,
  perhapsMirrored,
  rect,
  ridge,
  round,
  type Stage,
  stroke,
} from './shapes.ts'

/** A road to the rising sun. */
function horizon(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const line = h * random.float(0.46, 0.6)
  const vx = w * random.float(0.3, 0.7)
  const sun = u * random.float(0.2, 0.32)
  let art = ground(stage)
  art += circle(vx, line, sun, c.hot)
  if (random.chance(0.6))
    for (let gap = 0; gap < 3; gap++)
      art += rect(vx - sun, line - sun * (0.62 - gap * 0.27), sun * 2, sun * (0.05 + gap * 0.04), c.ground)
  const fills = random.shuffle([c.quiet, c.soft, c.mid])
  const town = random.chance(0.6)
  if (town) {
    let x = -10
    while (x < w) {
      const wide = u * random.float(0.06, 0.14)
      const tall = u * random.float(0.04, 0.36) * Math.min(1, Math.abs(x - vx) / (w * 0.3) + 0.12)
      art += rect(x, line - tall, wide, tall + 1, random.chance(0.3) ? at(fills, 0) : c.dark)
      x += wide + random.pick([0, 0, 8])
    }
  } else
    art += path(
      d`M0 ${line}L${w * 0.14} ${line - h * 0.2}L${w * 0.3} ${line - h * 0.06}L${w * 0.42} ${line}ZM${w * 0.58} ${line}L${w * 0.74} ${line - h * 0.24}L${w * 0.86} ${line - h * 0.1}L${w} ${line - h * 0.2}V${line}Z`,
      at(fills, 1),
    )
  art += rect(0, line, w, h - line, c.dark)
  const lanes = random.int(3, 7)
  for (let lane = -lanes; lane <= lanes; lane++) {
    const half = (w * 0.2) / lanes
    art += path(
      d`M${vx + lane * 6} ${line}L${vx + (lane * w) / lanes - half} ${h}H${vx + (lane * w) / lanes + half}Z`,
      lane === 0 ? c.light : at(fills, lane + 9),
      lane === 0 ? '' : opacity(0.75),
    )
  }
  return (
    art +
    (random.chance(0.5)
      ? birds(random, w * 0.12, h * 0.14, u * 0.03, c.line)
      : cloud(w * 0.08, h * 0.16, u * 0.2, c.light))
  )
}

/** Steps with a flag at the top. */
function steps(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const count = random.int(4, 8)
  const wide = w / count
  const rise = (h * 0.6) / (count - 1)
  const fills = random.shuffle([c.quiet, c.soft, c.mid])
  let art = ground(stage)
  art += random.chance(0.5)
    ? circle(w * 0.26, h * 0.26, u * random.float(0.1, 0.18), c.light, opacity(0.85))
    : cloud(w * 0.12, h * 0.22, u * 0.26, c.light)
  for (let step = 0; step < count; step++) {
    const y = h * 0.88 - step * rise
    const x = step * wide
    art +=
      rect(x, y, wide + 1, h - y, at(fills, step)) +
      rect(x, y, wide + 1, h * 0.026, c.dark) +
      rect(x + wide - 5, y, 5, h - y, c.dark, opacity(0.14))
  }
  const topX = (count - 0.5) * wide
  const topY = h * 0.88 - (count - 1) * rise
  art +=
    stroke(d`M${topX} ${topY}v${-h * 0.18}`, c.line, u * 0.014) +
    path(
      d`M${topX} ${topY - h * 0.18}h${-u * 0.13}l${u * 0.04} ${h * 0.045}l${-u * 0.04} ${h * 0.045}h${u * 0.13}z`,
      c.hot,
    )
  const on = random.int(1, Math.max(1, count - 3))
  const sx = (on + 0.5) * wide
  const sy = h * 0.88 - on * rise
  art += random.chance(0.6)
    ? figure(sx, sy + 1, u * 0.24, c.line === c.light ? c.light : c.dark)
    : circle(sx, sy - u * 0.055, u * 0.055, c.hot)
  return perhapsMirrored(stage, art)
}

/** A shop front under a striped awning. */
function shop(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const ground0 = h * 0.88
  const wide = Math.min(w * 0.64, u * 1.15)
  const x = w * 0.5 - wide / 2 + w * random.float(-0.1, 0.1)
  const top = h * random.float(0.2, 0.28)
  const wall = random.pick([c.mid, c.soft, c.quiet])
  let art = ground(stage) + circle(random.chance(0.5) ? w * 0.1 : w * 0.9, h * 0.24, u * 0.12, c.hot)
  for (let x2 = -u * 0.1, index = 0; x2 < w; x2 += u * 0.28, index++)
    art += rect(x2, h * random.float(0.3, 0.56), u * 0.26, h, index % 2 === 0 ? c.quiet : c.soft, opacity(0.45))
  art += rect(x, top, wide, ground0 - top, wall) + rect(x - u * 0.02, top - u * 0.03, wide + u * 0.04, u * 0.05, c.dark)
  const awning = top + (ground0 - top) * 0.2
  const stripes = random.int(6, 9)
  const sw = (wide * 1.06) / stripes
  for (let stripe = 0; stripe < stripes; stripe++) {
    const sx = x - wide * 0.03 + stripe * sw
    art += path(
      d`M${sx} ${awning}h${sw}v${u * 0.14}a${sw / 2} ${sw / 2} 0 0 1 ${-sw} 0z`,
      stripe % 2 === 0 ? c.hot : c.light,
    )
  }
  const door = random.chance(0.5) ? 0.08 : 0.68
  const glass = awning + u * 0.26
  art +=
    rect(x + wide * door, glass, wide * 0.24, ground0 - glass, c.dark) +
    circle(x + wide * (door + 0.2), (glass + ground0) / 2, u * 0.013, c.light)
  const wx = x + wide * (door < 0.5 ? 0.4 : 0.08)
  art += rect(wx, glass, wide * 0.52, (ground0 - glass) * 0.66, c.light)
  for (let item = 0; item < 4; item++) {
    const tall = (ground0 - glass) * random.float(0.16, 0.46)
    const ix = wx + wide * (0.05 + item * 0.115)
    const iy = glass + (ground0 - glass) * 0.66
    art +=
      item % 2 === 0
        ? path(
            d`M${ix} ${iy}v${-tall * 0.7}q${wide * 0.04} ${-tall * 0.5} ${wide * 0.08} 0v${tall * 0.7}z`,
            at([c.soft, c.dark, c.mid], item),
          )
        : circle(ix + wide * 0.04, iy - wide * 0.04, wide * 0.04, c.hot)
  }
  art += circle(x + wide / 2, top + (awning - top) * 0.5, u * 0.035, c.light) + rect(0, ground0, w, h, c.dark)
  art +=
    tree('round', x < w * 0.2 ? w * 0.93 : w * 0.08, ground0, u * 0.42, c.mid, c.dark) +
    figure(x + wide + u * random.float(0.06, 0.16), ground0 + 2, u * 0.28, c.line === c.light ? c.light : c.dark)
  return perhapsMirrored(stage, art)
}

/** A way across the map, with stops. */
function route(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const fills = random.shuffle([c.quiet, c.soft, c.mid])
  let art = ground(stage)
  const blocks = random.int(0, 1)
  for (let patch = 0; patch < 9; patch++) {
    const x = w * random.float(-0.05, 0.95)
    const y = h * random.float(-0.05, 0.95)
    const size = u * random.float(0.14, 0.34)
    art +=
      blocks === 0
        ? ellipse(x, y, size, size * 0.6, at(fills, patch % 2), opacity(0.6))
        : rect(x, y, size * 1.3, size * 0.8, at(fills, patch % 2), opacity(0.6))
  }
  const points: Point[] = []
  const stops = random.int(3, 5)
  const flip = random.chance(0.5)
  for (let stop = 0; stop <= stops; stop++) {
    const x = w * (0.06 + (0.86 * stop) / stops)
    const up = 0.86 - (0.46 * stop) / stops + random.float(-0.04, 0.06) + (stop % 2 === 0 ? 0.05 : -0.07)
    points.push([flip ? w - x : x, h * up])
  }
  let way = ''
  for (const [index, [x, y]] of points.entries()) {
    const [px, py] = at(points, index - 1)
    way += index === 0 ? d`M${x} ${y}` : d`C${px + (x - px) * 0.7} ${py} ${px + (x - px) * 0.3} ${y} ${x} ${y}`
  }
  art +=
    stroke(way, c.dark, u * 0.1, round) +
    stroke(way, c.light, u * 0.014, `stroke-dasharray="${num(u * 0.05)} ${num(u * 0.04)}"`)
  for (const [index, [x, y]] of points.entries()) {
    const last = index === points.length - 1
    const size = u * (last ? 0.11 : 0.07)
    const pin = d`M${x} ${y}C${x - size * 0.3} ${y - size * 0.8} ${x - size} ${y - size} ${x - size} ${y - size * 1.7}a${size} ${size} 0 0 1 ${size * 2} 0C${x + size} ${y - size} ${x + size * 0.3} ${y - size * 0.8} ${x} ${y}Z`
    if (index === 0) art += circle(x, y, u * 0.05, c.light) + circle(x, y, u * 0.025, c.hot)
    else
      art +=
        path(pin, last ? c.hot : at(fills, 2), `stroke="${c.light}" stroke-width="3"`) +
        circle(x, y - size * 1.7, size * 0.42, c.light)
  }
  return art
}

/** Coins in piles, and what grows from them. */
function growth(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const base = h * 0.86
  const piles = Math.max(3, Math.round(random.int(3, 6) * Math.min(1, w / h)))
  const step = w / (piles + 0.6)
  const thick = u * 0.048
  const metal = random.pick([c.hot, c.mid])
  let art = ground(stage) + circle(w * random.float(0.2, 0.5), h * 0.32, u * random.float(0.16, 0.26), c.quiet)
  art += path(ridge(stage, h * 0.72, h * 0.06, 4), c.soft, opacity(0.6)) + rect(0, base, w, h, c.dark)
  for (let pile = 0; pile < piles; pile++) {
    const x = step * (pile + 0.8)
    const rx = Math.min(step * 0.36, u * 0.14)
    const coins = Math.round(2 + ((random.int(5, 7) * pile) / piles) * random.float(0.8, 1.1))
    for (let coin = 0; coin < coins; coin++) {
      const y = base - coin * thick
      art +=
        path(
          d`M${x - rx} ${y - thick}v${thick * 0.8}a${rx} ${rx * 0.26} 0 0 0 ${rx * 2} 0v${-thick * 0.8}z`,
          coin % 2 === 0 ? metal : c.light,
        ) + ellipse(x, y - thick, rx, rx * 0.26, coin % 2 === 0 ? c.light : metal)
    }
    const y = base - coins * thick
    const tall = u * (0.1 + (0.2 * (pile + 1)) / piles)
    const green = c.ground === c.dark ? c.mid : c.dark
    art += stroke(d`M${x} ${y}v${-tall}`, c.line === c.light ? c.soft : green, u * 0.013)
    const pairs = 1 + Math.floor((pile * 3) / piles)
    for (let pair = 0; pair < pairs; pair++) {
      const ly = y - tall * (1 - pair * 0.3)
      art +=
        leaf(x, ly, u * 0.12, -35, 0.32, c.line === c.light ? c.soft : green, c.light) +
        leaf(x, ly, u * 0.12, -145, 0.32, c.mid, c.light)
    }
  }
  return perhapsMirrored(stage, art)
}

export const placePictures: readonly Composition[] = [horizon, shop, steps, route, growth]
