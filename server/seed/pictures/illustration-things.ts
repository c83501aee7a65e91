import { cat, flower, leaf, stars } from './motifs.ts'
import { at } from './random.ts'
import {
  type Composition,
  circle,
  clipped,
  d,
  ellipse,
  ground,
  opacity,
  path,
  perhapsMirrored,
  placed,
  rect,
  ridge,
  rotated,
  round,
  roundedBox,
  type Stage,
  sheet,
  stroke,
} from './shapes.ts'

/** A vase with branches, fruit and a window. */
function stillLife(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const top = h * random.float(0.66, 0.76)
  let art = ground(stage)
  const windowX = w * random.pick([0.08, 0.56, 0.62])
  const windowWide = Math.min(w * 0.3, u * 0.5)
  const windowKind = random.int(0, 2)
  if (windowKind === 0) {
    const arch = windowWide / 2
    art += path(d`M${windowX} ${top}V${h * 0.36}a${arch} ${arch} 0 0 1 ${windowWide} 0V${top}Z`, c.light, opacity(0.55))
  } else if (windowKind === 1) {
    art += rect(windowX, h * 0.1, windowWide, h * 0.42, c.light, opacity(0.6))
    art += stroke(
      d`M${windowX + windowWide / 2} ${h * 0.1}v${h * 0.42}M${windowX} ${h * 0.3}h${windowWide}`,
      c.ground,
      u * 0.02,
    )
  } else art += circle(windowX + windowWide / 2, h * 0.32, windowWide * 0.52, c.soft, opacity(0.7))
  art += rect(0, top, w, h - top, c.quiet)
  if (random.chance(0.5))
    for (let stripe = 0; stripe < 9; stripe++)
      art += rect((w * (stripe + 0.3)) / 9, top, w / 30, h, c.light, opacity(0.4))
  const x = w * random.float(0.38, 0.56)
  const foot = h * 0.88
  const tall = u * random.float(0.3, 0.44)
  const neckY = foot - tall
  const stems = random.int(4, 7)
  const petals = random.pick([0, 5, 6, 0])
  for (let index = 0; index < stems; index++) {
    const angle = ((-155 + (130 * index) / (stems - 1) + random.float(-8, 8)) * Math.PI) / 180
    const reach = Math.min(u * random.float(0.32, 0.5), neckY - u * 0.06)
    const endX = x + Math.cos(angle) * reach
    const endY = neckY + Math.sin(angle) * reach * 0.85
    art += stroke(d`M${x} ${neckY + 12}Q${(x + endX) / 2} ${neckY - reach * 0.5} ${endX} ${endY}`, c.dark, u * 0.009)
    if (index % 2 === 1) art += flower(endX, endY, u * random.float(0.055, 0.085), petals, c.hot, c.dark)
    else {
      const degrees = (angle * 180) / Math.PI
      art +=
        leaf(endX, endY, u * 0.2, degrees, 0.3, c.soft, c.dark) +
        leaf((x + endX) / 2, (neckY + endY) / 2, u * 0.15, degrees + 40, 0.28, c.mid, c.light)
    }
  }
  art += vase(stage, x, foot, tall)
  const side = random.chance(0.5) ? 1 : -1
  for (let fruit = 0; fruit < random.int(1, 4); fruit++) {
    const fx = x + side * u * (0.3 + fruit * 0.13)
    art += circle(
      fx,
      foot - u * (0.05 - (fruit % 2) * 0.03),
      u * (0.075 - (fruit % 2) * 0.018),
      at([c.hot, c.mid, c.soft], fruit),
    )
  }
  return art
}

function vase(stage: Stage, x: number, foot: number, tall: number): string {
  const { random, unit: u, scheme: c } = stage
  const wide = tall * random.float(0.36, 0.5)
  const neck = wide * random.float(0.34, 0.5)
  const kind = random.int(0, 2)
  const top = foot - tall
  let outline = d`M${x - neck} ${top}H${x + neck}C${x + neck} ${top + tall * 0.3} ${x + wide} ${top + tall * 0.34} ${x + wide} ${top + tall * 0.66}C${x + wide} ${top + tall * 0.9} ${x + wide * 0.6} ${foot} ${x} ${foot}S${x - wide} ${top + tall * 0.9} ${x - wide} ${top + tall * 0.66}C${x - wide} ${top + tall * 0.34} ${x - neck} ${top + tall * 0.3} ${x - neck} ${top}Z`
  let belt = d`M${x - wide * 0.97} ${top + tall * 0.6}Q${x} ${top + tall * 0.72} ${x + wide * 0.97} ${top + tall * 0.6}`
  if (kind === 1) {
    outline = d`M${x - wide * 0.8} ${top}H${x + wide * 0.8}L${x + wide * 0.55} ${foot}H${x - wide * 0.55}Z`
    belt = d`M${x - wide * 0.72} ${top + tall * 0.3}H${x + wide * 0.72}M${x - wide * 0.68} ${top + tall * 0.45}H${x + wide * 0.68}`
  } else if (kind === 2) {
    outline = d`M${x - neck} ${top}H${x + neck}V${top + tall * 0.34}C${x + wide} ${top + tall * 0.45} ${x + wide} ${foot} ${x + wide * 0.7} ${foot}H${x - wide * 0.7}C${x - wide} ${foot} ${x - wide} ${top + tall * 0.45} ${x - neck} ${top + tall * 0.34}Z`
    belt = d`M${x - neck} ${top + tall * 0.12}h${neck * 2}`
  }
  return sheet(outline, c.dark) + stroke(belt, c.hot, u * 0.014)
}

/** Broad brush arcs over a low leaf hedge. */
function arcs(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const rings = random.int(4, 6)
  const band = (h * 0.94) / rings
  const x = w * random.pick([0.18, 0.4, 0.5, 0.62])
  const fills = random.chance(0.5)
    ? [c.dark, c.mid, c.soft, c.quiet, c.light, c.hot]
    : [c.mid, c.light, c.hot, c.soft, c.dark, c.quiet]
  const foot = h * random.float(0.94, 1.1)
  let art = ground(stage)
  for (let ring = 0; ring < rings; ring++) {
    const radius = h * 0.98 - ring * band * 0.94
    if (radius < band * 0.4) continue
    art += stroke(
      d`M${x - radius} ${foot}A${radius} ${radius} 0 0 1 ${x + radius} ${foot}`,
      at(fills, ring),
      band * random.float(0.6, 0.82),
    )
  }
  if (w > h * 1.2) {
    const otherX = x < w * 0.5 ? w * 0.9 : w * 0.08
    for (let ring = 0; ring < 3; ring++)
      art += circle(otherX, foot, h * (0.44 - ring * 0.14), at([c.dark, c.light, c.hot], ring))
  }
  art += circle(x < w * 0.5 ? w * 0.84 : w * 0.16, h * random.float(0.16, 0.3), u * random.float(0.09, 0.14), c.hot)
  const left = w * random.pick([0.04, 0.42, 0.74])
  for (let blade = 0; blade < random.int(3, 6); blade++) {
    art += leaf(
      left + blade * u * 0.095,
      h * 1.02,
      u * random.float(0.26, 0.46),
      -104 + blade * 9,
      0.2,
      blade % 2 === 0 ? c.hot : c.dark,
      c.light,
    )
  }
  return perhapsMirrored(stage, art)
}

/** A cat at a window, the weather outside. */
function windowCat(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const sill = h * random.float(0.76, 0.82)
  const left = w * random.float(0.08, 0.26)
  const wide = w * random.float(0.54, 0.64)
  const top = h * random.float(0.07, 0.13)
  const panes = random.int(1, 3)
  let view = rect(left, top, wide, sill - top, c.quiet)
  view += circle(
    left + wide * random.float(0.2, 0.8),
    top + (sill - top) * random.float(0.25, 0.45),
    u * random.float(0.09, 0.17),
    random.chance(0.5) ? c.hot : c.light,
  )
  view += random.chance(0.5) ? stars(random, w, sill * 0.6, 30, c.light) : ''
  view += path(ridge(stage, h * 0.56, h * 0.1, 4), c.soft) + path(ridge(stage, h * 0.68, h * 0.08, 5), c.mid)
  let art = ground(stage) + clipped(stage, 'pane', d`M${left} ${top}h${wide}V${sill}h${-wide}z`, view)
  let bars = d`M${left} ${top}h${wide}V${sill}H${left}Z`
  for (let bar = 1; bar < panes; bar++) bars += d`M${left + (wide * bar) / panes} ${top}V${sill}`
  if (random.chance(0.6)) bars += d`M${left} ${top + (sill - top) * 0.36}h${wide}`
  art += stroke(bars, c.light, u * 0.028)
  art += rect(0, sill, w, h - sill, c.dark) + rect(0, sill, w, u * 0.035, c.light)
  const cats = random.int(1, 2)
  const catX = left + wide * random.float(0.3, 0.65)
  art += cat(catX, sill, u * random.float(0.44, 0.54), c.dark, random.chance(0.5) ? 1 : -1)
  if (cats === 2) art += cat(catX + u * 0.4, sill, u * 0.33, c.hot, 1)
  const potX = catX > w / 2 ? w * 0.16 : w * 0.84
  for (let blade = 0; blade < 5; blade++)
    art += leaf(
      potX,
      sill - u * 0.15,
      u * random.float(0.24, 0.36),
      -150 + blade * 30,
      0.22,
      blade % 2 === 0 ? c.mid : c.dark,
      c.light,
    )
  return art + path(d`M${potX - u * 0.1} ${sill - u * 0.18}h${u * 0.2}l${-u * 0.03} ${u * 0.19}h${-u * 0.14}z`, c.hot)
}

/** Carp and lotus leaves seen from above. */
function pond(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  let art = ground(stage)
  for (let ripple = 0; ripple < 4; ripple++) {
    const x = w * random.float(0.1, 0.9)
    const y = h * random.float(0.1, 0.9)
    for (let ring = 1; ring < 4; ring++)
      art += circle(
        x,
        y,
        u * 0.09 * ring,
        'none',
        `stroke="${c.quiet}" stroke-width="${ring === 1 ? 3 : 2}" opacity=".7"`,
      )
  }
  for (let fish = 0; fish < random.int(2, 4); fish++) {
    const body =
      path('M0 0C16 -26 62 -24 92 -2C62 22 16 24 0 0Z', fish % 2 === 0 ? c.hot : c.light) +
      path(
        'M4 0C-14 -10 -30 -24 -42 -18C-34 -6 -34 8 -42 20C-28 24 -12 10 4 0Z',
        fish % 2 === 0 ? c.hot : c.light,
        'opacity=".8"',
      )
    const fins = path(
      'M48 -18l-14 -18q20 2 26 16zM48 16l-14 18q20 -2 26 -16z',
      fish % 2 === 0 ? c.light : c.hot,
      'opacity=".8"',
    )
    const spots =
      ellipse(34, -6, 12, 8, fish % 2 === 0 ? c.light : c.hot) +
      ellipse(60, 5, 9, 6, c.dark) +
      circle(80, -6, 2.6, c.dark)
    art += placed(
      fins + body + spots,
      w * (0.16 + fish * 0.24 + random.float(-0.05, 0.05)),
      h * random.float(0.25, 0.75),
      (u / 360) * random.float(0.9, 1.5),
      random.int(-170, 170),
    )
  }
  for (let pad = 0; pad < random.int(5, 9); pad++) {
    const x = w * random.float(-0.02, 1.02)
    const y = random.chance(0.5) ? h * random.float(0.74, 1.04) : h * random.float(-0.04, 0.3)
    const r = u * random.float(0.09, 0.2)
    const turn = random.int(0, 350)
    const fill = at([c.mid, c.soft, c.dark], pad)
    const veins = d`M${x} ${y}L${x - r * 0.8} ${y}M${x} ${y}l${r * 0.1} ${r * 0.8}M${x} ${y}l${r * 0.1} ${-r * 0.8}`
    art += rotated(
      path(d`M${x} ${y}L${x + r} ${y - r * 0.2}A${r * 1.02} ${r * 1.02} 0 1 0 ${x + r} ${y + r * 0.2}Z`, fill) +
        stroke(veins, c.light, 1.6, 'opacity=".45"'),
      turn,
      x,
      y,
    )
    if (pad % 3 === 0) art += flower(x + r * 0.2, y, r * 0.42, 6, c.light, c.hot)
  }
  return art
}

/** Brushes and pencils over a sheet with blots. */
function atelier(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const tilt = random.float(-12, 12)
  const inks = random.shuffle([c.hot, c.quiet, c.soft, c.mid])
  let paper = sheet(roundedBox(w * 0.16, h * 0.1, w * 0.68, h * 0.8, 2), c.light)
  const cells = random.int(3, 5)
  for (let index = 0; index < cells; index++) {
    const x = w * (0.22 + (0.56 * (index + 0.5)) / cells)
    const r = Math.min(u * 0.15, (w * 0.24) / cells)
    const ink = at(inks, index)
    if (random.chance(0.5)) paper += circle(x, h * 0.3, r, ink)
    else
      paper += path(
        d`M${x - r} ${h * 0.3 + r}C${x - r * 1.3} ${h * 0.3 - r} ${x + r * 0.6} ${h * 0.3 - r * 1.6} ${x + r} ${h * 0.3 - r * 0.3}S${x + r * 0.4} ${h * 0.3 + r * 1.4} ${x - r} ${h * 0.3 + r}Z`,
        ink,
      )
  }
  for (let line = 0; line < 3; line++) {
    const y = h * (0.54 + line * 0.1)
    paper += stroke(
      d`M${w * 0.22} ${y}q${w * 0.14} ${-h * random.float(0.02, 0.1)} ${w * 0.28} 0t${w * 0.27} ${-h * 0.02}`,
      at(inks, line + 1),
      u * random.float(0.02, 0.06),
      round,
    )
  }
  let art = ground(stage) + rotated(paper, tilt, w / 2, h / 2)
  const count = random.int(3, 5)
  for (let index = 0; index < count; index++) {
    const length = u * random.float(0.62, 0.8)
    const tip =
      index % 2 === 0
        ? path(d`M0 -7C10 -12 30 -9 44 0C30 9 10 12 0 7Z`, at(inks, index))
        : path('M0 -8L30 0L0 8Z', c.light) + path('M18 -3.2L30 0L18 3.2Z', c.dark)
    const ferrule = rect(-26, -8, 27, 16, index % 2 === 0 ? c.quiet : at(inks, index + 2))
    const stick = path(d`M-26 -8L${-length * (360 / u)} -4.5v9L-26 8Z`, index % 2 === 0 ? c.dark : at(inks, index + 2))
    art += placed(
      stick + ferrule + tip,
      w * (0.3 + (0.5 * index) / count),
      h * random.float(0.3, 0.56),
      u / 360,
      -118 + index * random.float(8, 16),
    )
  }
  return perhapsMirrored(stage, art)
}

export const thingPictures: readonly Composition[] = [stillLife, arcs, windowCat, pond, atelier]
