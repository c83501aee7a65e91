import { cardGlyph } from './card-font.ts'

const closing = /^[、。，．：；！？）》〉」』】〕〗”’]$/u
const opening = /^[（《〈「『【〔〖“‘]$/u
const em = 1000
/** Words are brought into the picture no longer than this; a line holds far less. */
const longest = 400

/** The text as far as it can be drawn: one line, without what the font doesn't have. */
export function drawableText(text: string): string {
  const known = [...text.normalize('NFC').replace(/\s+/gu, ' ').slice(0, longest)].filter(
    (character) => cardGlyph(character) !== undefined,
  )
  return known.join('').replace(/ {2,}/g, ' ').trim()
}

/** Room of a character before the next: two marks side by side share their empty halves. */
function advanceOf(character: string, next: string | undefined): number {
  const advance = cardGlyph(character)?.advance ?? 0
  if (next === undefined || advance < em) return advance
  const squeezed =
    (closing.test(character) && (closing.test(next) || opening.test(next))) ||
    (opening.test(character) && opening.test(next))
  return squeezed ? advance - em / 2 : advance
}

/** Width of a line in ems. */
export function measureText(text: string): number {
  const characters = [...text]
  return characters.reduce((sum, character, index) => sum + advanceOf(character, characters[index + 1]), 0) / em
}

const round = (value: number): string => String(Math.round(value * 100) / 100)

export interface TextSpot {
  x: number
  /** The baseline. */
  y: number
  /** Pixels to the em. */
  size: number
  fill: string
}

/** One line as SVG paths; its first stroke, not its first character's empty space, stands at `x`. */
export function lineSvg(text: string, { x, y, size, fill }: TextSpot): string {
  const scale = size / em
  const characters = [...text]
  let at = -(cardGlyph(characters[0] ?? '')?.bearing ?? 0)
  const paths = characters.map((character, index) => {
    const from = at
    at += advanceOf(character, characters[index + 1])
    const path = cardGlyph(character)?.path
    return path ? `<path transform="translate(${round(from)})" d="${path}"/>` : ''
  })
  return `<g fill="${fill}" transform="translate(${round(x)} ${round(y)}) scale(${scale} ${-scale})">${paths.join('')}</g>`
}

/** One character in the middle of a square. */
export function characterSvg(character: string, middle: { x: number; y: number }, size: number, fill: string): string {
  const glyph = cardGlyph(character)
  if (!glyph) return ''
  const scale = size / em
  // Chinese characters fill their square from 120 below the baseline to 880 above it.
  const x = middle.x - (glyph.advance * scale) / 2
  const y = middle.y + 0.38 * size
  return `<g fill="${fill}" transform="translate(${round(x)} ${round(y)}) scale(${scale} ${-scale})"><path d="${glyph.path}"/></g>`
}
