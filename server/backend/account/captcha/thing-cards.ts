import sharp from 'sharp'
import type { PictureRandom } from './picture-random.ts'
import type { Pixels } from './pixels.ts'
import type { ThingDrawing } from './thing-drawings.ts'

/** Width and height of a card's picture, pixels; what is seen of it is a disc. */
export const cardSize = 38

/** Ways to draw: an area of ink, a line around, hatching, or an area in a second colour with a line around. */
export const cardStyles = ['filled', 'outlined', 'hatched', 'tinted'] as const
export type CardStyle = (typeof cardStyles)[number]

/** A card to be drawn. */
export interface Card {
  readonly drawing: ThingDrawing
  readonly style: CardStyle
  /** The drawing is turned so far at most, degrees. */
  readonly turn: number
}

/** A drawn card. */
export interface CardPixels extends Pixels {
  /** Red, green and blue of the card itself, 0 to 255. */
  readonly ground: readonly [number, number, number]
}

/** `[r, g, b]` of a colour by hue (degrees), saturation and lightness (0 to 1). */
function rgbOf(hue: number, saturation: number, lightness: number): [number, number, number] {
  const part = (shift: number): number => {
    const at = (shift + hue / 30) % 12
    return Math.round(
      255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(at - 3, 9 - at, 1))),
    )
  }
  return [part(0), part(8), part(4)]
}

const n = (value: number): string => value.toFixed(2)

function cardSvg(
  random: PictureRandom,
  { drawing, style, turn }: Card,
  id: number,
): { svg: string; ground: [number, number, number] } {
  const light = random.chance(0.5)
  const [hue, inkHue] = [random.float(0, 360), random.float(0, 360)]
  const ground = light
    ? rgbOf(hue, random.float(0.3, 0.7), random.float(0.78, 0.88))
    : rgbOf(hue, random.float(0.3, 0.55), random.float(0.24, 0.34))
  const ink = `rgb(${(light ? rgbOf(inkHue, random.float(0.5, 0.8), random.float(0.2, 0.3)) : rgbOf(inkHue, random.float(0.5, 0.9), random.float(0.8, 0.88))).join()})`
  const tint = `rgb(${rgbOf(random.float(0, 360), random.float(0.5, 0.8), light ? random.float(0.55, 0.68) : random.float(0.42, 0.55)).join()})`
  const back = `rgb(${ground.join()})`
  const [line, wide] = [random.float(5, 7.5), random.float(6, 8.5)]
  const { body, limbs = '', marks = '' } = drawing
  const stroke = (path: string, colour: string, width: number): string =>
    path &&
    `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linejoin="round" stroke-linecap="round"/>`
  const area = (fill: string): string => `<path d="${body}" fill="${fill}" fill-rule="evenodd"/>`
  const hatch = `<pattern id="h${id}" width="11" height="11" patternUnits="userSpaceOnUse" patternTransform="rotate(${random.int(0, 179)})"><path d="M0 5H11" stroke="${ink}" stroke-width="${n(random.float(4.5, 6))}"/></pattern>`
  const arts: Readonly<Record<CardStyle, () => string>> = {
    filled: () => area(ink) + stroke(limbs, ink, wide) + stroke(marks, back, line),
    outlined: () => stroke(limbs, ink, line) + stroke(body, ink, line) + stroke(marks, ink, line - 1),
    hatched: () =>
      hatch +
      area(`url(#h${id})`) +
      stroke(limbs, ink, wide) +
      stroke(body, ink, 4) +
      stroke(marks, back, 11) +
      stroke(marks, ink, 5),
    tinted: () => stroke(limbs, ink, line) + area(tint) + stroke(body, ink, line - 1) + stroke(marks, ink, line - 1),
  }
  const middle = cardSize / 2
  const sizes = [random.float(0.78, 1.1), random.float(0.78, 1.1)].map((size) => (size * 27.5) / 100)
  const moves = [
    `translate(${n(id * cardSize + middle + random.float(-1, 1))} ${n(middle + random.float(-1, 1))})`,
    `rotate(${n(random.float(-turn, turn))})`,
    `skewX(${n(random.float(-10, 10))})`,
    `scale(${n((sizes[0] ?? 0) * (random.chance(0.5) ? -1 : 1))} ${n(sizes[1] ?? 0)})`,
    'translate(-50 -50)',
  ]
  const svg = `<rect x="${id * cardSize}" width="${cardSize}" height="${cardSize}" fill="${back}"/><g transform="${moves.join(' ')}">${arts[style]()}</g>`
  return { svg, ground }
}

/** Draws cards, each in colours, strokes and proportions of its own. */
export async function drawCards(random: PictureRandom, cards: readonly Card[]): Promise<CardPixels[]> {
  const drawn = cards.map((card, id) => cardSvg(random, card, id))
  const width = cards.length * cardSize
  const art = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${cardSize}">${drawn.map(({ svg }) => svg).join('')}</svg>`
  const data = await sharp(Buffer.from(art)).removeAlpha().raw().toBuffer()
  return drawn.map(({ ground }, id) => {
    const pixels = new Float32Array(cardSize * cardSize * 3)
    for (let row = 0; row < cardSize; row++) {
      const from = (row * width + id * cardSize) * 3
      pixels.set(data.subarray(from, from + cardSize * 3), row * cardSize * 3)
    }
    return { width: cardSize, height: cardSize, data: pixels, ground }
  })
}
