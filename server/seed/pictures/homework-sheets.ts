import { gridScene } from './homework-grid.ts'
import { arc, closed, graphite, hatch, pencil, type Sheet, tone } from './pencil.ts'
import { num, type Point, polygon } from './shapes.ts'

/** What learners of the still-life class draw. */
export type SheetName = 'jar' | 'shadow' | 'heights' | 'window' | 'whites' | 'thumbnails' | 'grid'

/** A jar standing at a place: half its width, its height, and how flat its rims look. */
interface Jar {
  readonly at: Point
  readonly belly: number
  readonly tall: number
  readonly flat: number
}

/** The right-hand outline from the rim to the foot; the left one is its mirror. */
function side({ at: [x, y], belly, tall }: Jar, sign: number): Point[] {
  const steps: readonly Point[] = [
    [0.46, 0],
    [0.42, 0.08],
    [0.62, 0.2],
    [0.93, 0.38],
    [1, 0.5],
    [0.93, 0.68],
    [0.72, 0.86],
    [0.55, 1],
  ]
  return steps.map(([wide, down]): Point => [x + sign * wide * belly, y - tall + down * tall])
}

function outline(jar: Jar): string {
  return closed([...side(jar, 1), ...side(jar, -1).reverse()])
}

/** Rim, sides and foot, searched for with the pencil. */
function lines(sheet: Sheet, jar: Jar, dark = 0.6): string {
  const {
    at: [x, y],
    belly,
    tall,
    flat,
  } = jar
  return (
    pencil(sheet, side(jar, 1), { dark }) +
    pencil(sheet, side(jar, -1), { dark }) +
    pencil(sheet, arc([x, y - tall], [belly * 0.46, belly * 0.46 * flat]), { dark, times: 2 }) +
    pencil(sheet, arc([x, y], [belly * 0.55, belly * 0.55 * flat], 0, 180), { dark, times: 2 })
  )
}

function boxOf({ at: [x, y], belly, tall }: Jar): readonly [number, number, number, number] {
  return [x - belly, y - tall, belly * 2, tall + belly * 0.4]
}

/** The side away from the light. */
function shade(sheet: Sheet, jar: Jar, name: string): string {
  const {
    at: [x],
    belly,
  } = jar
  const dark = closed([...side(jar, 1), ...side(jar, 0.25).reverse()])
  const darkest = closed([...side(jar, 0.92), ...side(jar, 0.55).reverse()])
  return (
    hatch(sheet, dark, { box: boxOf(jar), name: `${name}a`, dark: 0.34 }) +
    hatch(sheet, darkest, { box: boxOf(jar), name: `${name}b`, degrees: -35, gap: 8, dark: 0.42 }) +
    hatch(sheet, outline(jar), {
      box: [x - belly, jar.at[1] - jar.tall, belly * 2, jar.tall],
      name: `${name}c`,
      degrees: 80,
      gap: 24,
      dark: 0.14,
    })
  )
}

/** What falls on the table to the right. */
function cast(sheet: Sheet, { at: [x, y], belly, tall }: Jar, name: string, dark = 0.4): string {
  const long = tall * 0.55
  const shape = closed([
    [x + belly * 0.1, y + belly * 0.14],
    [x + belly * 0.9, y - belly * 0.12],
    [x + belly + long, y - belly * 0.02],
    [x + belly * 1.1 + long, y + belly * 0.16],
    [x + belly * 0.8, y + belly * 0.26],
  ])
  return (
    tone(shape, 0.1) +
    hatch(sheet, shape, { box: [x, y - belly * 0.4, belly * 2 + long, belly], degrees: -8, gap: 7, dark, name })
  )
}

function fruit(sheet: Sheet, [x, y]: Point, radius: number, name: string): string {
  const round = closed(arc([x, y], [radius, radius * 0.92]))
  const away = closed([
    ...arc([x, y], [radius, radius * 0.92], -50, 130),
    ...arc([x - radius * 0.3, y - radius * 0.2], [radius * 0.9, radius * 0.9], 120, -40),
  ])
  return (
    hatch(sheet, round, {
      box: [x - radius, y - radius, radius * 2, radius * 2],
      name: `${name}a`,
      gap: 18,
      dark: 0.16,
    }) +
    hatch(sheet, away, {
      box: [x - radius, y - radius, radius * 2, radius * 2],
      name: `${name}b`,
      gap: 8,
      dark: 0.36,
    }) +
    pencil(sheet, arc([x, y], [radius, radius * 0.92]), { times: 2 }) +
    pencil(
      sheet,
      [
        [x - 4, y - radius * 0.8],
        [x + 4, y - radius * 1.15],
        [x + 14, y - radius * 1.3],
      ],
      { times: 1, width: 4 },
    )
  )
}

const tableLine = (sheet: Sheet, y: number): string =>
  pencil(
    sheet,
    Array.from({ length: 9 }, (_, step): Point => [sheet.width * (0.05 + step * 0.1125), y]),
    { dark: 0.4, times: 2 },
  )

function jarScene(sheet: Sheet): string {
  const { random, width: w, height: h } = sheet
  const jar: Jar = {
    at: [w * random.float(0.36, 0.46), h * 0.78],
    belly: w * random.float(0.14, 0.18),
    tall: h * random.float(0.5, 0.58),
    flat: random.float(0.2, 0.36),
  }
  const apple: Point = [jar.at[0] + jar.belly * 1.9, h * 0.79]
  const back = polygon([
    [w * 0.06, h * 0.08],
    [w * 0.94, h * 0.06],
    [w * 0.94, h * 0.6],
    [w * 0.06, h * 0.6],
  ])
  return (
    hatch(sheet, back, { box: [0, 0, w, h * 0.62], name: 'back', degrees: 62, gap: 15, dark: 0.12 }) +
    `<path d="${outline(jar)}" fill="#f4f1e7"/>` +
    tableLine(sheet, h * 0.6) +
    cast(sheet, jar, 'cast') +
    `<path d="${outline(jar)}" fill="#f4f1e7"/>` +
    shade(sheet, jar, 'jar') +
    lines(sheet, jar) +
    `<circle cx="${num(apple[0])}" cy="${num(apple[1])}" r="${num(w * 0.055)}" fill="#f4f1e7"/>` +
    fruit(sheet, apple, w * 0.06, 'apple')
  )
}

/** No outline: the jar shows where its shadows end. */
function shadowScene(sheet: Sheet): string {
  const { random, width: w, height: h } = sheet
  const jar: Jar = { at: [w * 0.42, h * 0.82], belly: w * random.float(0.16, 0.2), tall: h * 0.64, flat: 0.3 }
  const dark = closed([...side(jar, 1), ...side(jar, 0.15).reverse()])
  const core = closed([...side(jar, 0.9), ...side(jar, 0.5).reverse()])
  return (
    tone(dark, 0.16) +
    hatch(sheet, dark, { box: boxOf(jar), name: 's1', gap: 6, dark: 0.5 }) +
    hatch(sheet, core, { box: boxOf(jar), name: 's2', degrees: -30, gap: 6, dark: 0.6 }) +
    hatch(sheet, closed(arc([jar.at[0], jar.at[1] - jar.tall], [jar.belly * 0.44, jar.belly * 0.14])), {
      box: [jar.at[0] - jar.belly, jar.at[1] - jar.tall - 80, jar.belly * 2, 160],
      name: 's3',
      gap: 5,
      dark: 0.6,
    }) +
    cast(sheet, jar, 's4', 0.6)
  )
}

/** The same jar at three heights of the eye; where it is widest is marked. */
function heightsScene(sheet: Sheet): string {
  const { random, width: w, height: h } = sheet
  return [0.06, 0.24, 0.52]
    .map((flat, index) => {
      const jar: Jar = {
        at: [w * (0.2 + index * 0.3), h * 0.74],
        belly: w * 0.115,
        tall: h * random.float(0.46, 0.5),
        flat,
      }
      const [x, y] = jar.at
      const widest = y - jar.tall * random.float(0.47, 0.53)
      return (
        shade(sheet, jar, `h${index}`) +
        lines(sheet, jar, 0.55) +
        `<path d="M${num(x - jar.belly * 1.2)} ${num(widest)}H${num(x + jar.belly * 1.2)}" stroke="#a5432f" stroke-width="3" stroke-dasharray="14 9" opacity=".8"/>` +
        pencil(
          sheet,
          [
            [x - 30, h * 0.88],
            [x, h * 0.89],
            [x + 30 + index * 14, h * 0.885],
          ],
          { times: 1, dark: 0.5 },
        )
      )
    })
    .join('')
}

/** Panes of light on a cloth that hangs over the table's edge. */
function windowScene(sheet: Sheet): string {
  const { random, width: w, height: h } = sheet
  const lean = random.float(0.1, 0.2) * w
  let panes = ''
  for (let column = 0; column < 3; column++)
    for (let row = 0; row < 2; row++) {
      const x = w * (0.16 + column * 0.2)
      const y = h * (0.14 + row * 0.36)
      const [pw, ph] = [w * 0.16, h * 0.3]
      panes += polygon([
        [x + lean * (1 - row * 0.5), y],
        [x + pw + lean * (1 - row * 0.5), y + 6],
        [x + pw + lean * (0.5 - row * 0.4), y + ph],
        [x + lean * (0.5 - row * 0.4), y + ph - 8],
      ])
    }
  const all = `M${num(w * 0.05)} ${num(h * 0.06)}H${num(w * 0.95)}V${num(h * 0.94)}H${num(w * 0.05)}Z`
  const folds = [0.22, 0.47, 0.73]
    .map((at) =>
      pencil(
        sheet,
        [
          [w * at, h * 0.06],
          [w * (at + 0.03), h * 0.4],
          [w * (at - 0.01), h * 0.94],
        ],
        { times: 2, dark: 0.35, width: 5 },
      ),
    )
    .join('')
  return (
    hatch(sheet, all, { box: [w * 0.05, h * 0.06, w * 0.9, h * 0.88], name: 'w1', gap: 9, dark: 0.34 }) +
    hatch(sheet, all, { box: [w * 0.05, h * 0.06, w * 0.9, h * 0.88], name: 'w2', degrees: -20, gap: 12, dark: 0.26 }) +
    `<path d="${panes}" fill="#f4f1e7"/>` +
    hatch(sheet, panes, { box: [w * 0.1, h * 0.1, w * 0.8, h * 0.8], name: 'w3', degrees: 70, gap: 30, dark: 0.08 }) +
    folds
  )
}

const whites = ['#f3ece0', '#e6e4e2', '#dfe3e6', '#efe2cf', '#cfd6da', '#d9d2c4', '#bfc6c9'] as const

/** Seven whites of one cloth, brushed on in two rows. */
function whitesScene({ random, width: w, height: h }: Sheet): string {
  return whites
    .map((white, index) => {
      const x = w * (0.09 + (index % 4) * 0.215)
      const y = h * (index < 4 ? 0.16 : 0.54)
      const [bw, bh] = [w * 0.18, h * 0.26]
      const edge = Array.from({ length: 16 }, (_, step): Point => {
        const along = (step % 4) / 4
        const wobble = random.float(-9, 9)
        if (step < 4) return [x + bw * along, y + wobble]
        if (step < 8) return [x + bw + wobble, y + bh * along]
        if (step < 12) return [x + bw * (1 - along), y + bh + wobble]
        return [x + wobble, y + bh * (1 - along)]
      })
      const note = `M${num(x)} ${num(y + bh + 34)}q22 -14 44 0t44 2t40 -4`
      return `<path d="${closed(edge)}" fill="${white}"/><path d="${closed(edge)}" fill="none" stroke="#8d8878" stroke-width="3" opacity=".5"/><path d="${note}" fill="none" stroke="${graphite}" stroke-width="3" opacity=".6"/>`
    })
    .join('')
}

/** Five small frames with the same three things; one is starred. */
function thumbnailsScene(sheet: Sheet): string {
  const { random, width: w, height: h } = sheet
  const chosen = random.int(0, 4)
  return [0, 1, 2, 3, 4]
    .map((index) => {
      const [fw, fh] = [w * 0.27, h * 0.34]
      const x = w * 0.07 + (index % 3) * w * 0.3
      const y = h * (index < 3 ? 0.1 : 0.55)
      const jar: Jar = {
        at: [x + fw * random.float(0.25, 0.7), y + fh * 0.84],
        belly: fw * 0.15,
        tall: fh * random.float(0.5, 0.66),
        flat: 0.28,
      }
      const ball: Point = [x + fw * random.float(0.2, 0.8), y + fh * 0.8]
      const star: Point = [x + fw + 18, y + 18]
      return (
        pencil(
          sheet,
          [
            [x, y],
            [x + fw / 2, y + 3],
            [x + fw, y],
            [x + fw, y + fh],
            [x, y + fh],
            [x, y],
          ],
          { times: 2, dark: 0.5 },
        ) +
        pencil(
          sheet,
          [
            [x, y + fh * 0.6],
            [x + fw / 2, y + fh * 0.61],
            [x + fw, y + fh * 0.6],
          ],
          { times: 1, dark: 0.4 },
        ) +
        shade(sheet, jar, `t${index}`) +
        lines(sheet, jar, 0.5) +
        fruit(sheet, ball, fw * 0.08, `f${index}`) +
        (index === chosen
          ? pencil(
              sheet,
              [
                [star[0] - 16, star[1]],
                [star[0] + 16, star[1]],
                [star[0] - 10, star[1] + 16],
                [star[0], star[1] - 18],
                [star[0] + 12, star[1] + 16],
                [star[0] - 16, star[1]],
              ],
              { times: 2, dark: 0.8 },
            )
          : '')
      )
    })
    .join('')
}

const scenes: Readonly<Record<SheetName, (sheet: Sheet) => string>> = {
  jar: jarScene,
  shadow: shadowScene,
  heights: heightsScene,
  window: windowScene,
  whites: whitesScene,
  thumbnails: thumbnailsScene,
  grid: gridScene,
}

/** What is on the sheet. */
export function drawSheet(name: SheetName, sheet: Sheet): string {
  return scenes[name](sheet)
}
