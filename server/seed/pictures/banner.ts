import { birds, leaf, stars, sunRays, tree, treeKinds } from './motifs.ts'
import type { Scheme } from './palette.ts'
import { at } from './random.ts'
import {
  type Composition,
  card,
  circle,
  clipped,
  d,
  ground,
  inset,
  opacity,
  type Point,
  path,
  rect,
  round,
  type Stage,
  sheet,
  smooth,
  stroke,
} from './shapes.ts'

/** A banner shows one composition of its subject; the left 42 % stay calm and dark, the words stand there. */
type Layout = (stage: Stage, scene: Composition, bright: Scheme) => string

/** Paper hills that rise from the lower left corner to the right. */
function slopes(stage: Stage, fills: readonly string[]): string {
  const { random, width: w, height: h } = stage
  let art = ''
  for (const [index, fill] of fills.entries()) {
    const y = h * (0.62 + index * 0.13)
    const start = w * (0.16 + index * 0.04)
    const points: Point[] = [
      [start, h + 4],
      [start + w * 0.14, y + h * 0.1],
    ]
    for (let x = start + w * 0.26; x < w * 0.98; x += w * 0.13) points.push([x, y + random.float(-0.07, 0.06) * h])
    points.push([w * 1.04, y])
    art += sheet(`${smooth(points)}V${Math.round(h + 4)}H${Math.round(start)}Z`, fill)
  }
  return art
}

function easel(stage: Stage, scene: Composition, bright: Scheme): string {
  const { random, width: w, height: h, scheme: c } = stage
  const sunX = w * random.float(0.84, 0.92)
  const sunY = h * 0.26
  let art =
    ground(stage) + circle(sunX, sunY, h * 0.1, c.hot) + sunRays(sunX, sunY, h * 0.13, h * 0.18, 12, c.hot, h * 0.008)
  for (let ring = 0; ring < 4; ring++)
    art += circle(
      w * 0.67,
      h * 0.74,
      h * (0.5 + ring * 0.09),
      'none',
      `stroke="${c.light}" stroke-width="1.2" opacity=".22"`,
    )
  art += birds(random, w * 0.46, h * 0.2, h * 0.035, c.light)
  const kind = random.pick(treeKinds)
  for (let index = 0; index < 4; index++)
    art += tree(
      kind,
      w * (0.86 + index * 0.034),
      h * random.float(0.72, 0.8),
      h * random.float(0.2, 0.32),
      index % 2 === 0 ? c.dark : c.soft,
      c.dark,
    )
  art += slopes(stage, [c.quiet, c.soft, c.mid])
  const wide = h * 0.86
  const tall = wide * 0.6
  const x = w * 0.66 - wide / 2
  const y = h * 0.16
  art += stroke(
    d`M${x + wide * 0.2} ${h * 0.97}L${x + wide * 0.44} ${y - h * 0.05}M${x + wide * 0.8} ${h * 0.97}L${x + wide * 0.56} ${y - h * 0.05}M${x + wide * 0.1} ${y + tall + h * 0.03}h${wide * 0.8}`,
    c.light,
    h * 0.018,
    round,
  )
  art +=
    card(x - h * 0.02, y - h * 0.02, wide + h * 0.04, tall + h * 0.04, c.light) +
    inset(stage, scene, 'canvas', [x, y, wide, tall], bright)
  const foot = w * random.pick([0.5, 0.79])
  for (let blade = 0; blade < 4; blade++)
    art += leaf(
      foot + blade * h * 0.035,
      h * 1.01,
      h * random.float(0.24, 0.4),
      -118 + blade * 18,
      0.22,
      blade % 2 === 0 ? c.dark : c.ground,
      c.mid,
    )
  return art
}

/** Sheets torn along a wave, the scene under the last one. */
function torn(stage: Stage, scene: Composition, bright: Scheme): string {
  const { random, width: w, height: h, scheme: c } = stage
  const fills = [c.quiet, c.soft, c.light]
  const phase = random.float(0, 6)
  let art = ground(stage) + stars(random, w * 0.4, h, 14, c.quiet)
  const edge = (left: number, turn: number): string => {
    const points: Point[] = []
    for (let step = 0; step <= 5; step++)
      points.push([left + Math.sin(step * 1.3 + phase + turn) * w * 0.022 + step * w * 0.012, (h * step) / 5])
    let data = ''
    for (const [index, [x, y]] of points.entries()) {
      const [px, py] = at(points, index - 1)
      data += index === 0 ? d`M${x} -6` : d`C${px} ${(py + y) / 2} ${x} ${(py + y) / 2} ${x} ${index === 5 ? h + 6 : y}`
    }
    return `${data}H${Math.round(w + 8)}V-6Z`
  }
  for (const [index, fill] of fills.entries()) {
    const outline = edge(w * (0.46 + index * 0.025), index * 0.35)
    art += path(outline, '#1b2019', 'opacity=".16" transform="translate(-6 0)"') + path(outline, fill)
  }
  return (
    art + clipped(stage, 'torn', edge(w * 0.545, 1.2), inset(stage, scene, 'scene', [w * 0.5, 0, w * 0.5, h], bright))
  )
}

/** The scene seen through a row of arches. */
function arcade(stage: Stage, scene: Composition, bright: Scheme): string {
  const { random, width: w, height: h, scheme: c } = stage
  const count = random.int(3, 4)
  const left = w * 0.5
  const gap = w * 0.014
  const wide = (w * 0.46 - gap * (count - 1)) / count
  let windows = ''
  let frames = ''
  for (let index = 0; index < count; index++) {
    const x = left + index * (wide + gap)
    const top = h * (0.14 + 0.1 * ((index + count) % 2)) + wide / 2
    windows += d`M${x} ${h * 1.02}V${top}a${wide / 2} ${wide / 2} 0 0 1 ${wide} 0V${h * 1.02}z`
    frames += d`M${x - 7} ${h * 1.02}V${top}a${wide / 2 + 7} ${wide / 2 + 7} 0 0 1 ${wide + 14} 0V${h * 1.02}z`
  }
  let art =
    ground(stage) +
    path(d`M${w * 0.3} ${h}L${w * 0.62} 0H${w}V${h}Z`, c.quiet, opacity(0.28)) +
    circle(w * 0.47, h * 0.22, h * 0.07, c.hot)
  art +=
    path(frames, c.light) +
    clipped(stage, 'arches', windows, inset(stage, scene, 'scene', [left, 0, w * 0.46, h], bright))
  const foot = w * 0.44
  for (let blade = 0; blade < 5; blade++)
    art += leaf(
      foot + blade * h * 0.045,
      h * 1.01,
      h * random.float(0.24, 0.44),
      -126 + blade * 18,
      0.22,
      blade % 2 === 0 ? c.soft : c.hot,
      c.light,
    )
  return art + rect(left - gap * 2, h * 0.97, w, h * 0.03, c.dark)
}

/** One great disc with the scene in it, smaller ones round it. */
function moons(stage: Stage, scene: Composition, bright: Scheme): string {
  const { random, width: w, height: h, scheme: c } = stage
  const x = w * random.float(0.69, 0.74)
  const y = h * 0.52
  const radius = h * 0.6
  let art = ground(stage)
  for (let ring = 1; ring < 6; ring++)
    art += circle(
      x,
      y,
      radius + ring * h * 0.1,
      'none',
      `stroke="${c.light}" stroke-width="1.4" opacity="${(0.36 - ring * 0.06).toFixed(2)}"`,
    )
  art += path(
    d`M${w * 0.4} ${h}C${w * 0.56} ${h * 0.7} ${w * 0.62} ${h * 1.02} ${w * 0.76} ${h * 0.82}S${w * 0.95} ${h * 0.7} ${w * 1.02} ${h * 0.6}V${h}Z`,
    c.quiet,
    opacity(0.5),
  )
  art += circle(x, y, radius + h * 0.028, c.light)
  const disc = d`M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${radius * 2} 0a${radius} ${radius} 0 1 1 ${-radius * 2} 0z`
  art += clipped(stage, 'moon', disc, inset(stage, scene, 'scene', [x - radius * 1.2, 0, radius * 2.4, h], bright))
  const near: readonly (readonly [number, number, number, string])[] = [
    [-1.18, -0.56, 0.12, c.hot],
    [-1.26, 0.5, 0.07, c.mid],
    [1.16, -0.5, 0.09, c.soft],
    [1.2, 0.62, 0.15, c.hot],
  ]
  for (const [dx, dy, size, fill] of near)
    art += circle(x + radius * (dx + random.float(-0.06, 0.06)), y + radius * dy, h * size, fill)
  return art
}

const layouts: readonly Layout[] = [easel, torn, arcade, moons]
export const bannerLayouts = layouts.length

export function banner(stage: Stage, layout: number, scene: Composition, bright: Scheme): string {
  return at(layouts, layout)(stage, scene, bright)
}
