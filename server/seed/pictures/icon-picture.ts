import { cat, leaf, note, star, sunRays } from './motifs.ts'
import {
  type Composition,
  circle,
  d,
  ellipse,
  ground,
  opacity,
  path,
  placed,
  quarter,
  rect,
  roundedBox,
  type Stage,
  sector,
  stroke,
} from './shapes.ts'

/** One thing on one colour, drawn in a 100 square round the origin. */
type Thing = (colours: Stage['scheme']) => string

const r = 'stroke-linecap="round" stroke-linejoin="round"'

export const iconNames = [
  'book',
  'play',
  'calendar',
  'speech',
  'pen',
  'medal',
  'people',
  'clock',
  'target',
  'bulb',
  'shield',
  'chart',
  'camera',
  'note',
  'brackets',
  'palette',
  'grid',
  'compass',
  'lamp',
  'steps',
  'key',
  'plant',
  'briefcase',
  'flag',
  'mask',
  'leafcat',
] as const
export type IconName = (typeof iconNames)[number]

const things: Record<IconName, Thing> = {
  book: (c) =>
    path('M0 -22C-14 -32 -34 -32 -42 -26V26C-34 20 -14 20 0 30Z', c.light) +
    path('M0 -22C14 -32 34 -32 42 -26V26C34 20 14 20 0 30Z', c.hot) +
    stroke('M-34 -12Q-20 -16 -9 -10M-34 2Q-20 -2 -9 4', c.dark, 3.4, r),
  play: (c) =>
    circle(0, 0, 38, c.dark) +
    path('M-11 -19L22 0L-11 19Z', c.light) +
    stroke('M-27 -27A38 38 0 0 1 27 -27', c.hot, 6, r),
  calendar: (c) =>
    rect(-36, -28, 72, 62, c.light) +
    rect(-36, -28, 72, 18, c.hot) +
    stroke('M-20 -36V-22M20 -36V-22', c.dark, 6, r) +
    [0, 1, 2, 3, 4, 5]
      .map((cell) =>
        rect(
          -27 + (cell % 3) * 20,
          -2 + Math.floor(cell / 3) * 17,
          13,
          11,
          cell === 4 ? c.hot : c.dark,
          opacity(cell === 4 ? 1 : 0.4),
        ),
      )
      .join(''),
  speech: (c) =>
    path(roundedBox(-40, -32, 58, 42, 6), c.light) +
    path('M-26 8L-30 26L-10 9Z', c.light) +
    path(roundedBox(-12, -6, 54, 36, 6), c.hot) +
    path('M22 28L30 42L34 26Z', c.hot) +
    [0, 1, 2].map((dot) => circle(1 + dot * 14, 12, 4, c.light)).join(''),
  pen: (c) =>
    path('M-34 34L-28 8L16 -36L36 -16L-8 28Z', c.hot) +
    path('M-34 34L-28 8L-8 28Z', c.light) +
    path('M-34 34L-31 21L-21 31Z', c.dark) +
    path('M16 -36L36 -16L28 -8L8 -28Z', c.dark),
  medal: (c) =>
    path('M-22 -42H-4L8 -4L-8 2ZM22 -42H4L-8 -4L8 2Z', c.hot) +
    circle(0, 14, 26, c.dark) +
    path(star(0, 14, 16, 5, 0.45), c.light),
  people: (c) =>
    circle(-20, -14, 13, c.light) +
    path('M-44 34C-44 6 4 6 4 34Z', c.light) +
    circle(18, -10, 15, c.hot) +
    path('M-8 38C-8 4 44 4 44 38Z', c.hot),
  clock: (c) =>
    circle(0, 0, 38, c.light) +
    circle(0, 0, 38, 'none', `stroke="${c.dark}" stroke-width="6"`) +
    stroke('M0 -22V0L16 11', c.hot, 6.4, r) +
    circle(0, 0, 4.6, c.dark),
  target: (c) =>
    circle(0, 4, 36, c.light) +
    circle(0, 4, 25, c.hot) +
    circle(0, 4, 13, c.light) +
    stroke('M0 4L32 -30', c.dark, 5, r) +
    path('M26 -40L30 -28L42 -26L32 -16L22 -18L20 -28Z', c.dark),
  bulb: (c) =>
    sunRays(0, -8, 34, 44, 8, c.hot, 4.4) +
    path('M-14 20C-14 10 -26 4 -26 -10A26 26 0 0 1 26 -10C26 4 14 10 14 20Z', c.light) +
    rect(-12, 23, 24, 7, c.dark) +
    rect(-9, 33, 18, 6, c.dark) +
    stroke('M-9 -4L0 4L9 -4', c.hot, 4, r),
  shield: (c) =>
    path('M0 -40L34 -28V-2C34 22 16 34 0 42C-16 34 -34 22 -34 -2V-28Z', c.dark) +
    path('M0 -40L34 -28V-2C34 22 16 34 0 42Z', c.hot) +
    stroke('M-15 0L-3 13L18 -12', c.light, 8, r),
  chart: (c) =>
    rect(-38, 4, 16, 32, c.light) +
    rect(-14, -12, 16, 48, c.dark) +
    rect(10, -28, 16, 64, c.hot) +
    stroke('M-42 40H40', c.dark, 4, r) +
    stroke('M-36 -12L-8 -30L8 -42', c.light, 4, r),
  camera: (c) =>
    path(roundedBox(-38, -22, 54, 46, 5), c.dark) +
    path('M20 -8L42 -20V22L20 10Z', c.hot) +
    circle(-11, 1, 15, c.light) +
    circle(-11, 1, 7, c.hot) +
    circle(-24, -30, 9, c.dark) +
    circle(0, -30, 9, c.dark),
  note: (c) =>
    note(-20, 24, 13, c.dark, true, false) +
    note(20, 14, 13, c.dark, true, false) +
    path('M-11 -36L34 -46V-32L-11 -22Z', c.hot) +
    circle(30, 34, 7, c.light),
  brackets: (c) =>
    stroke('M-16 -32L-40 0L-16 32M16 -32L40 0L16 32', c.dark, 9, 'stroke-linejoin="round"') +
    stroke('M8 -28L-8 28', c.hot, 8, r),
  palette: (c) =>
    path(
      'M2 -38C-26 -38 -44 -20 -42 4C-40 30 -14 42 -2 34C8 26 -6 14 6 8C18 2 42 14 42 -8C40 -28 22 -38 2 -38Z',
      c.light,
    ) +
    circle(-22, -6, 7, c.hot) +
    circle(-8, -23, 7, c.dark) +
    circle(14, -22, 7, c.mid) +
    circle(-18, 16, 6, c.soft),
  grid: (c) =>
    rect(-38, -38, 36, 36, c.dark) +
    path(quarter(2, -38, 36, 3), c.hot) +
    circle(-20, 20, 18, c.light) +
    path('M2 38L38 2V38Z', c.mid),
  compass: (c) =>
    circle(0, -34, 7, c.dark) +
    stroke('M-2 -28L-24 38M2 -28L24 38', c.dark, 7, r) +
    stroke('M-30 14Q0 34 30 14', c.hot, 5, r) +
    path('M-20 24L-28 42L-16 34ZM20 24L28 42L16 34Z', c.light),
  lamp: (c) =>
    path('M-30 -6L-6 -38L22 -18L-10 10Z', c.hot) +
    path('M-30 -6L-10 10L-30 36H-46Z', c.light, opacity(0.7)) +
    stroke('M8 -28L30 4L12 36', c.dark, 5.6, r) +
    rect(-8, 34, 42, 7, c.dark),
  steps: (c) =>
    rect(-42, 18, 28, 20, c.light) +
    rect(-14, 0, 28, 38, c.mid) +
    rect(14, -18, 28, 56, c.dark) +
    stroke('M28 -18V-44', c.dark, 4) +
    path('M28 -44H8L14 -37L8 -30H28Z', c.hot),
  key: (c) =>
    circle(-18, -14, 22, c.hot) + circle(-18, -14, 9, c.light) + path('M-6 2L2 -6L40 32V40H28V32H20V24H12V16Z', c.dark),
  plant: (c) =>
    leaf(0, 6, 44, -128, 0.34, c.dark, c.light) +
    leaf(0, 6, 46, -56, 0.34, c.mid, c.light) +
    leaf(0, 6, 46, -92, 0.28, c.soft, c.dark) +
    path('M-22 6H22L15 40H-15Z', c.hot),
  briefcase: (c) =>
    stroke('M-14 -20V-32H14V-20', c.dark, 6, 'stroke-linejoin="round"') +
    path(roundedBox(-40, -20, 80, 56, 4), c.dark) +
    path('M-40 -20H40V4Q0 18 -40 4Z', c.hot) +
    rect(-7, 4, 14, 12, c.light),
  flag: (c) =>
    stroke('M-26 42V-40', c.dark, 6, r) +
    path('M-23 -38C-8 -48 12 -26 38 -36V2C12 12 -8 -10 -23 0Z', c.hot) +
    ellipse(-26, 42, 18, 5, c.dark, opacity(0.4)),
  mask: (c) =>
    path('M-36 -30Q0 -42 36 -30C38 6 24 38 0 40C-24 38 -38 6 -36 -30Z', c.light) +
    path('M0 -36Q18 -37 36 -30C38 6 24 38 0 40Z', c.hot) +
    stroke('M-24 -8Q-16 -16 -8 -8M8 -8Q16 -16 24 -8M-16 14Q0 30 16 14', c.dark, 5, r),
  leafcat: (c) => circle(8, -10, 26, c.hot) + cat(0, 40, 74, c.dark, 1) + leaf(-40, 40, 40, -70, 0.3, c.mid, c.light),
}

export function iconPicture(name: IconName): Composition {
  return (stage) => {
    const { random, width: w, height: h, unit: u, scheme: c } = stage
    const kind = random.int(0, 3)
    let art = ground(stage)
    if (kind === 0) art += circle(w / 2, h / 2, u * 0.42, c.quiet, opacity(0.7))
    else if (kind === 1) art += path(sector(w * 0.5, h * 0.5, 0, u, 0, 180), c.quiet, opacity(0.5))
    else if (kind === 2)
      art += path(
        d`M0 ${h}V${h * 0.7}Q${w * 0.3} ${h * 0.5} ${w * 0.6} ${h * 0.7}T${w} ${h * 0.6}V${h}Z`,
        c.quiet,
        opacity(0.6),
      )
    return art + placed(things[name](c), w / 2, h / 2, (u / 100) * 0.72)
  }
}
