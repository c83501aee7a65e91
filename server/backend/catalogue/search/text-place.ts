/** A short word of letters stands in too many others: it counts where it stands by itself, 'ui' not in 'build'. */
export function isShort(word: string): boolean {
  return /^[a-z0-9]{1,4}$/.test(word)
}

const wordChar = /[a-z0-9]/

/** Where a short word of letters stands by itself, in UTF-16 units; -1 when it doesn't. */
function indexAlone(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.charAt(at - 1)
    if (!wordChar.test(before) && before !== '.' && !wordChar.test(text.charAt(at + word.length))) return at
  }
  return -1
}

const partings = new Set([..." .-_/'’"])

/** A word that may be written in parts: 'vue3' is 'Vue 3', 'wifi' is 'Wi-Fi'. Of two letters it would be anything. */
function mayBeParted(word: string): boolean {
  return /^[a-z0-9]{3,40}$/.test(word)
}

/** Where a word ends that begins at `from`, parts of it parted by a sign each; -1 when another stands there. */
function partedEnd(text: string, word: string, from: number): number {
  let matched = 0
  let at = from
  for (; matched < word.length && at < text.length; at += 1) {
    if (text[at] === word[matched]) matched += 1
    else if (matched === 0 || !partings.has(text.charAt(at)) || partings.has(text.charAt(at - 1))) return -1
  }
  return matched === word.length && !wordChar.test(text.charAt(at)) ? at : -1
}

/** Where a word of letters stands though a blank or sign parts it, from and to in UTF-16 units, every time. */
export function partedPlaces(text: string, word: string): [from: number, to: number][] {
  const places: [number, number][] = []
  if (!mayBeParted(word)) return places
  const first = word.charAt(0)
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    const end = wordChar.test(text.charAt(at - 1)) ? -1 : partedEnd(text, word, at)
    if (end > at + word.length) places.push([at, end])
  }
  return places
}

/** The same for the database, as a regular expression without anything to go back to; null for what isn't written in parts. */
export function partedPattern(word: string): string | null {
  return mayBeParted(word) ? `(?<![a-z0-9.])${[...word].join("[ ._/'’-]?")}(?![a-z0-9])` : null
}

/** Where a text stands in another, in characters from 1; 0 when it doesn't. Where `isAlone`, a short word of letters stands by itself. */
export function positionIn(text: string, part: string, isAlone: boolean): number {
  const straight = isAlone && isShort(part) ? indexAlone(text, part) : text.indexOf(part)
  const at = straight < 0 ? (partedPlaces(text, part)[0]?.[0] ?? -1) : straight
  if (at < 0) return 0
  const before = text.slice(0, at)
  // characters beyond the basic plane are rare, and two units each
  return (/[\uD800-\uDBFF]/.test(before) ? [...before].length : at) + 1
}
