import traditionalPairs from 'opencc-js/dict/TSCharacters'

/** What the dictionary leaves as it is because other words want it, though learners write it for the same thing. */
const alsoSame: Readonly<Record<string, string>> = {
  著: '着',
  妳: '你',
  甚: '什',
  祂: '他',
  牠: '它',
  臺: '台',
  纔: '才',
}

let simplified: ReadonlyMap<string, string> | undefined

function simplifiedOf(char: string): string {
  simplified ??= new Map([
    ...traditionalPairs.split('|').map((pair): [string, string] => {
      const [from = '', to = ''] = pair.split(' ')
      return [from, to]
    }),
    ...Object.entries(alsoSame),
  ])
  return simplified.get(char) ?? char
}

const latin = /\p{Script=Latin}/u

/** One character as it is compared: half width, lower case, without accents, simplified. Character by character, so that text and query always agree. */
function foldChar(char: string): string {
  if (char < '\u0080') return char.toLowerCase()
  const plain = char.normalize('NFKC').toLowerCase()
  if (latin.test(plain)) return plain.normalize('NFKD').replace(/\p{M}/gu, '')
  return [...plain].map(simplifiedOf).join('')
}

export interface FoldedText {
  readonly text: string
  /** Where in the original each UTF-16 unit of `text` comes from; one more than there are units. */
  readonly at: readonly number[]
}

/** Folds a text and keeps where everything stood, for marking hits in the original. */
export function foldWithPlaces(original: string): FoldedText {
  const parts: string[] = []
  const at: number[] = []
  let place = 0
  for (const char of original) {
    const folded = foldChar(char)
    parts.push(folded)
    for (let unit = 0; unit < folded.length; unit += 1) at.push(place)
    place += char.length
  }
  at.push(place)
  return { text: parts.join(''), at }
}

/** A text as it is indexed and compared. */
export function foldText(original: string): string {
  let folded = ''
  for (const char of original) folded += foldChar(char)
  return folded
}
