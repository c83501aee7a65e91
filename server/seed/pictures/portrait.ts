import { hairs, pigment, skins } from './palette.ts'
import { beard, dress, glasses, mouth } from './portrait-dress.ts'
import { type HairStyle, longHair, shortHair } from './portrait-hair.ts'
import { circle, num, path, placed, rect, type Stage, stroke } from './shapes.ts'

const grounds = [
  pigment.mint,
  pigment.straw,
  pigment.sky,
  pigment.rose,
  pigment.paper,
  pigment.sage,
  pigment.mist,
  pigment.ochre,
]
const cloths = [
  pigment.board,
  pigment.indigo,
  pigment.plum,
  pigment.red,
  pigment.slate,
  pigment.ochre,
  pigment.persimmon,
  pigment.pine,
  pigment.ink,
]
const inners: readonly string[] = [pigment.chalk, pigment.paper, pigment.straw, pigment.mist]

function backdrop(stage: Stage, ground: string): string {
  const { random, width: w, height: h } = stage
  const pale = random.pick(
    [pigment.chalk, pigment.paper, pigment.straw, pigment.mist].filter((colour) => colour !== ground),
  )
  const kind = random.int(0, 4)
  const back = rect(0, 0, w, h, ground)
  if (kind === 0) return back + circle(w / 2, h * 0.46, Math.min(w, h) * 0.4, pale, 'opacity=".55"')
  if (kind === 1) return back + rect(w * random.pick([0, 0.5]), 0, w / 2, h, pale, 'opacity=".4"')
  if (kind === 2)
    return (
      back +
      path(
        `M${num(w * 0.14)} ${num(h)}V${num(w * 0.42)}a${num(w * 0.36)} ${num(w * 0.36)} 0 0 1 ${num(w * 0.72)} 0V${num(h)}Z`,
        pale,
        'opacity=".5"',
      )
    )
  return back
}

/** A half body cut from paper; hair, glasses and clothes make the likeness. */
export function portrait(stage: Stage, feminine?: boolean): string {
  const { random, width: w, height: h } = stage
  const woman = feminine ?? random.chance(0.5)
  const ground = random.pick(grounds)
  const elder = random.chance(0.2)
  const skin = random.pick(skins)
  const hair = elder
    ? random.pick([hairs.grey, hairs.white, hairs.umber])
    : random.pick([hairs.black, hairs.black, hairs.brown, hairs.umber])
  const style: HairStyle = random.pick(woman ? longHair : shortHair)
  const main = random.pick(cloths.filter((colour) => colour !== ground))
  const inner = random.pick(inners.filter((colour) => colour !== ground && colour !== main))
  const accent = random.pick(
    [pigment.red, pigment.ochre, pigment.slate, pigment.board, pigment.plum, pigment.persimmon].filter(
      (colour) => colour !== main && colour !== ground,
    ),
  )
  const cut = random.int(0, 9)
  const lip = woman ? '#a8433a' : '#8d4a3a'
  const jaw = woman ? random.pick([138, 141]) : random.pick([142, 146, 149])
  let art =
    style.back(hair) +
    (style.bald === true ? '' : path('M73 106C66 44 174 44 167 106Z', hair)) +
    dress(stage, cut, { main, inner, accent, skin })
  art += circle(77, 108, 9, skin) + circle(163, 108, 9, skin)
  art += path(`M78 96C78 56 162 56 162 96C162 ${jaw} ${jaw > 145 ? 148 : 142} 167 120 167S78 ${jaw} 78 96Z`, skin)
  if (woman && random.chance(0.7))
    art += circle(94, 130, 9, '#d9604a', 'opacity=".22"') + circle(146, 130, 9, '#d9604a', 'opacity=".22"')
  const bearded = !woman && random.chance(0.3)
  if (bearded) art += beard(random.int(0, 2), hair)
  art += style.front(hair) + face(stage, woman, elder, hair)
  art += mouth(random, lip)
  const spectacles = random.chance(elder ? 0.6 : 0.4)
  if (spectacles) art += glasses(random.int(0, 3), random.pick([pigment.ink, pigment.ink, '#7a4a2b', pigment.indigo]))
  if (woman && random.chance(0.45))
    art += random.chance(0.5)
      ? circle(76, 122, 4, accent) + circle(164, 122, 4, accent)
      : stroke('M76 120v14M164 120v14', accent, 4.5, 'stroke-linecap="round"')
  if (style.knot !== true && random.chance(0.1))
    art += path('M68 84C62 22 178 22 172 84C150 70 90 70 68 84Z', accent) + circle(120, 34, 7, accent)
  const scale = Math.max(w / 240, (h / 240) * 0.92)
  return backdrop(stage, ground) + placed(art, w / 2 - 120 * scale, h - 240 * scale, scale)
}

function face(stage: Stage, woman: boolean, elder: boolean, hair: string): string {
  const { random } = stage
  const brow = hair === hairs.white ? hairs.grey : hair
  const calm = random.chance(0.2)
  let art = calm
    ? stroke('M96 112Q102 117 108 112M132 112Q138 117 144 112', pigment.ink, 3, 'stroke-linecap="round"')
    : circle(102, 112, 3.6, pigment.ink) + circle(138, 112, 3.6, pigment.ink)
  const arch = random.pick([4, 1.5, 6])
  art += stroke(
    `M94 ${99 + arch / 2}Q102 ${98 - arch / 2} 110 ${100}M146 ${99 + arch / 2}Q138 ${98 - arch / 2} 130 ${100}`,
    brow,
    woman ? 2.4 : 3.6,
    'stroke-linecap="round"',
  )
  if (woman && !calm) art += stroke('M97 110l-4 -3M143 110l4 -3', pigment.ink, 1.8, 'stroke-linecap="round"')
  art += stroke(
    random.pick(['M121 116Q126 126 118 128', 'M120 114V126Q120 129 115 128', 'M116 127Q120 131 124 127']),
    '#1b2019',
    2.4,
    'opacity=".28" stroke-linecap="round"',
  )
  if (elder)
    art += stroke(
      'M88 122q4 4 9 4M152 122q-4 4 -9 4M104 134q-4 5 -3 10M136 134q4 5 3 10',
      '#1b2019',
      1.8,
      'opacity=".2" stroke-linecap="round"',
    )
  return art
}
