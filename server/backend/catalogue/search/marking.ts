import { foldWithPlaces } from './indexing/fold.ts'
import type { ReadAloud } from './indexing/reading.ts'
import { runsOf } from './indexing/runs.ts'
import { partedPlaces } from './text-place.ts'

/** A piece of a text, found or not. */
export interface Fragment {
  text: string
  hit: boolean
}

export interface Marker {
  /** Folded texts to mark wherever they stand. */
  readonly texts: readonly string[]
  /** Words of letters that may be sounds, and who reads them. */
  readonly sounds: readonly string[]
  readonly read?: ReadAloud
}

type Span = readonly [from: number, to: number]

/** Where `part` stands in `text`, every time. */
function placesOf(text: string, part: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length))
    spans.push([at, at + part.length])
  return spans
}

/** Where a text sounds like `word`, as a beginning of syllables or by first letters. */
function heardPlaces(text: string, word: string, read: ReadAloud): Span[] {
  const spans: Span[] = []
  let searched = 0
  for (const run of runsOf(text)) {
    const begin = text.indexOf(run.text, searched)
    searched = begin + run.text.length
    if (run.kind !== 'han') continue
    const chars = [...run.text]
    const syllables = read(run.text)
    for (let from = 0; from < chars.length; from += 1) {
      const length = heardFrom(syllables.slice(from, from + word.length), word)
      if (length === 0) continue
      const start = begin + chars.slice(0, from).join('').length
      spans.push([start, start + chars.slice(from, from + length).join('').length])
      from += length - 1
    }
  }
  return spans
}

/** How many of these syllables a word stands for; 0 when it doesn't. */
function heardFrom(syllables: readonly string[], word: string): number {
  let heard = ''
  for (const [index, syllable] of syllables.entries()) {
    heard += syllable
    if (heard.startsWith(word)) return index + 1
    if (!word.startsWith(heard)) break
  }
  const letters = syllables.map((syllable) => syllable.charAt(0)).join('')
  return word.length > 1 && letters.startsWith(word) ? word.length : 0
}

/** A text in pieces, those marked that were found. Nothing is lost: the pieces together are the text. */
export function markText(original: string, { texts, sounds, read }: Marker): Fragment[] {
  const folded = foldWithPlaces(original)
  const wanted = texts.filter(Boolean)
  const spans = wanted.flatMap((text): Span[] => [...placesOf(folded.text, text), ...partedPlaces(folded.text, text)])
  if (read)
    for (const sound of sounds) if (!folded.text.includes(sound)) spans.push(...heardPlaces(folded.text, sound, read))
  spans.sort((a, b) => a[0] - b[0] || b[1] - a[1])
  const fragments: Fragment[] = []
  let done = 0
  for (const [from, to] of spans) {
    const start = Math.max(done, folded.at[from] ?? 0)
    const end = folded.at[to] ?? original.length
    if (end <= start) continue
    if (start > done) fragments.push({ text: original.slice(done, start), hit: false })
    const last = fragments.at(-1)
    if (last?.hit) last.text += original.slice(start, end)
    else fragments.push({ text: original.slice(start, end), hit: true })
    done = end
  }
  if (done < original.length) fragments.push({ text: original.slice(done), hit: false })
  return fragments
}
