import { birds, cloud, flower, frond, leaf, stars, tree, treeKinds } from './motifs.ts'
import { at } from './random.ts'
import {
  type Composition,
  circle,
  d,
  ground,
  opacity,
  path,
  polygon,
  rect,
  ridge,
  type Stage,
  sheet,
  stroke,
} from './shapes.ts'

/** Sheets of paper laid one before the other, a sun, a row of trees. */
function hills(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const sunX = w * random.float(0.2, 0.8)
  const sunY = h * random.float(0.2, 0.42)
  let art = ground(stage) + circle(sunX, sunY, u * random.float(0.11, 0.23), c.hot)
  const skyX = sunX < w / 2 ? w * random.float(0.6, 0.72) : w * random.float(0.1, 0.22)
  art += random.chance(0.5) ? birds(random, skyX, h * 0.2, u * 0.036, c.line) : cloud(skyX, h * 0.2, u * 0.26, c.light)
  const layers = random.int(3, 5)
  const start = random.float(0.4, 0.54)
  const rough = random.float(0.6, 1.5)
  const fills = random.chance(0.5) ? [c.quiet, c.soft, c.mid, c.dark] : [c.soft, c.quiet, c.mid, c.dark]
  const grove = random.int(1, layers - 1)
  const kind = random.pick(treeKinds)
  for (let layer = 0; layer < layers; layer++) {
    const base = h * (start + ((0.94 - start) * layer) / layers)
    if (layer === grove) {
      const left = w * random.float(0.1, 0.6)
      for (let index = random.int(3, 6); index > 0; index--) {
        const fill = index % 2 === 0 ? c.dark : c.mid
        const x = left + index * u * random.float(0.1, 0.13)
        art += tree(kind, x, base + h * 0.06, u * random.float(0.18, 0.3), fill, c.dark)
      }
    }
    const fill = layer === layers - 1 ? c.dark : at(fills, layer)
    art += sheet(ridge(stage, base, h * 0.13 * rough * (1 - layer * 0.16), random.int(3, 6)), fill)
  }
  return art
}

/** Leaves from every side around a low sun. */
function jungle(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const cx = w * random.float(0.4, 0.6)
  const cy = h * random.float(0.36, 0.52)
  let art = ground(stage) + circle(cx, cy, u * random.float(0.2, 0.3), c.hot)
  if (random.chance(0.4)) art += circle(cx, cy, u * 0.4, c.hot, opacity(0.25))
  const fills = random.shuffle([c.quiet, c.soft, c.mid, c.dark])
  for (let layer = 0; layer < 3; layer++) {
    const count = random.int(6, 8)
    for (let index = 0; index < count; index++) {
      const around = (index + random.float(0, 0.8)) / count
      const rootX = around < 0.3 ? -w * 0.02 : around > 0.7 ? w * 1.02 : w * (around - 0.3) * 2.5
      const rootY = around < 0.3 ? h * (0.1 + around * 3) : around > 0.7 ? h * (0.1 + (1 - around) * 3) : h * 1.04
      const aim = (Math.atan2(cy - rootY, cx - rootX) * 180) / Math.PI + random.float(-32, 32)
      const length = u * random.float(0.3, 0.62) * (1.15 - layer * 0.2)
      const fill = at(fills, layer + (index % 2))
      art +=
        (index + layer) % 3 === 0
          ? frond(rootX, rootY, length * 1.1, aim, fill)
          : leaf(rootX, rootY, length, aim, random.float(0.18, 0.34), fill, c.light)
    }
  }
  for (let bloom = 0; bloom < random.int(2, 5); bloom++) {
    art += flower(
      w * random.float(0.06, 0.94),
      h * random.float(0.76, 0.95),
      u * random.float(0.04, 0.07),
      random.pick([0, 5]),
      bloom % 2 === 0 ? c.hot : c.light,
      c.dark,
    )
  }
  return art
}

/** Rows of scalloped waves with a boat. */
function sea(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const line = h * random.float(0.42, 0.58)
  const radius = u * random.float(0.1, 0.18)
  let art =
    ground(stage) +
    circle(w * random.float(0.2, 0.8), line - u * random.float(0, 0.14), u * random.float(0.16, 0.26), c.hot)
  art +=
    cloud(w * random.float(0.05, 0.2), h * 0.16, u * 0.22, c.light) +
    cloud(w * random.float(0.6, 0.75), h * 0.24, u * 0.18, c.light)
  const fills = random.shuffle([c.quiet, c.soft, c.mid, c.dark])
  const rows = Math.ceil((h - line) / (radius * 0.8)) + 1
  const boatRow = random.int(1, 2)
  const boatX = w * random.float(0.25, 0.75)
  for (let row = 0; row < rows; row++) {
    const y = line + row * radius * 0.8
    if (row === boatRow) art += boat(stage, boatX, y - radius * 0.2)
    const shift = (row % 2) * radius
    for (const [ring, scale] of [1, 0.62, 0.28].entries()) {
      const r = radius * scale
      let data = ''
      for (let x = -shift; x < w + radius; x += radius * 2)
        data += d`M${x - r} ${y + radius}a${r} ${r} 0 0 1 ${r * 2} 0z`
      if (ring === 0) data += d`M0 ${y + radius - 1}H${w}V${h}H0Z`
      art += path(data, at([at(fills, row), c.light, at(fills, row + 1)], ring))
    }
  }
  return art
}

function boat(stage: Stage, x: number, y: number): string {
  const { random, unit: u, scheme: c } = stage
  const s = u * random.float(0.2, 0.3)
  const hull = path(d`M${x - s * 0.6} ${y - s * 0.1}h${s * 1.25}l${-s * 0.24} ${s * 0.4}h${-s * 0.76}z`, c.dark)
  const mast = stroke(d`M${x} ${y}V${y - s * 1.4}`, c.dark, u * 0.012)
  const sails = path(
    d`M${x + s * 0.06} ${y - s * 1.36}Q${x + s * 0.8} ${y - s * 0.7} ${x + s * 0.56} ${y - s * 0.2}H${x + s * 0.06}Z`,
    c.light,
  )
  const jib = path(
    d`M${x - s * 0.06} ${y - s * 1.1}L${x - s * 0.52} ${y - s * 0.2}H${x - s * 0.06}Z`,
    random.chance(0.5) ? c.hot : c.soft,
  )
  return hull + mast + sails + jib
}

/** Sharp mountains over a lake. */
function peaks(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const shore = h * random.float(0.66, 0.76)
  const night = random.chance(0.4)
  let art =
    ground(stage) +
    circle(
      w * random.float(0.15, 0.85),
      h * random.float(0.16, 0.3),
      u * random.float(0.08, 0.15),
      night ? c.light : c.hot,
    )
  if (night) art += stars(random, w, h * 0.45, 24, c.line)
  const count = random.int(3, 5)
  const fills = random.shuffle([c.quiet, c.soft, c.mid])
  const order = random.shuffle(Array.from({ length: count }, (_, index) => index))
  for (const [turn, index] of order.entries()) {
    const x = (w * (index + 0.5)) / count + random.float(-0.05, 0.05) * w
    const top = h * random.float(0.16, 0.42)
    const half = (shore - top) * random.float(0.75, 1.05)
    const fill = at(fills, turn)
    art += path(
      polygon([
        [x - half, shore],
        [x, top],
        [x + half, shore],
      ]),
      fill,
    )
    art += path(
      polygon([
        [x, top],
        [x + half, shore],
        [x + half * 0.2, shore],
        [x - half * 0.1, top + (shore - top) * 0.5],
      ]),
      c.dark,
      opacity(0.22),
    )
    const cap = (shore - top) * 0.26
    const side = half * 0.26
    art += path(
      d`M${x} ${top}L${x + side} ${top + cap}l${-side * 0.5} ${-cap * 0.3}l${-side * 0.5} ${cap * 0.5}l${-side * 0.5} ${-cap * 0.5}l${-side * 0.5} ${cap * 0.3}Z`,
      c.light,
    )
  }
  art += rect(0, shore, w, h - shore, c.dark)
  let glints = ''
  for (let glint = 0; glint < 12; glint++)
    glints += d`M${w * random.float(0, 0.95)} ${random.float(shore + u * 0.04, h)}h${u * random.float(0.05, 0.3)}`
  art += stroke(glints, c.quiet, u * 0.01, 'stroke-linecap="round" opacity=".7"')
  const kind = random.pick(['pine', 'poplar'] as const)
  const treeFill = random.chance(0.3) ? c.hot : c.dark
  for (let index = 0, x = w * random.float(-0.02, 0.1); index < 13 && x < w; index++) {
    art += tree(kind, x, shore + 2, u * random.float(0.13, 0.27), treeFill, c.dark)
    x += u * random.pick([0.07, 0.1, 0.1, 0.3, 0.5])
  }
  return art
}

/** Small houses on a slope. */
function village(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  let art = ground(stage) + circle(w * random.float(0.15, 0.85), h * 0.2, u * random.float(0.08, 0.14), c.hot)
  const walls = random.shuffle([c.light, c.quiet, c.soft, c.mid])
  const rows = random.int(2, 3)
  for (let row = 0; row < rows; row++) {
    const base = h * (0.54 + (0.4 * row) / (rows - 1 || 1))
    const size = u * (0.15 + row * 0.04)
    art += path(ridge(stage, base - size * 0.4, h * 0.03, 5), row % 2 === 0 ? c.soft : c.mid)
    let x = w * random.float(-0.06, 0.06)
    for (let index = 0; x < w && index < 12; index++) {
      const wide = size * random.float(0.8, 1.3)
      if (random.chance(0.2))
        art += tree(random.pick(['round', 'poplar', 'pine'] as const), x + wide / 2, base, size * 1.6, c.dark, c.dark)
      else art += house(stage, x, base, wide, size * random.float(0.9, 1.7), at(walls, index + row))
      x += wide + size * random.pick([0.05, 0.1, 0.4])
    }
    art += rect(0, base - 1, w, h - base + 1, row === rows - 1 ? c.dark : c.mid)
  }
  return art + birds(random, w * random.float(0.3, 0.6), h * 0.12, u * 0.03, c.line)
}

function house(stage: Stage, x: number, base: number, wide: number, tall: number, wall: string): string {
  const { random, scheme: c } = stage
  const top = base - tall
  const roof = random.chance(0.6) ? c.hot : c.dark
  const eave = wide * 0.08
  const rise = wide * random.float(0.35, 0.6)
  const shape = random.int(0, 2)
  let art = rect(x, top, wide, tall, wall)
  if (shape === 0) art += path(d`M${x - eave} ${top}L${x + wide / 2} ${top - rise}L${x + wide + eave} ${top}Z`, roof)
  else if (shape === 1)
    art += path(d`M${x - eave} ${top}l${wide * 0.22} ${-rise * 0.7}h${wide * 0.72}l${wide * 0.22} ${rise * 0.7}z`, roof)
  else art += path(d`M${x - eave} ${top}V${top - rise}L${x + wide + eave} ${top - rise * 0.35}V${top}Z`, roof)
  const pane = wide * 0.2
  const lit = wall === c.light ? c.dark : c.light
  for (let y = top + pane * 0.8; y < base - pane * 1.4; y += pane * 2)
    art += rect(x + wide * 0.16, y, pane, pane * 1.2, lit) + rect(x + wide * 0.62, y, pane, pane * 1.2, lit)
  return art
}

export const landscapePictures: readonly Composition[] = [hills, sea, jungle, peaks, village]
