import { isFiller } from './fillers.ts'
import { foldText } from './indexing/fold.ts'
import { blurred } from './indexing/reading.ts'
import { bigramsOf, deletesOf, type Run, runsOf } from './indexing/runs.ts'

/** Most lexemes that one query asks for; a long text is sampled, then compared as a whole. */
const mostLexemes = 12
const mostRuns = 6

/** What one run of the text asks for: parts of a tsquery, all of them wanted. */
export interface Need extends Run {
  /** In the title. */
  readonly title: readonly string[]
  /** In title and names. */
  readonly head: readonly string[]
  /** In any place. */
  readonly any: readonly string[]
}

/** A text as it is searched. */
export interface SearchQuery {
  /** Folded, runs parted by one blank. */
  readonly text: string
  readonly needs: readonly Need[]
}

/** One lexeme as tsquery writes it; nothing that was typed is ever an operator. */
export function lexeme(kind: string, text: string, prefix = false): string {
  return `'${kind}${text.replace(/['\\]/g, '$&$&')}'${prefix ? ':*' : ''}`
}

export function allOf(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' & ')})`
}

export function anyOf(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' | ')})`
}

/**
 * Any of these, of each all parts. One that wants all that another wants and more finds nothing new, but costs the index a
 * look at every document of each of its lexemes: it is left out.
 */
export function anyOfAll(lists: readonly (readonly string[])[]): string {
  const sets = lists.map((list) => new Set(list))
  const isWider = (wide: ReadonlySet<string>, at: number): boolean =>
    sets.some(
      (set, other) => other !== at && (set.size < wide.size || other < at) && [...set].every((part) => wide.has(part)),
    )
  return anyOf(sets.filter((set, at) => !isWider(set, at)).map((set) => allOf([...set])))
}

/** The text as runs, each with what it asks of the index. Empty when there is nothing to search for: signs, emoji, blanks. */
export function planQuery(text: string): SearchQuery {
  const runs = runsOf(foldText(text)).slice(0, mostRuns)
  const share = Math.max(2, Math.floor(mostLexemes / Math.max(1, runs.length)))
  const seen = new Set<string>()
  const needs: Need[] = []
  for (const run of runs) {
    if (seen.has(run.text)) continue
    seen.add(run.text)
    needs.push({ ...run, ...(run.kind === 'han' ? hanQueries(run.text, share) : wordQueries(run.text)) })
  }
  return { text: needs.map((need) => need.text).join(' '), needs }
}

/** Pairs that cover a run: every one of a short run, every other one of a long run, at most `most`. */
function coveringPairs(han: string, most: number): string[] {
  const pairs = bigramsOf(han)
  if (pairs.length <= most) return pairs
  return pairs.filter((_, index) => index % 2 === 0 || index === pairs.length - 1).slice(0, most)
}

function hanQueries(han: string, most: number): Omit<Need, keyof Run> {
  if ([...han].length === 1) return { title: [lexeme('u', han)], head: [lexeme('u', han)], any: [lexeme('u', han)] }
  const pairs = coveringPairs(han, most)
  const at = (place: string): string[] => pairs.map((pair) => lexeme(place, pair))
  return { title: at('h'), head: at('t'), any: at('x') }
}

/** A word, or its beginning, or how Chinese text sounds: 'huaru', 'hr'. One letter is a word by itself or begins a title. */
function wordQueries(word: string): Omit<Need, keyof Run> {
  const isLetters = /^[a-z]+$/.test(word)
  const isOne = [...word].length === 1
  const at = (place: string, more: readonly string[] = []): string[] => [anyOf([lexeme(place, word, !isOne), ...more])]
  if (isOne) {
    const begins = isLetters ? [lexeme('j', word, true)] : []
    return { title: at('h'), head: at('t', begins), any: at('x', begins) }
  }
  const sounds = /^[a-z0-9]+$/.test(word)
    ? [lexeme('p', word, true), ...(isLetters && word.length <= 8 ? [lexeme('i', word, true)] : [])]
    : []
  return { title: at('h'), head: at('t', sounds), any: at('x', sounds) }
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const mostWords = 6

/** The text in words, those that say for what is searched; all of them when none does. A run of two characters is one word. */
export function wordsOf(query: SearchQuery): Run[] {
  const words = query.needs.flatMap<Run>((need) =>
    need.kind === 'word' || [...need.text].length <= 2
      ? [{ kind: need.kind, text: need.text }]
      : [...segmenter.segment(need.text)].map(({ segment }) => ({ kind: 'han' as const, text: segment })),
  )
  const telling = words.filter((word) => !isFiller(word.text))
  return (telling.length > 0 ? telling : words).slice(0, mostWords)
}

/** Those of more than one character, if there are any: single ones are often what a longer word was cut into. */
export function longWordsOf(query: SearchQuery): Run[] {
  const words = wordsOf(query)
  const long = words.filter((word) => word.kind === 'word' || [...word.text].length > 1)
  return long.length > 0 ? long : words
}

/** One way to understand a text that isn't found as it stands; wanted in title and names, or anywhere. */
export interface Reading {
  readonly query: string
  readonly place: 'head' | 'any'
}

function wordQuery(word: Run): readonly string[] {
  return (word.kind === 'han' ? hanQueries(word.text, 4) : wordQueries(word.text)).any
}

function without<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, other) => other !== index)
}

/** Its words wherever they stand; of three or more, all but one. */
export function looseReadings(words: readonly Run[]): Reading[] {
  if (words.length === 0) return []
  const asked = words.map(wordQuery)
  if (words.length < 3) return [{ query: allOf(asked.flat()), place: 'any' }]
  return [{ query: anyOfAll(words.map((_, index) => without(asked, index).flat())), place: 'any' }]
}

/** Characters of a run in which any one is tried without. */
const longestPhrase = 10

/** What stands on either side of one character of a run, in title or names. */
function besides(chars: readonly string[], index: number): string[] {
  const side = (part: readonly string[]): string[] =>
    part.length === 1 ? [lexeme('u', part[0] as string)] : bigramsOf(part.join('')).map((pair) => lexeme('t', pair))
  return [...side(chars.slice(0, index)), ...side(chars.slice(index + 1))]
}

/** One character wrong, missing or too many, in title or names; the same sound; a letter wrong; another region's word. */
export function mistakeReadings(
  query: SearchQuery,
  syllablesOf: (han: string) => string[],
  words: readonly Run[],
): Reading[] {
  const readings: Reading[] = []
  const others = (need: Need): string[] => query.needs.filter((other) => other !== need).flatMap((other) => other.any)
  for (const need of query.needs) {
    if (need.kind === 'word') {
      const mistaken = wordMistakes(need.text)
      if (mistaken) readings.push({ query: allOf([mistaken, ...others(need)]), place: 'head' })
      continue
    }
    const chars = [...need.text]
    if (chars.length < 2) continue
    const sound = syllablesOf(need.text).join('')
    readings.push({
      query: allOf([
        anyOf([lexeme('p', sound.slice(0, 36), true), lexeme('f', blurred(sound.slice(0, 36)), true)]),
        ...others(need),
      ]),
      place: 'head',
    })
    if (chars.length < 3 || chars.length > longestPhrase) continue
    readings.push({
      query: allOf([
        anyOfAll([chars.map((char) => lexeme('u', char)), ...chars.map((_, index) => besides(chars, index))]),
        ...others(need),
      ]),
      place: 'head',
    })
    const pairs = bigramsOf(need.text).map((pair) => lexeme('x', pair))
    // in the text too, as long as three fifths of the pairs are right
    if (chars.length >= 5)
      readings.push({
        query: allOf([
          anyOfAll(pairs.slice(1).map((_, index) => without(without(pairs, index + 1), index))),
          ...others(need),
        ]),
        place: 'any',
      })
  }
  // a word mistaken by its sound among others that are right
  const han = words.filter((word) => word.kind === 'han' && [...word.text].length >= 2)
  if (words.length > 1)
    for (const word of han) {
      const rest = words.filter((other) => other !== word).flatMap(wordQuery)
      readings.push({
        query: allOf([lexeme('p', syllablesOf(word.text).join('').slice(0, 36), true), ...rest]),
        place: 'head',
      })
    }
  return readings
}

function wordMistakes(word: string): string | undefined {
  if (!/^[a-z][a-z0-9]{3,19}$/.test(word)) return undefined
  const blurredSound = blurred(word)
  return anyOf([
    ...deletesOf(word).map((piece) => lexeme('d', piece)),
    lexeme('p', blurredSound, true),
    lexeme('f', blurredSound, true),
  ])
}
