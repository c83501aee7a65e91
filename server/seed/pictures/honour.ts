import { leaf, star, sunRays } from './motifs.ts'
import { pigment } from './palette.ts'
import { at } from './random.ts'
import {
  type Composition,
  card,
  circle,
  d,
  ellipse,
  ground,
  num,
  opacity,
  path,
  placed,
  polar,
  rect,
  rotated,
  roundedBox,
  type Stage,
  stroke,
} from './shapes.ts'

/** Two branches open at the top. */
function laurel(x: number, y: number, radius: number, fill: string): string {
  let art = ''
  for (const side of [-1, 1]) {
    for (let index = 0; index < 8; index++) {
      const degrees = 90 + side * (16 + index * 17)
      const [px, py] = polar(x, y, radius, degrees)
      art +=
        leaf(px, py, radius * 0.34, degrees + side * 58, 0.32, fill, fill) +
        leaf(px, py, radius * 0.28, degrees + side * 118, 0.32, fill, fill)
    }
  }
  return art
}

function seal(x: number, y: number, radius: number, fill: string, heart: string, points: number): string {
  const ribbons = path(
    d`M${x - radius * 0.6} ${y + radius * 0.4}v${radius * 1.7}l${radius * 0.36} ${-radius * 0.3}l${radius * 0.24} ${radius * 0.2}v${-radius * 1.6}zM${x + radius * 0.6} ${y + radius * 0.4}v${radius * 1.7}l${-radius * 0.36} ${-radius * 0.3}l${-radius * 0.24} ${radius * 0.2}v${-radius * 1.6}z`,
    fill,
    opacity(0.8),
  )
  return (
    ribbons +
    path(star(x, y, radius, points, 0.86), fill) +
    circle(x, y, radius * 0.66, 'none', `stroke="${heart}" stroke-width="${num(radius * 0.06)}"`) +
    path(star(x, y, radius * 0.42, 5, 0.45), heart)
  )
}

function lines(stage: Stage, x: number, y: number, width: number, rows: number, gap: number): string {
  let art = ''
  for (let row = 0; row < rows; row++) {
    const wide = width * (row === rows - 1 ? 0.5 : stage.random.float(0.84, 1))
    art += rect(x - wide / 2, y + row * gap, wide, gap * 0.3, pigment.ink, opacity(0.28))
  }
  return art
}

/** A certificate: border, heading bar, lines, seal. */
function paperOf(stage: Stage, x: number, y: number, wide: number, tall: number): string {
  const { random, scheme: c } = stage
  const edge = Math.min(wide, tall) * 0.05
  const kind = random.int(0, 3)
  const gold = random.pick([pigment.ochre, c.mid, c.hot])
  let art = rect(x, y, wide, tall, kind === 2 ? pigment.paper : pigment.chalk)
  const border = d`M${x + edge} ${y + edge}h${wide - edge * 2}v${tall - edge * 2}h${edge * 2 - wide}z`
  art += stroke(border, gold, edge * (kind === 0 ? 0.24 : 0.6))
  if (kind !== 1)
    art += stroke(
      d`M${x + edge * 1.7} ${y + edge * 1.7}h${wide - edge * 3.4}v${tall - edge * 3.4}h${edge * 3.4 - wide}z`,
      c.dark,
      1.6,
      opacity(0.6),
    )
  for (const [cx, cy, corner] of [
    [x + edge, y + edge, 0],
    [x + wide - edge, y + edge, 90],
    [x + wide - edge, y + tall - edge, 180],
    [x + edge, y + tall - edge, 270],
  ] as const) {
    art += rotated(
      kind % 2 === 0
        ? path(
            d`M${cx - edge * 0.4} ${cy - edge * 0.4}h${edge * 3}a${edge * 3} ${edge * 3} 0 0 1 ${-edge * 3} ${edge * 3}z`,
            gold,
          )
        : circle(cx + edge * 0.4, cy + edge * 0.4, edge, c.dark) +
            circle(cx + edge * 0.4, cy + edge * 0.4, edge * 0.5, gold),
      corner,
      cx,
      cy,
    )
  }
  const middle = x + wide / 2
  art +=
    rect(middle - wide * 0.17, y + tall * 0.2, wide * 0.34, tall * 0.06, c.dark) +
    rect(middle - wide * 0.1, y + tall * 0.3, wide * 0.2, tall * 0.016, gold)
  art += lines(stage, middle, y + tall * 0.4, wide * 0.58, 4, tall * 0.065)
  const place = random.pick([0.5, 0.74, 0.26])
  art += seal(
    x + wide * place,
    y + tall * 0.74,
    Math.min(wide, tall) * 0.1,
    pigment.red,
    pigment.straw,
    random.pick([12, 16, 24]),
  )
  if (place !== 0.5)
    art += stroke(
      d`M${x + wide * (place > 0.5 ? 0.18 : 0.56)} ${y + tall * 0.82}h${wide * 0.26}`,
      pigment.ink,
      2,
      opacity(0.5),
    )
  return art
}

function certificate(stage: Stage): string {
  const { random, width: w, height: h, unit: u } = stage
  const wide = w * 0.82
  const tall = h * 0.8
  const x = (w - wide) / 2
  const y = (h - tall) / 2
  const back = card(x, y, wide, tall, pigment.chalk, u * 0.016) + paperOf(stage, x, y, wide, tall)
  return ground(stage) + rotated(back, random.pick([0, 0, -3, 3]), w / 2, h / 2)
}

function onWall(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const wide = w * 0.62
  const tall = h * 0.6
  const x = (w - wide) / 2
  const y = h * 0.12
  let art = ground(stage) + rect(0, h * 0.82, w, h, c.soft) + rect(0, h * 0.82, w, u * 0.012, c.dark, opacity(0.4))
  art +=
    card(
      x - u * 0.035,
      y - u * 0.035,
      wide + u * 0.07,
      tall + u * 0.07,
      random.pick([c.dark, '#7a4a2b', c.mid]),
      u * 0.02,
    ) + paperOf(stage, x, y, wide, tall)
  const potX = w * random.pick([0.14, 0.86])
  for (let blade = 0; blade < 5; blade++)
    art += leaf(
      potX,
      h * 0.74,
      u * random.float(0.14, 0.22),
      -150 + blade * 30,
      0.24,
      blade % 2 === 0 ? pigment.board : pigment.pine,
      c.light,
    )
  return art + path(d`M${potX - u * 0.06} ${h * 0.72}h${u * 0.12}l${-u * 0.02} ${h * 0.1}h${-u * 0.08}z`, c.hot)
}

function trophy(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const s = u / 300
  const gold = random.pick([pigment.ochre, pigment.straw, pigment.persimmon])
  const shape = random.int(0, 2)
  let cup = stroke('M-52 -150C-96 -150 -92 -84 -40 -76M52 -150C96 -150 92 -84 40 -76', gold, 10)
  if (shape === 0)
    cup +=
      path('M-58 -168H58C58 -96 38 -60 0 -56C-38 -60 -58 -96 -58 -168Z', gold) +
      path('M10 -168H58C58 -96 38 -60 10 -57Z', '#1b2019', 'opacity=".12"')
  else if (shape === 1)
    cup =
      path('M-40 -178H40L28 -66H-28Z', gold) +
      path('M0 -178H40L28 -66H0Z', '#1b2019', 'opacity=".12"') +
      rect(-48, -186, 96, 12, c.hot)
  else cup = path(star(0, -130, 58, 5, 0.45), gold) + path('M-10 -90H10V-54H-10Z', gold)
  cup +=
    path('M-9 -58H9V-26H-9Z', gold) +
    path('M-34 -28H34L40 -12H-40Z', gold) +
    rect(-54, -12, 108, 34, c.dark) +
    rect(-26, -4, 52, 16, pigment.straw)
  if (shape !== 2) cup += path(star(0, -122, 22, 5, 0.45), c.light)
  const floor = h * 0.8
  let art = ground(stage) + sunRays(w / 2, h * 0.42, u * 0.36, u * 0.46, random.pick([12, 16, 20]), c.hot, u * 0.012)
  art +=
    circle(w / 2, h * 0.44, u * 0.34, c.quiet) +
    rect(0, floor, w, h, c.soft) +
    ellipse(w / 2, floor + u * 0.05, u * 0.26, u * 0.03, '#1b2019', 'opacity=".16"')
  if (random.chance(0.5)) art += laurel(w / 2, h * 0.44, u * 0.36, c.mid)
  for (let bit = 0; bit < 16; bit++)
    art += rotated(
      rect(
        w * random.float(0.04, 0.96),
        h * random.float(0.04, 0.5),
        u * 0.018,
        u * 0.034,
        at([c.hot, c.mid, c.light, c.dark], bit),
      ),
      random.int(0, 90),
      w / 2,
      h / 3,
    )
  return art + placed(cup, w / 2, floor - u * 0.02, s * 1.12)
}

function medal(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const count = w > h * 1.2 ? random.pick([1, 3]) : 1
  let art = ground(stage) + circle(w / 2, h * 0.5, u * 0.46, c.quiet, opacity(0.7))
  for (let index = 0; index < count; index++) {
    const x = w * (count === 1 ? 0.5 : 0.24 + index * 0.26)
    const r = u * (count === 1 ? 0.22 : 0.15)
    const y = h * (count === 3 && index === 1 ? 0.6 : 0.64)
    const metal = at(count === 1 ? [pigment.ochre] : [pigment.mist, pigment.ochre, pigment.persimmon], index)
    art +=
      path(d`M${x - r * 0.95} -4h${r * 0.8}L${x + r * 0.5} ${y - r * 0.8}l${-r * 0.62} ${r * 0.2}z`, c.hot) +
      path(d`M${x + r * 0.95} -4h${-r * 0.8}L${x - r * 0.5} ${y - r * 0.8}l${r * 0.62} ${r * 0.2}z`, c.dark)
    art +=
      circle(x, y, r, metal) +
      circle(
        x,
        y,
        r * 0.82,
        'none',
        `stroke="${c.light}" stroke-width="${num(r * 0.06)}" stroke-dasharray="${num(r * 0.1)} ${num(r * 0.09)}"`,
      )
    art +=
      index % 2 === 0 && random.chance(0.5)
        ? laurel(x, y, r * 0.46, c.light)
        : path(star(x, y, r * 0.5, 5, 0.45), c.light)
  }
  return art
}

function plaque(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const wide = u * 0.72
  const tall = u * 0.8
  const x = w / 2 - wide / 2
  const y = h / 2 - tall / 2
  const kind = random.int(0, 1)
  const outline =
    kind === 0
      ? d`M${x} ${y + tall * 0.08}Q${w / 2} ${y - tall * 0.1} ${x + wide} ${y + tall * 0.08}V${y + tall * 0.62}Q${x + wide} ${y + tall * 0.86} ${w / 2} ${y + tall}Q${x} ${y + tall * 0.86} ${x} ${y + tall * 0.62}Z`
      : roundedBox(x, y, wide, tall, u * 0.03)
  let art = ground(stage)
  for (let row = 1; row < 6; row++) art += rect(0, (h * row) / 6, w, 2, c.line, opacity(0.12))
  art +=
    path(outline, '#1b2019', 'opacity=".18" transform="translate(8 10)"') +
    path(outline, random.pick(['#7a4a2b', c.dark]))
  const inner = placed(path(outline, pigment.ochre), w / 2 - (w / 2) * 0.88, h / 2 - (h / 2) * 0.88, 0.88)
  art +=
    inner +
    laurel(w / 2, h * 0.44, u * 0.19, pigment.chalk) +
    path(star(w / 2, h * 0.44, u * 0.1, 5, 0.45), pigment.red)
  return (
    art +
    rect(w / 2 - u * 0.16, h * 0.5 + u * 0.16, u * 0.32, u * 0.05, pigment.chalk) +
    lines(stage, w / 2, h * 0.5 + u * 0.235, u * 0.22, 1, u * 0.05)
  )
}

function scroll(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  let art = ground(stage) + circle(w * 0.5, h * 0.5, u * 0.4, c.quiet)
  const body =
    rect(-130, -38, 260, 76, pigment.chalk) +
    ellipse(130, 0, 18, 38, pigment.paper) +
    ellipse(130, 0, 9, 22, '#1b2019', 'opacity=".2"') +
    path('M-130 -38C-154 -38 -154 38 -130 38Z', pigment.paper) +
    rect(-16, -39, 32, 78, pigment.red) +
    path('M-6 30L-30 92L-12 84L-4 98L12 34Z', pigment.red) +
    path('M6 30L30 92L12 84L4 98L-12 34Z', c.dark) +
    path(star(0, 0, 30, 12, 0.84), pigment.ochre) +
    path(star(0, 0, 14, 5, 0.45), pigment.chalk)
  art += placed(body, w / 2 + 6, h * 0.6 + 8, u / 320, random.int(-22, 14))
  const hat =
    path('M0 -46L92 -8L0 30L-92 -8Z', c.dark) +
    path('M-48 14V44Q0 66 48 44V14L0 34Z', c.dark) +
    path('M0 -8L76 4V46', 'none', `stroke="${pigment.ochre}" stroke-width="5"`) +
    circle(76, 50, 8, pigment.ochre)
  return art + placed(hat, w / 2, h * 0.26, u / 340, random.int(-8, 8))
}

export const honourPictures: readonly Composition[] = [certificate, trophy, onWall, medal, plaque, scroll]
