const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
/** What begins or ends with one of them is a piece of a sentence and no word: '水彩的', '把提琴'. */
const particles = new Set([...'的了吗呢吧么着过地得和与或是在把被给从到有也都就还不没很一个这那'])
const longestPhrase = 5

/** A Chinese text that a dictionary holds as one word is meant as it stands. */
function isDictionaryWord(text: string): boolean {
  return [...text].length > 1 && [...segmenter.segment(text)].length === 1
}

/** A piece is words in a row of one of the lines, and not only characters in a row. */
function isWordsOf(piece: string, line: string): boolean {
  if (line === piece) return true
  if (!line.includes(piece)) return false
  const words = [...segmenter.segment(line)].map(({ segment }) => segment)
  return words.some((first, from) => {
    let joined = ''
    for (const word of words.slice(from, from + longestPhrase)) {
      joined += word
      if (joined === piece) return !particles.has(first) && !particles.has(word)
      if (!piece.startsWith(joined)) return false
    }
    return false
  })
}

/**
 * Whether a piece of folded titles and tags may be offered in place of what was typed: it is made of whole words, isn't
 * shorter than a word of its length, and what was typed is no word itself. No suggestion is better than a wrong one.
 */
export function isRealWord(piece: string, typed: string, lines: readonly string[]): boolean {
  const [length, typedLength] = [[...piece].length, [...typed].length]
  const isHan = /\p{Script=Han}/u.test(typed)
  if (isHan && (isDictionaryWord(typed) || (length < typedLength && length < 3))) return false
  // of two characters one that is right says little: both must be one word
  if (isHan && length === 2 && !isDictionaryWord(piece)) return false
  return lines.some((line) => isWordsOf(piece, line))
}
