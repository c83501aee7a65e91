/** A picture's size in its own pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** The square that becomes the avatar, in the picture's pixels. */
export interface Crop {
  readonly x: number
  readonly y: number
  readonly side: number
}

const smallestSide = 64
const mostZoom = 4

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

/** The largest square, in the middle. */
export function wholeCrop({ width, height }: PictureSize): Crop {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/** How far one can go nearer: small pictures less, so that something is left to see. */
export function largestZoom(picture: PictureSize): number {
  return within(Math.min(picture.width, picture.height) / smallestSide, 1, mostZoom)
}

/** 1 is the largest square. */
export function zoomOf(picture: PictureSize, crop: Crop): number {
  return Math.min(picture.width, picture.height) / crop.side
}

/** Goes nearer or farther round the middle of what is seen, never beyond the picture's edge. */
export function zoomTo(picture: PictureSize, crop: Crop, zoom: number): Crop {
  const side = Math.min(picture.width, picture.height) / within(zoom, 1, largestZoom(picture))
  return moveBy(picture, { x: crop.x + (crop.side - side) / 2, y: crop.y + (crop.side - side) / 2, side }, 0, 0)
}

/** Moves the square by so many of the picture's pixels, as far as the picture goes. */
export function moveBy({ width, height }: PictureSize, { x, y, side }: Crop, right: number, down: number): Crop {
  return { x: within(x + right, 0, width - side), y: within(y + down, 0, height - side), side }
}

/** Where the square lies in the room that it has, 0 to 100; 50 when it has none. */
export function placeOf({ width, height }: PictureSize, { x, y, side }: Crop): { across: number; down: number } {
  const share = (value: number, room: number): number => (room > 0 ? (value / room) * 100 : 50)
  return { across: share(x, width - side), down: share(y, height - side) }
}

/** The reverse of `placeOf`. */
export function placeAt(picture: PictureSize, crop: Crop, { across, down }: { across: number; down: number }): Crop {
  const place = {
    ...crop,
    x: ((picture.width - crop.side) * across) / 100,
    y: ((picture.height - crop.side) * down) / 100,
  }
  return moveBy(picture, place, 0, 0)
}
