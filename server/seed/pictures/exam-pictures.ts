import { circle, d, ellipse, path, rect, round, stroke } from './shapes.ts'

const ink = '#2f3a33'
const paper = '#fbf8f1'
const soft = '#d9d4c7'
const accent = '#c8492f'
const leaf = '#5f7f63'
const width = 640
const height = 400

type Draw = (id: string) => string
type Corner = readonly [x: number, y: number]

/** Four greys on grounds that deceive; the last is the large one's. */
const greySteps: Draw = () =>
  [
    rect(40, 70, 220, 260, '#8a8a8a'),
    rect(300, 50, 150, 140, '#3a3a3a'),
    rect(345, 90, 60, 60, '#a8a8a8'),
    rect(460, 50, 150, 140, '#e4e4e4'),
    rect(505, 90, 60, 60, '#6c6c6c'),
    rect(300, 210, 150, 140, '#e4e4e4'),
    rect(345, 250, 60, 60, '#a0a0a0'),
    rect(460, 210, 150, 140, '#3a3a3a'),
    rect(505, 250, 60, 60, '#8a8a8a'),
  ].join('')

function polygon(corners: readonly Corner[], fill: string): string {
  const [first = [0, 0], ...rest] = corners
  const lines = rest.map(([x, y]) => d`L${x} ${y}`).join('')
  return path(`${d`M${first[0]} ${first[1]}`}${lines}z`, fill, `stroke="${ink}" stroke-width="4" ${round}`)
}

/** Two cubes whose edges meet in one point, and one whose edges part. */
const cubes: Draw = () => {
  const vanish: Corner = [320, 70]
  const back = ([x, y]: Corner): Corner => [x + (vanish[0] - x) * 0.32, y + (vanish[1] - y) * 0.32]
  const front = (left: number): readonly Corner[] => [
    [left, 200],
    [left + 110, 200],
    [left + 110, 310],
    [left, 310],
  ]
  const at = (corners: readonly Corner[], place: number): Corner => corners[place] ?? vanish
  const top = (of: readonly Corner[]): string =>
    polygon([at(of, 0), at(of, 1), back(at(of, 1)), back(at(of, 0))], '#efe7d3')
  const [left, middle] = [front(60), front(265)]
  const side = polygon([at(left, 1), back(at(left, 1)), back(at(left, 2)), at(left, 2)], '#b9b19c')
  const wrong = front(450)
  return [
    top(left),
    side,
    polygon(left, '#d9d0b8'),
    top(middle),
    polygon(middle, '#d9d0b8'),
    polygon([at(wrong, 0), at(wrong, 1), [612, 128], [436, 128]], '#efe7d3'),
    polygon([at(wrong, 1), [612, 128], [612, 344], at(wrong, 2)], '#b9b19c'),
    polygon(wrong, '#d9d0b8'),
  ].join('')
}

function mark(x: number, y: number): string {
  return circle(x, y, 11, 'none', `stroke="${accent}" stroke-width="4"`)
}

/** A ball under light from the upper left, with four places marked. */
const ball: Draw = (id) => {
  const stops = [
    ['0', '#ffffff'],
    ['0.22', '#e3dccb'],
    ['0.42', '#a39b89'],
    ['0.6', '#3f3b34'],
    ['0.85', '#6d675b'],
    ['1', '#8a8374'],
  ]
  const gradient = stops.map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`).join('')
  return [
    rect(0, 290, width, 110, soft),
    ellipse(390, 330, 190, 30, '#8b8675'),
    `<radialGradient id="ball-${id}" cx="0.34" cy="0.3" r="0.78">${gradient}</radialGradient>`,
    circle(300, 200, 135, `url(#ball-${id})`),
    mark(246, 146),
    mark(276, 208),
    mark(352, 232),
    mark(396, 278),
  ].join('')
}

/** A page of four columns with a picture over two of them. */
const gridPage: Draw = () => {
  const column = (index: number): number => 170 + index * 78
  const lines = (index: number, from: number, count: number): string =>
    Array.from({ length: count }, (_, line) => rect(column(index), from + line * 14, 66, 7, '#9a958a')).join('')
  return [
    rect(140, 20, 360, 360, '#ffffff', `stroke="${ink}" stroke-width="3"`),
    rect(170, 48, 222, 22, ink),
    rect(170, 92, 144, 120, leaf),
    lines(0, 230, 9),
    lines(1, 230, 9),
    lines(2, 92, 19),
    lines(3, 92, 19),
  ].join('')
}

/** Four buttons with the keyboard on them; one shows it plainly. */
const focusRings: Draw = () => {
  const button = (x: number, y: number, fill: string): string => rect(x, y, 200, 84, fill, 'rx="14"')
  const word = (x: number, y: number, thick: number): string =>
    stroke(d`M${x + 60} ${y + 42}h80`, '#ffffff', thick, round)
  return [
    button(80, 70, '#4d6f85'),
    word(80, 70, 8),
    rect(348, 58, 224, 108, 'none', `rx="22" stroke="${ink}" stroke-width="8"`),
    button(360, 70, '#56798f'),
    word(360, 70, 8),
    button(80, 246, '#56798f'),
    word(80, 246, 8),
    button(360, 246, '#56798f'),
    word(360, 246, 10),
  ].join('')
}

/** Two tables; the line between them ends in a bar and in a crow's foot. */
const tables: Draw = () => {
  const table = (x: number): string =>
    [
      rect(x, 90, 190, 220, '#ffffff', `stroke="${ink}" stroke-width="4"`),
      rect(x, 90, 190, 48, x < 300 ? leaf : '#4d6f85'),
      ...[0, 1, 2, 3].map((row) => rect(x + 20, 158 + row * 36, row % 2 === 0 ? 130 : 96, 12, soft)),
    ].join('')
  const lines = `${d`M240 200H400`}${d`M262 182v36`}${d`M372 200L400 178`}${d`M372 200L400 222`}`
  return [table(50), table(400), stroke(lines, ink, 5, round)].join('')
}

/** Somebody who stands, in four frames. */
const shotSizes: Draw = () => {
  const frame = (x: number, y: number, wide: number, high: number): string =>
    rect(x, y, wide, high, 'none', `stroke="${accent}" stroke-width="4"`)
  return [
    rect(0, 0, width, height, '#e8e2d3'),
    circle(320, 76, 30, '#c99d78'),
    path(d`M290 72q30 -52 60 0q-30 -22 -60 0z`, ink),
    path(d`M274 116q46 -20 92 0l10 108h-112z`, leaf),
    path(d`M270 224h100l-8 152h-34l-8 -120l-8 120h-34z`, '#4d6f85'),
    frame(90, 8, 460, 384),
    frame(180, 20, 280, 212),
    frame(226, 30, 188, 132),
    frame(270, 38, 100, 74),
  ].join('')
}

/** A face with the light on its left, a triangle of it on the right cheek. */
const portraitLight: Draw = (id) =>
  [
    rect(0, 0, width, height, '#4a4640'),
    `<clipPath id="face-${id}"><ellipse cx="320" cy="200" rx="118" ry="158"/></clipPath>`,
    `<g clip-path="url(#face-${id})">`,
    rect(200, 30, 240, 340, '#e7c3a0'),
    path(d`M326 30h130v340h-150q26 -60 18 -120q-10 -90 2 -220z`, '#6b4d3a'),
    path(d`M352 196l46 6l-30 58z`, '#e7c3a0'),
    path(d`M318 190l10 62l44 26l-30 -4z`, '#4d3628'),
    '</g>',
    stroke(d`M318 150l-12 84q8 12 26 8`, ink, 5, round),
    ellipse(272, 168, 22, 9, '#ffffff'),
    circle(274, 168, 8, ink),
    ellipse(370, 168, 22, 9, '#8d7565'),
    circle(372, 168, 8, ink),
    stroke(d`M276 296q44 22 84 0`, '#8a3f33', 7, round),
  ].join('')

/** Four waves one below the other; the tops of the last are cut off. */
const waveforms: Draw = () => {
  const wave = (middle: number, at: (turn: number) => number): string => {
    const points = Array.from({ length: 145 }, (_, step) => d`L${40 + step * 3.9} ${middle - at(step / 12)}`).join('')
    return `${stroke(d`M30 ${middle}H610`, soft, 2)}${stroke(points.replace('L', 'M'), '#4d6f85', 4, round)}`
  }
  const sine = (turn: number): number => Math.sin(turn * Math.PI)
  return [
    wave(58, (turn) => 14 * sine(turn)),
    wave(152, (turn) => 36 * sine(turn)),
    wave(248, (turn) => 34 * sine(turn) * Math.sin((turn * Math.PI) / 12)),
    wave(344, (turn) => Math.max(-30, Math.min(30, 58 * sine(turn)))),
  ].join('')
}

/** What came in beside what it cost, and what is left. */
const profitBars: Draw = () =>
  [
    rect(150, 60, 130, 290, leaf),
    rect(360, 180, 130, 170, '#4d6f85'),
    rect(360, 126, 130, 54, '#8aa5b5'),
    rect(362, 62, 126, 62, 'none', `stroke="${accent}" stroke-width="4" stroke-dasharray="10 8"`),
    stroke(d`M90 350H550`, ink, 5, round),
  ].join('')

const drawings = {
  'grey-steps': greySteps,
  cubes,
  ball,
  'grid-page': gridPage,
  'focus-rings': focusRings,
  tables,
  'shot-sizes': shotSizes,
  'portrait-light': portraitLight,
  waveforms,
  'profit-bars': profitBars,
} satisfies Readonly<Record<string, Draw>>

export type ExamPictureName = keyof typeof drawings

/** In the order in which `family` counts them. */
export const examPictureNames = Object.keys(drawings) as ExamPictureName[]

/** What a question of an exam shows; it is drawn for 640 by 400 pixels. */
export function examPicture(name: ExamPictureName, id: string): string {
  return rect(0, 0, width, height, paper) + drawings[name](id)
}
