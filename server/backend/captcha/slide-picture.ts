import sharp from 'sharp'
import { slide } from '#shared/rules/account-rules.ts'
import type { CaptchaLevel } from './captcha-level.ts'
import { drawScenery } from './captcha-scenery.ts'
import { createPictureRandom, type PictureRandom } from './picture-random.ts'
import { createField, type Pixels } from './pixels.ts'
import { createDistanceMap, type DistanceMap, type Outline, silhouetteGroups } from './silhouettes.ts'
import { attackPlaces } from './slide-attacks.ts'
import { drawHole, drawPiece, placeDecoys, type SlideStyle } from './slide-holes.ts'

/** A slide puzzle; where its hole is stays with the server. */
export interface SlidePictures {
  /** Left edge of the piece in its place, pixels. */
  readonly x: number
  /** WebP in base64, 310 by 155, with the hole and others that only look like it. */
  readonly picture: string
  /** WebP in base64, 47 by 155, transparent but for the piece. */
  readonly piece: string
}

/** Where the hole's left edge may be: far enough from both sides, and so many places that a guess with its tolerance is right in less than one of twenty. */
export const holePlaces = { from: 34, to: slide.width - slide.block - 2 } as const
const yMargin = 6
const holes = 6
const styles: Readonly<Record<CaptchaLevel, SlideStyle>> = {
  1: { strokes: 9, rim: 112, bend: 2.5, squeeze: 0.27, noise: 9 },
  2: { strokes: 13, rim: 105, bend: 2.9, squeeze: 0.33, noise: 12 },
  3: { strokes: 17, rim: 100, bend: 3.1, squeeze: 0.35, noise: 14 },
}
/** A puzzle that a program solves is drawn anew so often at most. */
const tries = 6

const shapes = new Map<Outline, DistanceMap>()

function shapeOf(outline: Outline): DistanceMap {
  const known = shapes.get(outline) ?? createDistanceMap(outline)
  shapes.set(outline, known)
  return known
}

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

interface Place {
  readonly x: number
  readonly top: number
}

interface Drawn {
  readonly scene: Pixels
  readonly piece: Pixels
  readonly cover: Float32Array
}

/** Draws pieces of outlines that belong to no hole, around the rows of the holes. */
function drawStrokes(random: PictureRandom, clean: Pixels, style: SlideStyle, top: number): Pixels {
  const scene: Pixels = { ...clean, data: clean.data.slice() }
  for (let count = style.strokes; count > 0; count--) {
    const part = [random.float(0, Math.PI * 2), random.float(0.7, 2.2)] as const
    const place = { x: random.int(-20, slide.width - 20), top: top + random.int(-30, 30), from: [0, 0] as const }
    drawHole(random, scene, clean, style, { ...place, shape: shapeOf(random.pick(random.pick(silhouetteGroups))), strength: random.float(0.6, 1), part })
  }
  return scene
}

/** Cuts the holes and the piece. */
function cutHoles(random: PictureRandom, clean: Pixels, scene: Pixels, style: SlideStyle, { x, top }: Place): Drawn {
  const { width, block } = slide
  const middle = (place: number): number => place + block / 2
  const [shape, ...others] = random.shuffled(silhouetteGroups).map((group) => shapeOf(random.pick(group)))
  if (!shape) throw new RangeError('There are no shapes.')
  const decoys = placeDecoys(random, x, holes - 1)
  const elsewhere = (): [number, number] => [middle(random.pick([...decoys, x < width / 2 ? x + 110 : x - 110])), middle(top) + random.float(-12, 12)]
  // some decoys show what the piece shows, so that looking for that leads to them
  const drawDecoys = decoys.map((place, index) => () => {
    const from: [number, number] = random.chance(0.6) ? [middle(x) + random.float(-2, 2), middle(top)] : elsewhere()
    drawHole(random, scene, clean, style, { x: place, top: top + random.int(-1, 1), shape: others[index] ?? shape, strength: random.float(0.85, 1.25), from })
  })
  const drawTrue = (): void => drawHole(random, scene, clean, style, { x, top, shape, strength: random.float(0.66, 0.94), from: elsewhere() })
  for (const draw of random.shuffled([drawTrue, ...drawDecoys])) draw()
  const { pixels: piece, cover } = drawPiece(random, clean, shape, x, top)
  return { scene, piece, cover }
}

function addGrain(random: PictureRandom, { data }: Pixels, noise: number): void {
  for (let at = 0; at < data.length; at += 3) {
    const grain = random.float(-noise, noise)
    for (let channel = at; channel < at + 3; channel++) data[channel] = (data[channel] ?? 0) + grain
  }
}

async function encode({ scene, piece, cover }: Drawn): Promise<Omit<SlidePictures, 'x'>> {
  const { width, height, block } = slide
  const rgba = new Uint8ClampedArray(block * height * 4)
  for (let at = 0; at < cover.length; at++) {
    rgba.set(piece.data.subarray(at * 3, at * 3 + 3), at * 4)
    rgba[at * 4 + 3] = cover[at] ?? 0
  }
  const webp = async (data: Uint8ClampedArray, columns: number, channels: 3 | 4): Promise<string> =>
    (await sharp(data, { raw: { width: columns, height, channels } }).webp({ quality: 84, effort: 1 }).toBuffer()).toString('base64')
  const [pictureText, pieceText] = await Promise.all([webp(Uint8ClampedArray.from(scene.data), width, 3), webp(rgba, block, 4)])
  return { picture: pictureText, piece: pieceText }
}

/** Draws a puzzle that no other is like, and that the programs of `slide-attacks.ts` don't solve. */
export async function drawSlide(level: CaptchaLevel = 1, random: PictureRandom = createPictureRandom()): Promise<SlidePictures> {
  const style = styles[level]
  const place = { x: random.int(holePlaces.from, holePlaces.to), top: random.int(yMargin, slide.height - slide.block - yMargin) }
  const clean = await drawScene(random)
  const ground = drawStrokes(random, clean, style, place.top)
  let spare: Pixels = { ...ground, data: new Float32Array(ground.data.length) }
  let [kept, fewest] = [undefined as Drawn | undefined, Number.POSITIVE_INFINITY]
  for (let time = 0; time < tries && fewest > 0; time++) {
    // others have their turn meanwhile
    await new Promise((resolve) => setImmediate(resolve))
    spare.data.set(ground.data)
    const drawn = cutHoles(random, clean, spare, style, place)
    const solved = attackPlaces(drawn, holePlaces.from, holePlaces.to).filter((found) => Math.abs(found - place.x) <= slide.tolerance + 1).length
    if (solved < fewest) {
      spare = kept?.scene ?? { ...ground, data: new Float32Array(ground.data.length) }
      ;[kept, fewest] = [drawn, solved]
    }
  }
  if (!kept) throw new RangeError('Nothing was drawn.')
  addGrain(random, kept.scene, style.noise)
  return { x: place.x, ...(await encode(kept)) }
}
