import { foldText } from '#server/backend/catalogue/search/indexing/fold.ts'
import { WordAction } from '#shared/contract/enums.ts'

/** A word of the list. */
export interface ListedWord {
  readonly word: string
  readonly action: WordAction
}

/** Finds words of the list in texts. */
export interface WordMatcher {
  /** The word that weighs most: one that refuses, else the first that asks for a look. */
  find(text: string): ListedWord | undefined
}

const told = /[\p{L}\p{N}]/u
const plainWord = /^[a-z0-9]+$/

/** What a unit of the basic plane is folded to, as far as it was asked: 0 not yet, `several` more than one unit. */
const foldedUnits = new Int32Array(65_536)
const dropped = -1
const several = -2

/** What of a character is compared; '' for what only keeps letters apart. */
function foldTold(char: string): string {
  return [...foldText(char)].filter((part) => told.test(part)).join('')
}

function foldUnit(unit: number): number {
  const known = foldedUnits[unit] ?? 0
  if (known !== 0) return known
  const folded = foldTold(String.fromCharCode(unit))
  const next = folded === '' ? dropped : folded.length === 1 ? folded.charCodeAt(0) : several
  foldedUnits[unit] = next
  return next
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff

/** A text as its units, and whether each stood right behind the one before it. */
export interface FoldedUnits {
  readonly units: Uint16Array
  readonly joined: Uint8Array
  readonly length: number
}

/**
 * A text as words are looked for in it: half width, lower case, without accents, simplified, without all that only keeps letters apart
 * (blanks, points, what has no width).
 */
export function foldForWords(text: string): FoldedUnits {
  const rough = text.length * 2 + 32
  let units = new Uint16Array(rough)
  let joined = new Uint8Array(rough)
  let length = 0
  let isJoined = false
  const push = (unit: number): void => {
    if (length === units.length) {
      const [lastUnits, lastJoined] = [units, joined]
      units = new Uint16Array(length * 2)
      joined = new Uint8Array(length * 2)
      units.set(lastUnits)
      joined.set(lastJoined)
    }
    units[length] = unit
    joined[length] = isJoined ? 1 : 0
    length += 1
    isJoined = true
  }
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    const one = isSurrogate(unit) ? several : foldUnit(unit)
    if (one >= 0) push(one)
    else if (one === dropped) isJoined = false
    else {
      const char = String.fromCodePoint(text.codePointAt(at) ?? 0)
      at += char.length - 1
      const parts = foldTold(char)
      if (parts === '') isJoined = false
      for (let part = 0; part < parts.length; part += 1) push(parts.charCodeAt(part))
    }
  }
  return { units, joined, length }
}

/** How a word of the list is compared; '' when nothing of it can be found. */
export function foldedWord(word: string): string {
  const { units, length } = foldForWords(word)
  return String.fromCharCode(...units.subarray(0, length))
}

const firstSize = 1 << 12

/**
 * The trie of the words with the links of Aho and Corasick (1975): a text is read once, whatever the list holds. Children lie in one
 * table of open addresses instead of a map for each node: 20,000 words are 100,000 nodes, and a text is read in a millisecond. No library of
 * npm that does this is kept up.
 */
class Automaton {
  private parents = new Int32Array(firstSize).fill(-1)
  private letters = new Uint16Array(firstSize)
  private values = new Int32Array(firstSize)
  private used = 0
  private nodes = 1
  private readonly words: ListedWord[]
  private readonly lengths: Int32Array
  private readonly isPlain: Uint8Array
  /** Of each node: the word that ends there, else -1; where to go on when no child fits; the nearest node behind it where a word ends. */
  private ends: Int32Array
  private fails: Int32Array
  private outputs: Int32Array

  constructor(words: readonly ListedWord[]) {
    const folded = words.map((word) => ({ word, text: foldedWord(word.word) })).filter(({ text }) => text !== '')
    this.words = folded.map(({ word }) => word)
    this.lengths = Int32Array.from(folded, ({ text }) => text.length)
    this.isPlain = Uint8Array.from(folded, ({ text }) => (plainWord.test(text) ? 1 : 0))
    const most = folded.reduce((sum, { text }) => sum + text.length, 1)
    this.ends = new Int32Array(most).fill(-1)
    this.fails = new Int32Array(most)
    this.outputs = new Int32Array(most)
    const steps: { parent: number; unit: number; node: number; depth: number }[] = []
    for (const [index, { text }] of folded.entries()) this.add(text, index, steps)
    this.link(steps)
  }

  private slot(node: number, unit: number): number {
    const mask = this.parents.length - 1
    const mixed = Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)
    let at = (mixed ^ (mixed >>> 15)) & mask
    while (this.parents[at] !== -1 && (this.parents[at] !== node || this.letters[at] !== unit)) at = (at + 1) & mask
    return at
  }

  /** The child of a node, or 0. */
  private child(node: number, unit: number): number {
    return this.values[this.slot(node, unit)] ?? 0
  }

  private put(node: number, unit: number, value: number): void {
    const at = this.slot(node, unit)
    this.parents[at] = node
    this.letters[at] = unit
    this.values[at] = value
  }

  private grow(): void {
    const { parents, letters, values } = this
    this.parents = new Int32Array(parents.length * 2).fill(-1)
    this.letters = new Uint16Array(parents.length * 2)
    this.values = new Int32Array(parents.length * 2)
    for (const [index, node] of parents.entries())
      if (node !== -1) this.put(node, letters[index] ?? 0, values[index] ?? 0)
  }

  private add(
    text: string,
    index: number,
    steps: { parent: number; unit: number; node: number; depth: number }[],
  ): void {
    let node = 0
    for (let depth = 0; depth < text.length; depth += 1) {
      const unit = text.charCodeAt(depth)
      let next = this.child(node, unit)
      if (next === 0) {
        if (this.used * 2 >= this.parents.length) this.grow()
        next = this.nodes
        this.nodes += 1
        this.put(node, unit, next)
        this.used += 1
        steps.push({ parent: node, unit, node: next, depth })
      }
      node = next
    }
    const before = this.ends[node] ?? -1
    if (before === -1 || this.words[before]?.action !== WordAction.refuse) this.ends[node] = index
  }

  /** Nodes in the order of their depth: what a node goes back to lies higher than it and is known. */
  private link(steps: { parent: number; unit: number; node: number; depth: number }[]): void {
    steps.sort((one, other) => one.depth - other.depth)
    for (const { parent, unit, node, depth } of steps) {
      const fail = depth === 0 ? 0 : this.step(this.fails[parent] ?? 0, unit)
      this.fails[node] = fail
      this.outputs[node] = this.ends[fail] === -1 ? (this.outputs[fail] ?? 0) : fail
    }
  }

  private step(from: number, unit: number): number {
    let node = from
    while (true) {
      const next = this.child(node, unit)
      if (next !== 0 || node === 0) return next
      node = this.fails[node] ?? 0
    }
  }

  find(text: string): ListedWord | undefined {
    const folded = foldForWords(text)
    let node = 0
    let found: ListedWord | undefined
    for (let at = 0; at < folded.length; at += 1) {
      node = this.step(node, folded.units[at] ?? 0)
      for (
        let end = this.ends[node] === -1 ? (this.outputs[node] ?? 0) : node;
        end !== 0;
        end = this.outputs[end] ?? 0
      ) {
        const index = this.ends[end] ?? -1
        const word = this.words[index]
        if (!word || !this.stands(index, at, folded)) continue
        if (word.action === WordAction.refuse) return word
        found ??= word
      }
    }
    return found
  }

  /** A Latin word is one only by itself: "class" has no "ass" in it. */
  private stands(index: number, last: number, { units, joined, length }: FoldedUnits): boolean {
    if (!this.isPlain[index]) return true
    const first = last - (this.lengths[index] ?? 0) + 1
    const touches = (at: number, neighbour: number): boolean =>
      joined[at] === 1 && plainWord.test(String.fromCharCode(units[neighbour] ?? 0))
    return !(first > 0 && touches(first, first - 1)) && !(last + 1 < length && touches(last + 1, last + 1))
  }
}

/** Reads a list once; every text is then read in time that grows with the text alone. */
export function createWordMatcher(words: readonly ListedWord[]): WordMatcher {
  return new Automaton(words)
}
