/** A small deterministic source of chance: the same text always gives the same row of numbers. */
export interface Random {
  next(): number
  float(low: number, high: number): number
  /** Whole number, both ends included. */
  int(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
  shuffle<T>(list: readonly T[]): T[]
}

/** FNV-1a over code points, finished so that neighbouring seeds lie far apart. */
export function hashText(text: string): number {
  let hash = 2166136261
  for (const char of text) {
    hash ^= char.codePointAt(0) ?? 0
    hash = Math.imul(hash, 16777619)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 2246822507)
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** An element of a list by any whole index, counted round and round. */
export function at<T>(list: readonly T[], index: number): T {
  const size = list.length
  const item = list[((Math.floor(index) % size) + size) % size]
  if (item === undefined) throw new RangeError('at: the list is empty')
  return item
}

export function createRandom(seed: string): Random {
  let state = hashText(seed)
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  function int(low: number, high: number): number {
    return Math.floor(low + next() * (high - low + 1))
  }
  function shuffle<T>(list: readonly T[]): T[] {
    const copy = [...list]
    for (let last = copy.length - 1; last > 0; last--) {
      const other = int(0, last)
      const held = at(copy, last)
      copy[last] = at(copy, other)
      copy[other] = held
    }
    return copy
  }
  return {
    next,
    int,
    shuffle,
    float: (low, high) => low + next() * (high - low),
    pick: (list) => at(list, int(0, list.length - 1)),
    chance: (probability) => next() < probability,
  }
}
