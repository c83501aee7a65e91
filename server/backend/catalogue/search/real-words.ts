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

/** Words in a row of folded titles and tags, and not longer than what was typed by chance: may it be what was meant? */
export function isRealWord(piece: string, typed: string, lines: readonly string[]): boolean {
  const [length, typedLength] = [[...piece].length, [...typed].length]
  if (/\p{Script=Han}/u.test(typed) && (isDictionaryWord(typed) || (length < typedLength && length < 3))) return false
  return lines.some((line) => isWordsOf(piece, line))
}

/** Of two characters one that is right says little: such a piece must be a word by itself, one of a dictionary or `known`. */
export function isSureWord(piece: string, known: ReadonlySet<string>): boolean {
  return [...piece].length !== 2 || known.has(piece) || isDictionaryWord(piece)
}
