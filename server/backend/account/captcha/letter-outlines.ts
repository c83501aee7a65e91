import { ownValue } from '#shared/own-value.ts'
import { cardGlyph } from '#server/cards/card-font.ts'
import type { PictureRandom } from './picture-random.ts'

/** Strokes of a letter in a box 100 high and about 70 wide, as a pen draws them: paths for SVG. */
const strokes: Readonly<Record<string, string>> = {
  A: 'M4 100L35 2L66 100M16 66H54',
  F: 'M12 100V3H62M12 50H52',
  H: 'M8 0V100M62 0V100M8 51H62',
  K: 'M10 0V100M62 2L10 62M30 44L66 100',
  M: 'M4 100L12 2L40 72L68 2L76 100',
  R: 'M10 100V3H38C70 3 70 53 38 53H10M36 53L66 100',
  T: 'M2 3H70M36 3V100',
  U: 'M8 0V62C8 112 64 112 64 62V0',
  W: 'M2 0L22 98L42 24L62 98L82 0',
  X: 'M4 0L66 100M66 0L4 100',
  Y: 'M2 0L36 50L70 0M36 50V100',
  '3': 'M8 16C20 -8 62 -4 60 24C60 44 44 48 28 48C52 48 66 58 64 76C60 106 16 106 5 84',
  '4': 'M50 100V2L4 70H70',
  '7': 'M4 4H64C44 36 30 66 26 100',
}

/** What may be drawn: no two look alike, and none sounds like another when it is read out. */
export const readable = Object.keys(strokes)

const brush = 'stroke-linecap="round" stroke-linejoin="round"'

/** One character of a picture as the inside of an SVG, its box 100 high at the origin; and how wide it is. */
export function drawCharacter(random: PictureRandom, character: string): { art: string; width: number } {
  const glyph = random.chance(0.5) ? cardGlyph(character) : undefined
  if (glyph) {
    // capitals and digits are about 740 of 1000 high
    const scale = 100 / 740
    const more = random.float(0, 34)
    const art = `<path transform="translate(0 100) scale(${scale.toFixed(4)} ${(-scale).toFixed(4)})" d="${glyph.path}" fill="#000" stroke="#000" stroke-width="${more.toFixed(0)}"/>`
    return { art, width: glyph.advance * scale }
  }
  const path = ownValue(strokes, character) ?? ''
  const width = character === 'W' || character === 'M' ? 82 : 72
  return {
    art: `<path d="${path}" fill="none" stroke="#000" stroke-width="${random.float(11, 17).toFixed(1)}" ${brush}/>`,
    width,
  }
}
