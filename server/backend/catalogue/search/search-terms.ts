import type { Database } from '#server/backend/db/database.ts'
import { isFiller, isVerb } from './fillers.ts'
import { foldText } from './indexing/fold.ts'
import { type Run, runsOf } from './indexing/runs.ts'
import { type FoldedGroup, findSynonyms, synonymKey } from './synonym-store.ts'

/** One way to say a term: folded, and how much it counts. */
export interface Phrase {
  readonly text: string
  readonly weight: number
}

/** A thing that was asked for. */
export interface Term {
  /** What was typed first, then what the catalogue has for it, then words for the same. */
  readonly phrases: readonly Phrase[]
  /** Texts that name the thing itself, in the words that were typed. */
  readonly own: readonly string[]
  /** A word of letters may be a sound; those of a synonym are known to be none. */
  readonly isKnown: boolean
}

/** A text as the things that are asked for in it. */
export interface UnderstoodText {
  readonly terms: readonly Term[]
  /** The same with single characters, which are often what a longer word was cut into. */
  readonly allTerms: readonly Term[]
  /** The whole text is one word that staff know. */
  readonly isWhole: boolean
  /** A word that staff know stands in it. */
  readonly isKnown: boolean
  /** Characters were left out that are no words: the text may be mistyped. */
  readonly isBroken: boolean
}

/** What was typed, where there is something that stands for it. */
const typedWeight = 1.2
/** The word of which one of its versions was typed. */
const wordWeight = 1
const sameWeight = 0.72
/** The first thing that is related counts so much, and each that follows a little less. */
const relatedWeight = 0.86
const relatedStep = 0.02
const longestSpan = 10
const mostTokens = 64
const mostTerms = 6
const mostPhrases = 14
const mostOwn = 6

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Chinese characters one by one, words of letters as they are. */
function tokensOf(text: string): Run[] {
  return runsOf(foldText(text))
    .flatMap((run) =>
      run.kind === 'word' ? [run] : Array.from(run.text, (char): Run => ({ kind: 'han', text: char })),
    )
    .slice(0, mostTokens)
}

function spanKey(tokens: readonly Run[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map((token) => token.text)
    .join('')
}

function spansOf(tokens: readonly Run[]): string[] {
  const keys = new Set<string>()
  for (let from = 0; from < tokens.length; from += 1)
    for (let to = from + 1; to <= Math.min(tokens.length, from + longestSpan); to += 1)
      keys.add(spanKey(tokens, from, to))
  return [...keys]
}

/** 'chatgpt' of 'chatgpt4': a version that staff don't know is one of the thing that they know. */
function versionedWord(text: string): string | undefined {
  return /^([a-z]{2,})\d{1,4}$/.exec(text)?.[1]
}

function groupsByKey(groups: readonly FoldedGroup[]): Map<string, FoldedGroup[]> {
  const byKey = new Map<string, FoldedGroup[]>()
  for (const group of groups)
    for (const key of [...group.words, ...group.sounds]) byKey.set(key, [...(byKey.get(key) ?? []), group])
  return byKey
}

/**
 * What is written where a thing itself is named: the word as it was typed and as it is spelt with its signs ('three.js'); for a
 * word that was typed by its sound, the words that sound so.
 */
function ownTexts(key: string, groups: readonly FoldedGroup[], same: readonly string[]): string[] {
  const isSound = groups.some((group) => group.sounds.includes(key))
  if (isSound && !groups.some((group) => group.words.includes(key))) return [key, ...same].slice(0, mostOwn)
  const spelt = groups.flatMap((group) => group.related).filter((text) => text !== key && synonymKey(text) === key)
  return [...new Set([key, ...spelt])].slice(0, mostOwn)
}

/** A word that staff know, with all that stands for it. */
function knownTerm(key: string, groups: readonly FoldedGroup[]): Term {
  const weights = new Map<string, number>([[key, typedWeight]])
  const word = versionedWord(key)
  if (word !== undefined && groups.some((group) => group.words.includes(word))) weights.set(word, wordWeight)
  const add = (text: string, weight: number): void => {
    if (!weights.has(text)) weights.set(text, weight)
  }
  const longest = Math.max(0, ...groups.map((group) => group.related.length))
  for (let place = 0; place < longest; place += 1)
    for (const group of groups) {
      const text = group.related[place]
      if (text !== undefined) add(text, relatedWeight - place * relatedStep)
    }
  // a short word stands in too many others to say the same as another
  const same = groups
    .flatMap((group) => group.words)
    .filter((word) => word !== key && [...word].length > (/^[a-z0-9]+$/.test(word) ? 3 : 1))
  for (const word of same) add(word, sameWeight)
  const phrases = [...weights].map(([text, weight]) => ({ text, weight })).slice(0, mostPhrases)
  return { phrases, own: ownTexts(key, groups, same), isKnown: true }
}

function plainTerm(text: string): Term {
  return { phrases: [{ text, weight: 1 }], own: [text], isKnown: false }
}

/** A piece of text that holds no word that staff know, in words. */
function plainWords(text: string): string[] {
  return runsOf(text).flatMap((run) => {
    if (run.kind === 'word' || [...run.text].length <= 2) return [run.text]
    return [...segmenter.segment(run.text)].map(({ segment }) => segment)
  })
}

function textOf(term: Term): string {
  return term.phrases[0]?.text ?? ''
}

/** Those that tell for what is searched. */
function withoutFillers(terms: readonly Term[]): readonly Term[] {
  const telling = terms.filter((term) => term.isKnown || !isFiller(textOf(term)))
  return telling.length > 0 ? telling : terms
}

/** Those of them that are longer than a character, if there are any. */
function tellingTerms(some: readonly Term[]): Term[] {
  const long = some.filter(
    (term) => term.isKnown || /^[^\p{Script=Han}]/u.test(textOf(term)) || [...textOf(term)].length > 1,
  )
  return (long.length > 0 ? long : some).slice(0, mostTerms)
}

/** Finds what is asked for: the longest words that staff know, the rest in words, without what says how one asks. */
export async function understandText(db: Database, text: string): Promise<UnderstoodText> {
  const tokens = tokensOf(text)
  const versioned = tokens.map(({ text: token }) => versionedWord(token)).filter((word) => word !== undefined)
  const byKey = groupsByKey(await findSynonyms(db, [...spansOf(tokens), ...versioned]))
  for (const { text: token } of tokens) {
    const groups = byKey.get(versionedWord(token) ?? '')
    if (groups && !byKey.has(token)) byKey.set(token, groups)
  }
  const terms: Term[] = []
  let rest = ''
  const endRest = (): void => {
    for (const word of plainWords(rest)) terms.push(plainTerm(word))
    rest = ''
  }
  for (let from = 0; from < tokens.length; ) {
    const to = longestKnown(tokens, from, byKey)
    if (to === from) {
      const token = tokens[from] as Run
      rest += token.kind === 'word' ? ` ${token.text} ` : token.text
      from += 1
      continue
    }
    endRest()
    const key = spanKey(tokens, from, to)
    terms.push(knownTerm(key, byKey.get(key) ?? []))
    from = to
  }
  endRest()
  const isKnown = terms.some((term) => term.isKnown)
  const some = withoutFillers(terms)
  const telling = tellingTerms(some)
  const isBroken = telling.length > 0 && some.some((term) => !telling.includes(term) && !isVerb(textOf(term)))
  return {
    terms: telling,
    allTerms: some.slice(0, mostTerms),
    isKnown,
    isWhole: isKnown && terms.length === 1,
    isBroken,
  }
}

/** Where the longest word that staff know ends, of those that begin here; `from` when there is none. */
function longestKnown(tokens: readonly Run[], from: number, byKey: ReadonlyMap<string, unknown>): number {
  for (let to = Math.min(tokens.length, from + longestSpan); to > from; to -= 1) {
    // one character is a word only where nothing stands beside it
    const isPiece = to === from + 1 && tokens.length > 1 && tokens[from]?.kind === 'han'
    if (!isPiece && byKey.has(spanKey(tokens, from, to))) return to
  }
  return from
}
