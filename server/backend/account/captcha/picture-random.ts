import { randomBytes } from 'node:crypto'

/** Chance for the drawing of one picture: the same seed draws the same picture. */
export interface PictureRandom {
  /** From `least` up to, not including, `most`. */
  float(least: number, most: number): number
  /** A whole number, both ends included. */
  int(least: number, most: number): number
  chance(share: number): boolean
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T
  /** A copy in another order. */
  shuffled<T>(list: readonly T[]): T[]
}

/** Creates one from 16 bytes; fresh ones of the system unless given (sfc32, public domain by Chris Doty-Humphrey). */
export function createPictureRandom(seed: Buffer = randomBytes(16)): PictureRandom {
  let [a, b, c, count] = [seed.readInt32LE(0), seed.readInt32LE(4), seed.readInt32LE(8), seed.readInt32LE(12)]
  const next = (): number => {
    const sum = (((a + b) | 0) + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let round = 0; round < 12; round++) next()
  const float = (least: number, most: number): number => least + next() * (most - least)
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    float,
    int,
    chance: (share) => next() < share,
    pick: (list) => {
      const picked = list[int(0, list.length - 1)]
      if (picked === undefined) throw new RangeError('There is nothing to pick from.')
      return picked
    },
    shuffled: (list) => {
      const copy = [...list]
      for (let last = copy.length - 1; last > 0; last--) {
        const other = int(0, last)
        const [one, two] = [copy[last], copy[other]]
        if (one !== undefined && two !== undefined) [copy[last], copy[other]] = [two, one]
      }
      return copy
    },
  }
}
