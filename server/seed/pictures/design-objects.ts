import { at } from './random.ts'
import {
  type Composition,
  card,
  circle,
  clipped,
  d,
  ground,
  opacity,
  path,
  perhapsMirrored,
  placed,
  polar,
  quarter,
  rect,
  rotated,
  roundedBox,
  type Stage,
  sector,
  stroke,
} from './shapes.ts'

/** A large part of a letterform between guide lines, never a whole letter. */
function specimen(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  let art = ground(stage)
  for (const y of [0.1, 0.2, 0.5, 0.84]) art += rect(0, h * y, w, 1.5, c.line, opacity(0.4))
  const weight = u * random.float(0.26, 0.38)
  const top = h * 0.2
  const radius = u * random.float(0.5, 0.6)
  const cx = w * random.float(0.12, 0.2)
  const cy = top + radius
  const ink = c.line
  const kind = random.int(0, 3)
  const bowl = d`M${cx} ${top + weight / 2}a${radius - weight / 2} ${radius - weight / 2} 0 0 1 0 ${2 * radius - weight}a${radius - weight / 2} ${radius - weight / 2} 0 0 1 0 ${weight - 2 * radius}z`
  if (kind === 0) art += stroke(bowl, ink, weight)
  else if (kind === 1)
    art +=
      stroke(
        d`M${cx - radius * 0.6} ${h * 1.1}V${cy}A${radius * 0.8} ${radius * 0.8} 0 0 1 ${cx + radius * 0.9} ${cy}V${h * 1.1}`,
        ink,
        weight * 0.9,
      ) + path(d`M${cx + radius * 0.9 + weight * 0.4} ${h}h${weight * 0.5}l${-weight * 0.5} ${-weight * 0.4}z`, ink)
  else if (kind === 2)
    art += path(
      d`M${cx - radius * 0.2} ${h * 0.1}H${cx + radius * 0.5}L${cx + radius * 1.4} ${h}H${cx + radius * 0.6}L${cx} ${h * 0.34}L${-radius * 0.4} ${h}H${-radius}Z`,
      ink,
    )
  else
    art +=
      stroke(
        d`M${-radius} ${top + weight * 0.5}C${cx} ${top + weight * 0.3} ${cx + radius} ${top + radius * 0.3} ${cx + radius * 0.9} ${h * 1.2}`,
        ink,
        weight,
      ) + circle(cx + radius * 0.55, h * 0.16, weight * 0.34, c.hot)
  const gx = w * random.float(0.58, 0.64)
  const s = Math.min(h * 0.32, w * 0.17)
  const fills = random.shuffle([c.quiet, c.soft, c.mid, c.hot, c.light])
  for (let index = 0; index < 4; index++) {
    const x = gx + (index % 2) * s * 1.06
    const y = h * 0.5 - s * 1.03 + Math.floor(index / 2) * s * 1.06
    const fill = at(fills, index)
    const shape = random.int(0, 3)
    art +=
      shape === 0
        ? circle(x + s / 2, y + s / 2, s / 2, fill)
        : shape === 1
          ? rect(x, y, s, s, fill)
          : path(quarter(x, y, s, random.int(0, 3)), fill)
  }
  const hx = cx - radius
  art +=
    stroke(d`M${hx} ${top}H${cx + radius * 0.7}`, c.hot, 2) +
    circle(hx, top, u * 0.02, c.hot) +
    circle(cx + radius * 0.7, top, u * 0.02, c.hot)
  return (
    art + rect(cx - radius * 0.2, top - u * 0.02, u * 0.04, u * 0.04, c.light, `stroke="${c.hot}" stroke-width="2"`)
  )
}

/** Swatches opened like a fan. */
function fan(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const count = random.int(6, 10)
  const fills = random.shuffle([c.quiet, c.soft, c.mid, c.hot, c.dark, c.light])
  const long = Math.min(h * 0.98, w * 0.8)
  const wide = long * 0.24
  const x = w * random.float(0.22, 0.5)
  const y = h * random.float(1, 1.1)
  const from = random.float(-64, -40)
  const sweep = random.float(84, 120) / (count - 1)
  let art = ground(stage)
  for (let index = 0; index < count; index++) {
    const fill = at(fills, index)
    let strip =
      card(-wide / 2, -long, wide, long * 1.05, c.light, 3) +
      rect(-wide * 0.42, -long + wide * 0.08, wide * 0.84, wide * 0.9, fill)
    for (let tint = 1; tint < 4; tint++)
      strip += rect(
        -wide * 0.42,
        -long + wide * (0.22 + tint * 0.8),
        wide * 0.84,
        wide * 0.66,
        fill,
        opacity(1 - tint * 0.24),
      )
    art += placed(strip, x, y, 1, from + sweep * index)
  }
  art += circle(x, y - wide * 0.3, wide * 0.12, c.dark) + circle(w * 0.9, h * 0.18, u * 0.08, c.hot)
  return perhapsMirrored(stage, art)
}

/** A poster of discs and slanted bars. */
function poster(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const cx = w * random.float(0.3, 0.66)
  const cy = h * random.float(0.38, 0.6)
  const radius = u * random.float(0.3, 0.42)
  const angle = random.pick([-45, -32, -24, 28, 40])
  const fills = random.shuffle([c.quiet, c.soft, c.mid, c.dark])
  let art = ground(stage)
  if (random.chance(0.5)) art += rect(0, 0, w * random.float(0.3, 0.5), h, at(fills, 3))
  art += circle(cx, cy, radius, c.hot)
  let bars = ''
  const count = random.int(3, 6)
  for (let bar = 0; bar < count; bar++) {
    const thick = u * random.float(0.02, 0.1)
    bars += rect(
      cx - w * random.float(0.2, 0.6),
      cy + (bar - count / 2) * u * 0.13,
      w * random.float(0.4, 0.8),
      thick,
      at(fills, bar),
    )
  }
  art += rotated(bars, angle, cx, cy)
  const ring = u * random.float(0.1, 0.2)
  const [rx, ry] = polar(cx, cy, radius, random.int(0, 350))
  art += circle(rx, ry, ring, c.light) + circle(rx, ry, ring * 0.5, at(fills, 0))
  const side = cx < w / 2 ? w * 0.74 : w * 0.06
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 4; column++)
      art += circle(side + column * u * 0.07, h * 0.1 + row * u * 0.07, u * 0.016, c.line)
  return (
    art +
    path(
      d`M${w * 0.02} ${h}L${w * random.float(0.2, 0.4)} ${h * random.float(0.5, 0.7)}L${w * 0.56} ${h}Z`,
      at(fills, 1),
      opacity(0.9),
    )
  )
}

/** A mark under construction: circles, guides, one filled form. */
function construction(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const cx = w * random.pick([0.36, 0.5, 0.64])
  const cy = h / 2
  const radius = u * random.float(0.21, 0.235)
  const petals = random.int(3, 8)
  let art = ground(stage)
  let guides = ''
  for (let step = -8; step <= 8; step++)
    guides += d`M${cx + step * radius * 0.5} 0v${h}M0 ${cy + step * radius * 0.5}h${w}`
  art += stroke(guides, c.line, 1, opacity(0.16))
  const fills = random.shuffle([c.hot, c.mid, c.soft, c.quiet])
  const kind = random.int(0, 2)
  let rings = ''
  for (let petal = 0; petal < petals; petal++) {
    const degrees = (360 * petal) / petals - 90
    const [px, py] = polar(cx, cy, radius, degrees)
    const fill = at(fills, petal % (petals % 2 === 0 ? 2 : 3))
    if (kind === 0) {
      const [ex, ey] = polar(cx, cy, radius * 2, degrees)
      art += path(
        d`M${cx} ${cy}A${radius} ${radius} 0 0 1 ${ex} ${ey}A${radius * 1.5} ${radius * 1.5} 0 0 1 ${cx} ${cy}Z`,
        fill,
      )
    } else if (kind === 1)
      art += path(
        sector(
          cx,
          cy,
          radius * (petal % 2 === 0 ? 0.5 : 0.9),
          radius * (petal % 2 === 0 ? 2 : 1.6),
          degrees,
          degrees + 360 / petals - 6,
        ),
        fill,
      )
    else art += circle(px, py, radius * 0.62, fill)
    rings += circle(px, py, radius, 'none', `stroke="${c.line}" stroke-width="1.6" opacity=".6"`)
  }
  art +=
    rings +
    circle(cx, cy, radius * 2, 'none', `stroke="${c.line}" stroke-width="1.6" stroke-dasharray="7 6" opacity=".7"`)
  art += circle(cx, cy, radius * 0.3, c.light)
  for (let handle = 0; handle < 4; handle++) {
    const [hx, hy] = polar(cx, cy, radius * 2, handle * 90)
    art += rect(hx - u * 0.016, hy - u * 0.016, u * 0.032, u * 0.032, c.light, `stroke="${c.hot}" stroke-width="2"`)
  }
  if (w > h * 1.2)
    for (let chip = 0; chip < 4; chip++)
      art += rect(
        cx > w / 2 ? w * 0.06 : w * 0.94 - u * 0.13,
        h * 0.14 + chip * u * 0.18,
        u * 0.13,
        u * 0.13,
        at(fills, chip),
      )
  return art
}

/** Printed packages on a shelf. */
function packages(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const shelf = h * random.float(0.8, 0.88)
  let art = ground(stage)
  if (random.chance(0.5)) art += circle(w * random.float(0.3, 0.7), h * 0.46, u * 0.4, c.quiet, opacity(0.7))
  art += rect(0, shelf, w, h - shelf, c.dark)
  const fills = random.shuffle([c.hot, c.light, c.mid, c.soft])
  let x = w * random.float(0.03, 0.1)
  for (let index = 0; x < w * 0.9 && index < 8; index++) {
    const wide = u * random.float(0.2, 0.34)
    const tall = u * random.float(0.34, 0.66)
    const kind = random.int(0, 2)
    const y = shelf - tall
    const fill = at(fills, index)
    const second = at(fills, index + 1)
    const neck = wide * 0.3
    const outline =
      kind === 0
        ? d`M${x} ${y}h${wide}V${shelf}h${-wide}z`
        : kind === 1
          ? d`M${x + wide / 2 - neck / 2} ${y}h${neck}v${tall * 0.24}C${x + wide} ${y + tall * 0.36} ${x + wide} ${y + tall * 0.4} ${x + wide} ${y + tall * 0.5}V${shelf}h${-wide}V${y + tall * 0.5}C${x} ${y + tall * 0.4} ${x} ${y + tall * 0.36} ${x + wide / 2 - neck / 2} ${y + tall * 0.24}Z`
          : roundedBox(x, y + tall * 0.3, wide, tall * 0.7, wide * 0.12)
    const mark = random.int(0, 3)
    const my = shelf - tall * 0.32
    let label = path(outline, fill)
    if (mark === 0) label += circle(x + wide / 2, my, wide * 0.3, second)
    else if (mark === 1)
      label += stroke(
        d`M${x} ${my - wide * 0.2}h${wide}m${-wide} ${wide * 0.2}h${wide}m${-wide} ${wide * 0.2}h${wide}`,
        second,
        wide * 0.09,
      )
    else if (mark === 2) label += path(quarter(x + wide * 0.1, my - wide * 0.35, wide * 0.8, random.int(0, 3)), second)
    else
      label += path(d`M${x} ${my}l${wide / 2} ${-wide * 0.4}l${wide / 2} ${wide * 0.4}v${wide * 0.3}h${-wide}z`, second)
    label += rect(x + wide * 0.8, 0, wide * 0.2, h, c.dark, opacity(0.14))
    art += clipped(stage, `pack${index}`, outline, label)
    if (kind === 1) art += rect(x + wide / 2 - neck * 0.6, y - wide * 0.08, neck * 1.2, wide * 0.14, c.dark)
    if (kind === 2) art += rect(x + wide * 0.08, y + tall * 0.2, wide * 0.84, tall * 0.11, second)
    x += wide + u * random.float(0.03, 0.12)
  }
  return art
}

export const objectPictures: readonly Composition[] = [specimen, fan, poster, construction, packages]
