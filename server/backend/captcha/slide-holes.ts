import { slide } from '#shared/rules/account-rules.ts'
import type { PictureRandom } from './picture-random.ts'
import { createField, type Field, type Pixels, sample } from './pixels.ts'
import { type DistanceMap, distanceAt } from './silhouettes.ts'

/** Half the width of a shape that isn't squeezed, pixels. */
export const shapeRadius = 20
const half = slide.block / 2
/** Holes stand so far apart at least, from one left edge to the next. */
const holeGap = 44
const reach = 28

/** How hard a picture is; what people see stays the same. */
export interface SlideStyle {
  /** Pieces of outlines that are no holes. */
  readonly strokes: number
  /** How strong the lines round a hole are, of 255. */
  readonly rim: number
  /** How far outlines are bent, pixels. */
  readonly bend: number
  /** How much holes may be narrower or lower than the piece. */
  readonly squeeze: number
  /** Noise over everything, of 255. */
  readonly noise: number
}

/** One hole, or a piece of an outline that only looks like one. */
interface Hole {
  /** Left and upper edge of the box that a piece has there. */
  readonly x: number
  readonly top: number
  readonly shape: DistanceMap
  readonly strength: number
  /** Where what it shows comes from. */
  readonly from: readonly [number, number]
  /** The piece of the outline that is drawn, in radians; the whole one without it. */
  readonly part?: readonly [number, number]
}

/** Where decoys stand beside the true hole. */
export function placeDecoys(random: PictureRandom, x: number, count: number): number[] {
  const places: number[] = []
  const step = (): number => holeGap + random.int(0, 6)
  for (let left = x - step(); left >= -2; left -= step()) places.push(left)
  for (let right = x + step(); right <= slide.width - slide.block + 2; right += step()) places.push(right)
  return random.shuffled(places).slice(0, count)
}

/** Two lines side by side, a light and a dark one; which is outside changes by `polarity`. */
function rimAt(distance: number, polarity: number): number {
  const line = (at: number): number => Math.max(0, 1 - Math.abs(distance - at) / 1.3)
  return polarity * (line(-0.8) - line(0.9))
}

/** Presses a hole into a scene: bent, squeezed, with something else of `clean` in it and a broken rim round it. */
export function drawHole(random: PictureRandom, scene: Pixels, clean: Pixels, style: SlideStyle, hole: Hole): void {
  const { x, top, shape, part } = hole
  const bendX = createField(random, 2 * reach, 2 * reach, 13)
  const bendY = createField(random, 2 * reach, 2 * reach, 13)
  const squeeze = (): number => 0.98 - random.float(0, style.squeeze)
  const [scaleX, scaleY, lean] = [squeeze(), squeeze(), random.float(-0.12, 0.12)]
  const [light, phase, waves] = [random.float(0, Math.PI * 2), random.float(0, Math.PI * 2), random.int(3, 5)]
  const veil = random.pick([-1, 1]) * random.float(22, 36)
  const [centreX, centreY] = [x + half, top + half]
  for (let row = Math.max(0, Math.ceil(centreY - reach)); row < Math.min(scene.height, centreY + reach); row++) {
    for (let column = Math.max(0, Math.ceil(centreX - reach)); column < Math.min(scene.width, centreX + reach); column++) {
      const dx = column - centreX
      const dy = row - centreY
      const bentX = dx + bendX.at(dx + reach, dy + reach) * style.bend
      const bentY = dy + bendY.at(dx + reach, dy + reach) * style.bend
      const distance = distanceAt(shape, (bentX / scaleX + lean * bentY) / shapeRadius, bentY / scaleY / shapeRadius) * shapeRadius * Math.min(scaleX, scaleY)
      if (distance > 2.5) continue
      const angle = Math.atan2(dy, dx)
      if (part && (angle - part[0] + Math.PI * 4) % (Math.PI * 2) > part[1]) continue
      const inside = part ? 0 : Math.min(Math.max(0.5 - distance / 2.5, 0), 1)
      if (part && distance < -2.5) continue
      const shade = 16 * ((Math.cos(light) * dx + Math.sin(light) * dy) / shapeRadius) + veil
      const rim = style.rim * hole.strength * rimAt(distance, Math.tanh(3 * Math.sin(angle * waves + phase)))
      const at = (row * scene.width + column) * 3
      for (let channel = 0; channel < 3; channel++) {
        const own = scene.data[at + channel] ?? 0
        const other = inside > 0 ? sample(clean, hole.from[0] + dx, hole.from[1] + dy, channel) + shade : 0
        scene.data[at + channel] = own * (1 - inside) + other * inside + rim
      }
    }
  }
}

/** What the piece shows: the scene where its hole is, but bent, in another light, with grain; and how much each point covers (0 to 255). */
export function drawPiece(random: PictureRandom, clean: Pixels, shape: DistanceMap, x: number, top: number): { pixels: Pixels; cover: Float32Array } {
  const { block, height } = slide
  const pixels: Pixels = { width: block, height, data: new Float32Array(block * height * 3) }
  const cover = new Float32Array(block * height)
  const field = (scale: number): Field => createField(random, block, block, scale)
  const [bendX, bendY, shadow] = [field(12), field(12), field(15)]
  const shifts = [random.float(-24, 24), random.float(-24, 24), random.float(-24, 24)]
  const contrast = random.float(0.75, 1.1)
  for (let row = 0; row < block; row++) {
    for (let column = 0; column < block; column++) {
      const distance = distanceAt(shape, (column + 0.5 - half) / shapeRadius, (row + 0.5 - half) / shapeRadius) * shapeRadius
      if (distance > 0.6) continue
      const at = (top + row) * block + column
      cover[at] = Math.min(0.6 - distance, 1) * 255
      const rim = 70 * Math.max(0, 1 - Math.abs(distance + 1) / 1.6)
      const [grain, shade] = [random.float(-12, 12), shadow.at(column, row) * 60]
      for (let channel = 0; channel < 3; channel++) {
        const value = sample(clean, x + column + bendX.at(column, row) * 4, top + row + bendY.at(column, row) * 4, channel)
        pixels.data[at * 3 + channel] = 128 + (value - 128) * contrast + (shifts[channel] ?? 0) + shade + grain + rim
      }
    }
  }
  return { pixels, cover }
}
