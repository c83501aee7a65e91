import type { DocumentKind } from '#shared/contract/enums.ts'
import { foldText } from './fold.ts'
import { blurred, initialsOf, type ReadAloud, soundsOf } from './reading.ts'
import { bigramsOf, deletesOf, runsOf } from './runs.ts'

/** Something that can be found, as people read it. */
export interface SourceDocument {
  readonly kind: DocumentKind
  readonly refId: number
  readonly title: string
  /** Teachers or author, categories. */
  readonly names: readonly string[]
  /** What it is for, in a sentence or two. */
  readonly lead: string
  readonly body: string
  /** 0 to 1: how much it is used beside its like. */
  readonly popularity: number
  readonly publishedAt: Date | null
}

/** A row of the index. */
export interface IndexedDocument {
  readonly kind: DocumentKind
  readonly refId: number
  /** Title, names and lead, folded, a line each. */
  readonly head: string
  readonly titleLength: number
  /** Where the names end in `head`. */
  readonly namesEnd: number
  /** How the title sounds and its first letters, then each name: 'chahuarumen~chrm|gunanqiao~gnq'. */
  readonly sound: string
  /** Everything, folded. */
  readonly folded: string
  /** Lead and body as people read them, for excerpts. */
  readonly words: string
  readonly lexemes: string[]
  readonly popularity: number
  readonly publishedAt: Date | null
}

const mostBody = 4000
const mostLead = 300

/**
 * The first letter of a lexeme says what it is:
 * x two characters or a word anywhere, t the same in title or names, h in the title alone, u one character in title, names
 * or lead, p a sound, f a blurred sound, i first letters of a sound, j those of a whole title, d a word with a letter missing.
 */
export function indexDocument(source: SourceDocument, read: ReadAloud): IndexedDocument {
  const title = foldText(source.title).trim()
  const names = source.names.map((name) => foldText(name).trim())
  const lead = foldText(source.lead.slice(0, mostLead))
  const words = [source.lead, source.body].filter(Boolean).join('\n').slice(0, mostBody)
  const body = foldText(words)
  const lexemes = new Set<string>()
  const sounds: string[] = []

  for (const [index, text] of [source.title, ...source.names].entries())
    for (const part of camelParts(text)) addWord(lexemes, part, index === 0 ? inTitle : inNames)
  for (const part of camelParts(words)) addWord(lexemes, part, inText)
  for (const [index, text] of [title, ...names].entries()) {
    addText(lexemes, text, index === 0 ? inTitle : inNames)
    sounds.push(addSounds(lexemes, text, read, index === 0))
  }
  addText(lexemes, body, inText)
  for (const text of [title, ...names, lead])
    for (const run of runsOf(text)) if (run.kind === 'han') for (const char of run.text) lexemes.add(`u${char}`)

  const headOfNames = [title, ...names].join('\n')
  return {
    kind: source.kind,
    refId: source.refId,
    head: `${headOfNames}\n${lead}`,
    titleLength: [...title].length,
    namesEnd: [...headOfNames].length,
    sound: sounds.join('|'),
    folded: `${headOfNames}\n${body}`,
    words,
    lexemes: [...lexemes],
    popularity: source.popularity,
    publishedAt: source.publishedAt,
  }
}

/** Where something stands, as the first letters of its lexemes. */
type Place = readonly string[]
const inText: Place = ['x']
const inNames: Place = ['x', 't']
const inTitle: Place = ['x', 't', 'h']

function addText(lexemes: Set<string>, folded: string, place: Place): void {
  for (const run of runsOf(folded)) {
    if (run.kind === 'word') addWord(lexemes, run.text, place)
    else for (const pair of bigramsOf(run.text)) addAt(lexemes, pair, place)
  }
  // what a dot, a dash or a blank parts is typed in one, too: Node.js, Wi-Fi
  for (const [joined] of folded.matchAll(/[a-z0-9]+(?:[ .\-_/'’][a-z0-9]+)*/g)) {
    const word = joined.replace(/[^a-z0-9]/g, '')
    if (word !== joined) addWord(lexemes, word, place)
  }
}

function addAt(lexemes: Set<string>, text: string, place: Place): void {
  for (const letter of place) lexemes.add(`${letter}${text}`)
}

const longestWord = 40

function addWord(lexemes: Set<string>, whole: string, place: Place): void {
  const word = whole.slice(0, longestWord)
  addAt(lexemes, word, place)
  if (place === inText) return
  if (/^[a-z][a-z0-9]{3,19}$/.test(word)) for (const piece of deletesOf(word)) lexemes.add(`d${piece}`)
  // letters and digits of one word, each found by itself: C4D, Vue3, iPhone17
  const parts = word.match(/[a-z]+|\d+/g) ?? []
  if (parts.length > 1) for (const part of parts) addAt(lexemes, part, place)
  // any three letters inside of it and what follows
  for (let from = 1; from <= word.length - 3 && /^[a-z0-9]+$/.test(word); from += 1)
    addAt(lexemes, word.slice(from), place)
}

/** JavaScript is Java and Script to whoever types one of them. */
function camelParts(original: string): string[] {
  return [...original.matchAll(/[A-Z][a-z]+/g)]
    .filter(
      ({ 0: part, index }) =>
        /[A-Z]/.test(original.charAt(index + part.length)) || /[a-z]/.test(original.charAt(index - 1)),
    )
    .map(([part]) => part.toLowerCase())
}

/** Adds how a text sounds; answers the sound of the whole and its first letters. */
function addSounds(lexemes: Set<string>, folded: string, read: ReadAloud, isTitle: boolean): string {
  const syllables = runsOf(folded).flatMap((run) => (run.kind === 'han' ? read(run.text) : [run.text]))
  for (const sound of soundsOf(syllables)) {
    const cut = sound.slice(0, longestWord)
    lexemes.add(`p${cut}`)
    lexemes.add(`f${blurred(cut)}`)
  }
  const initials = initialsOf(syllables)
  for (const letters of initials) lexemes.add(`i${letters}`)
  const all = syllables.map((syllable) => syllable.charAt(0)).join('')
  if (isTitle && all) lexemes.add(`j${all}`)
  return `${syllables.join('')}~${all}`
}
