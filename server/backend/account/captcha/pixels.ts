import type { PictureRandom } from './picture-random.ts'

/** Colours as numbers from 0 to 255, three to a point, row by row. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

/** A colour channel between the points around a place; places outside count as the border's. */
export function sample({ width, height, data }: Pixels, x: number, y: number, channel: number): number {
  const left = Math.min(Math.max(x, 0), width - 1.001)
  const top = Math.min(Math.max(y, 0), height - 1.001)
  const column = left | 0
  const row = top | 0
  const right = left - column
  const down = top - row
  const at = (row * width + column) * 3 + channel
  const above = (data[at] ?? 0) * (1 - right) + (data[at + 3] ?? 0) * right
  const below = (data[at + width * 3] ?? 0) * (1 - right) + (data[at + width * 3 + 3] ?? 0) * right
  return above * (1 - down) + below * down
}

/** A soft, irregular field over a plane: `at` answers about -1 to 1, with hills about `scale` wide. */
export interface Field {
  at(x: number, y: number): number
}

/** Chance values on a grid, blended smoothly between. */
export function createField(random: PictureRandom, width: number, height: number, scale: number): Field {
  const columns = Math.ceil(width / scale) + 3
  const rows = Math.ceil(height / scale) + 3
  const grid = Float32Array.from({ length: columns * rows }, () => random.float(-1, 1))
  const ease = (part: number): number => part * part * (3 - 2 * part)
  return {
    at(x, y) {
      const gx = Math.min(Math.max(x / scale + 1, 0), columns - 2)
      const gy = Math.min(Math.max(y / scale + 1, 0), rows - 2)
      const column = gx | 0
      const row = gy | 0
      const right = ease(gx - column)
      const down = ease(gy - row)
      const first = row * columns + column
      const above = (grid[first] ?? 0) * (1 - right) + (grid[first + 1] ?? 0) * right
      const below = (grid[first + columns] ?? 0) * (1 - right) + (grid[first + columns + 1] ?? 0) * right
      return above * (1 - down) + below * down
    },
  }
}
