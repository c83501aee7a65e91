import sharp from 'sharp'
import { slide } from '#shared/rules/captcha-rules.ts'
import type { CaptchaLevel, SlidePictures } from '#server/backend/context/captcha-drawing.ts'
import { drawScenery } from './captcha-scenery.ts'
import { createPictureRandom, type PictureRandom } from './picture-random.ts'
import { createField, type Pixels, sample } from './pixels.ts'
import { leastLike, likenesses, pickDecoys } from './slide-attacks.ts'
import { type Card, type CardPixels, cardSize, cardStyles, drawCards } from './thing-cards.ts'
import { type Thing, things } from './thing-drawings.ts'

/** Where a hole's left edge may be: so many places that a guess with its tolerance is right in less than one of twenty. */
export const holePlaces = { from: 24, to: slide.width - slide.block } as const
const holes = 12
/** From one left edge to the next: just as many fit as are wanted, wherever the first one is. Neighbours stand in two rows. */
const holeGap = (holePlaces.to - holePlaces.from + 1) / holes
/** Where the middles of the rows are, pixels from above; between them is the piece's way, which tells nothing of its hole's row. */
const rows = { upper: 25, lower: 130 } as const
const pieceMiddle = (rows.upper + rows.lower) / 2
const holeRadius = 18
const half = slide.block / 2
/** So many cards are drawn to choose the decoys from. */
const candidates = 26
/** The right hole's card is drawn so often, and the one whose lines are least like the piece's is taken. */
const rightCards = 3

/** How hard a picture is. */
interface SlideStyle {
  /** Noise over everything, of 255. */
  readonly noise: number
  /** How far drawings are bent, pixels. */
  readonly bend: number
  /** How far drawings in holes are turned at most, degrees. */
  readonly turn: number
}
const styles: Readonly<Record<CaptchaLevel, SlideStyle>> = {
  1: { noise: 10, bend: 1.2, turn: 10 },
  2: { noise: 14, bend: 1.7, turn: 13 },
  3: { noise: 18, bend: 2.1, turn: 16 },
}

/** Things that a person could take for one another: of such a group only one is in a picture whose piece shows one of it. */
const alike: readonly (readonly string[])[] = [
  ['bulb', 'sun', 'clock'],
  ['tree', 'leaf', 'cactus', 'mushroom', 'flower'],
  ['car', 'train'],
  ['book', 'phone'],
  ['umbrella', 'pencil'],
  ['glasses', 'bicycle'],
]

/** A landscape in light and shade, nothing cut out of it. */
async function drawScene(random: PictureRandom): Promise<Pixels> {
  const { width, height } = slide
  const art = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawScenery(random, width, height)}</svg>`
  const data = Float32Array.from(await sharp(Buffer.from(art)).removeAlpha().raw().toBuffer())
  const [spots, clouds] = [createField(random, width, height, 13), createField(random, width, height, 45)]
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const light = 26 * (spots.at(column, row) + clouds.at(column, row))
      const at = (row * width + column) * 3
      for (let channel = 0; channel < 3; channel++) data[at + channel] = (data[at + channel] ?? 0) + light
    }
  }
  return { width, height, data }
}

/** The piece's card, the right hole's, and the other holes': all other kinds of things, and none drawn in the piece's way. */
async function chooseCards(
  random: PictureRandom,
  { turn }: SlideStyle,
): Promise<{ piece: CardPixels; right: CardPixels; decoys: CardPixels[] }> {
  const [[name, drawings] = ['', []], ...kinds] = random.shuffled<readonly [string, Thing | readonly []]>(
    Object.entries(things),
  )
  const [one, other] = random.shuffled<Card['drawing']>(drawings)
  const [own, ...ways] = random.shuffled(cardStyles)
  if (!name || !one || !other || !own) throw new RangeError('There are no things.')
  const unlike = kinds.filter(([kind]) => !alike.some((group) => group.includes(kind) && group.includes(name)))
  const holeCard = (drawing: Card['drawing']): Card => ({ drawing, style: random.pick(ways), turn })
  const decoys = unlike.slice(0, candidates).map(([, sorts]) => holeCard(random.pick<Card['drawing']>(sorts)))
  const rights = Array.from({ length: rightCards }, () => holeCard(other))
  const [piece, ...cards] = await drawCards(random, [{ drawing: one, style: own, turn: 0 }, ...rights, ...decoys])
  if (!piece) throw new RangeError('Nothing was drawn.')
  const scores = likenesses(piece, cards)
  const right = leastLike(scores.slice(0, rightCards))
  const others = cards.slice(rightCards)
  const chosen = pickDecoys(random, [scores[right] ?? [], ...scores.slice(rightCards)], holes - 1)
  return { piece, right: cards[right] ?? piece, decoys: chosen.flatMap((index) => others[index - 1] ?? []) }
}

/** How much of a point `distance` away from a card's middle is the card's. */
const coverAt = (distance: number): number => Math.min(Math.max(holeRadius + 0.5 - distance, 0), 1)

/** Lays a card's disc over `target`, its middle at `x` and `y`: bent, in uneven light, with a rim. */
function layCard(
  random: PictureRandom,
  target: Pixels,
  card: CardPixels,
  { bend, at: [x, y], rim }: { bend: number; at: readonly [number, number]; rim: number },
): void {
  const [bendX, bendY, shade] = [
    createField(random, cardSize, cardSize, 11),
    createField(random, cardSize, cardSize, 11),
    createField(random, cardSize, cardSize, 16),
  ]
  for (let row = Math.max(0, Math.floor(y - half)); row < Math.min(target.height, y + half); row++) {
    for (let column = Math.max(0, Math.floor(x - half)); column < Math.min(target.width, x + half); column++) {
      const dx = column + 0.5 - x
      const dy = row + 0.5 - y
      const distance = Math.hypot(dx, dy)
      const cover = coverAt(distance)
      if (cover === 0) continue
      const cardX = dx + cardSize / 2 - 0.5
      const cardY = dy + cardSize / 2 - 0.5
      const light = 16 * shade.at(cardX, cardY) + rim * Math.max(0, 1 - Math.abs(holeRadius - 0.6 - distance) / 1.5)
      const fromX = cardX + bend * bendX.at(cardX, cardY)
      const fromY = cardY + bend * bendY.at(cardX, cardY)
      const at = (row * target.width + column) * 3
      for (let channel = 0; channel < 3; channel++) {
        target.data[at + channel] =
          (target.data[at + channel] ?? 0) * (1 - cover) + (sample(card, fromX, fromY, channel) + light) * cover
      }
    }
  }
}

function addGrain(random: PictureRandom, { data }: Pixels, noise: number): void {
  for (let at = 0; at < data.length; at += 3) {
    const grain = random.float(-noise, noise)
    for (let channel = at; channel < at + 3; channel++) data[channel] = (data[channel] ?? 0) + grain
  }
}

async function encode(scene: Pixels, piece: Pixels, middle: number): Promise<Pick<SlidePictures, 'picture' | 'piece'>> {
  const { width, height, block } = slide
  const rgba = new Uint8ClampedArray(block * height * 4)
  for (let at = 0; at < block * height; at++) {
    rgba.set(piece.data.subarray(at * 3, at * 3 + 3), at * 4)
    rgba[at * 4 + 3] = 255 * coverAt(Math.hypot((at % block) + 0.5 - half, Math.floor(at / block) + 0.5 - middle))
  }
  const webp = async (data: Uint8ClampedArray, columns: number, channels: 3 | 4): Promise<string> =>
    (
      await sharp(data, { raw: { width: columns, height, channels } })
        .webp({ quality: 84, effort: 1 })
        .toBuffer()
    ).toString('base64')
  const [pictureText, pieceText] = await Promise.all([
    webp(Uint8ClampedArray.from(scene.data), width, 3),
    webp(rgba, block, 4),
  ])
  return { picture: pictureText, piece: pieceText }
}

/** All holes of a picture that has one there, from the left: their left edges and middles. */
export function holesBeside({ x, isUpper }: Pick<SlidePictures, 'x' | 'isUpper'>): { x: number; middle: number }[] {
  const number = Math.floor((x - holePlaces.from) / holeGap)
  return Array.from({ length: holes }, (_, index) => ({
    x: x + (index - number) * holeGap,
    middle: isUpper === ((index - number) % 2 === 0) ? rows.upper : rows.lower,
  }))
}

/** Draws a puzzle that no other is like: of twelve round holes one shows the same kind of thing as the piece. */
export async function drawSlide(
  level: CaptchaLevel = 1,
  random: PictureRandom = createPictureRandom(),
): Promise<SlidePictures> {
  const style = styles[level]
  const x = random.int(holePlaces.from, holePlaces.to)
  const isUpper = random.chance(0.5)
  const scene = await drawScene(random)
  const { piece, right, decoys } = await chooseCards(random, style)
  const rest = random.shuffled(decoys)
  for (const hole of holesBeside({ x, isUpper })) {
    const card = hole.x === x ? right : rest.pop()
    if (card)
      layCard(random, scene, card, {
        bend: style.bend,
        at: [hole.x + half, hole.middle],
        rim: random.float(-75, -45),
      })
  }
  addGrain(random, scene, style.noise)
  const own: Pixels = {
    width: slide.block,
    height: slide.height,
    data: new Float32Array(slide.block * slide.height * 3),
  }
  layCard(random, own, piece, { bend: style.bend, at: [half, pieceMiddle], rim: 75 })
  addGrain(random, own, style.noise)
  return { x, isUpper, ...(await encode(scene, own, pieceMiddle)) }
}
