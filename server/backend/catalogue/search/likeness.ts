import { blurred, type ReadAloud } from './indexing/reading.ts'
import { runsOf } from './indexing/runs.ts'

/** A piece of a text that was probably meant. */
export interface Likeness {
  readonly text: string
  /** 0 to 1. */
  readonly degree: number
}

/** Steps between two short texts: a character wrong, missing, too many, or two neighbours exchanged. */
export function distanceOf(a: readonly string[], b: readonly string[]): number {
  let before: number[] = []
  let last = b.map((_, index) => index)
  last.push(b.length)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1
      let best = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + same,
      )
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        best = Math.min(best, (before[column - 2] as number) + 1)
      current.push(best)
    }
    before = last
    last = current
  }
  return last[b.length] as number
}

function allowedFor(length: number): number {
  if (length < 3) return 0
  return length < 6 ? 1 : 2
}

/** The piece of `text` that differs least from a run of three or more characters, by one mistake, by two in a long run. */
export function likeWindow(text: string, run: string): Likeness | undefined {
  const wanted = [...run]
  const allowed = allowedFor(wanted.length)
  if (allowed === 0) return undefined
  let best: Likeness | undefined
  let least = allowed + 1
  for (const { kind, text: han } of runsOf(text)) {
    if (kind !== 'han') continue
    const chars = [...han]
    for (const size of [wanted.length, wanted.length + 1, wanted.length - 1]) {
      for (let from = 0; from + size <= chars.length; from += 1) {
        const piece = chars.slice(from, from + size)
        // what a mistake leaves begins or ends as it was typed
        if (piece[0] !== wanted[0] && piece.at(-1) !== wanted.at(-1)) continue
        const distance = distanceOf(piece, wanted)
        if (distance < least) {
          least = distance
          best = { text: piece.join(''), degree: 0.95 - (0.45 * distance) / wanted.length }
        }
      }
    }
  }
  return best
}

/** The piece of `text` that sounds like a run, or nearly. */
export function likeSound(text: string, sound: string, read: ReadAloud): Likeness | undefined {
  const blurredSound = blurred(sound)
  for (const { kind, text: han } of runsOf(text)) {
    if (kind !== 'han') continue
    const chars = [...han]
    const syllables = read(han)
    for (let from = 0; from < chars.length; from += 1) {
      let heard = ''
      for (let to = from; to < chars.length && heard.length < sound.length; to += 1) {
        heard += syllables[to] ?? ''
        if (heard === sound) return { text: chars.slice(from, to + 1).join(''), degree: 0.96 }
        if (blurred(heard) === blurredSound) return { text: chars.slice(from, to + 1).join(''), degree: 0.85 }
      }
    }
  }
  return undefined
}

/** The word of `text` that differs from a typed one by one letter. */
export function likeWord(text: string, word: string): Likeness | undefined {
  for (const { kind, text: other } of runsOf(text)) {
    if (
      kind === 'word' &&
      Math.abs(other.length - word.length) <= 1 &&
      other.length >= 4 &&
      distanceOf([...other], [...word]) === 1
    )
      return { text: other, degree: 0.9 }
  }
  return undefined
}
