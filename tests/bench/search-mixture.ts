import { Converter } from 'opencc-js/cn2t'
import { createRandom, type Random } from '#server/seed/pictures/random.ts'
import type { ReadAloud } from '#server/backend/catalogue/search/indexing/reading.ts'
import { runsOf } from '#server/backend/catalogue/search/indexing/runs.ts'

/** A text that is searched for, and why. */
export interface MixedQuery {
  readonly group: string
  readonly text: string
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const groups = {
  'words of titles': 60,
  'sounds and first letters': 15,
  'traditional characters': 10,
  'one wrong character': 10,
  'nothing to find': 5,
} as const

/**
 * What people type, by guess: of a hundred searches sixty for a word or two of a title, fifteen as it sounds (every third by
 * first letters), ten in traditional characters, ten with a wrong character in a word of three or more, five for what there is not.
 */
export function mixQueries(titles: readonly string[], read: ReadAloud, many: number): MixedQuery[] {
  const random = createRandom('search-mixture')
  const toTraditional = Converter({ from: 'cn', to: 't' })
  const chars = [...new Set(titles.join(''))].filter((char) => /\p{Script=Han}/u.test(char))
  const make: Readonly<Record<keyof typeof groups, (index: number) => string>> = {
    'words of titles': () => pieceOf(random, titles, 2, 12),
    'sounds and first letters': (index) => {
      const syllables = read(hanPiece(random, titles, 2, 5))
      return syllables.map((syllable) => (index % 3 === 0 ? syllable.charAt(0) : syllable)).join('')
    },
    'traditional characters': () => toTraditional(hanPiece(random, titles, 2, 6)),
    'one wrong character': () => {
      const right = [...hanPiece(random, titles, 3, 6)]
      right[random.int(0, right.length - 1)] = random.pick(chars)
      return right.join('')
    },
    'nothing to find': (index) =>
      index % 2 === 0
        ? `${random.pick(['氦', '鳜', '垩'])}${random.pick(['龊', '囹', '饕'])}${random.pick(['瓮', '旮', '痂'])}`
        : `zq${random.int(100, 999)}xk`,
  }
  return Object.entries(groups).flatMap(([group, share]) =>
    Array.from({ length: Math.round((many * share) / 100) }, (_, index) => ({
      group,
      text: make[group as keyof typeof groups](index),
    })),
  )
}

/** One to three neighbouring words of a title, of so many characters. */
function pieceOf(random: Random, titles: readonly string[], least: number, most: number): string {
  for (;;) {
    const words = [...segmenter.segment(random.pick(titles))].map(({ segment }) => segment)
    const from = random.int(0, words.length - 1)
    const piece = words
      .slice(from, from + random.int(1, 3))
      .join('')
      .trim()
    const length = [...piece].length
    if (length >= least && length <= most && /[\p{L}\p{N}]/u.test(piece)) return piece
  }
}

function hanPiece(random: Random, titles: readonly string[], least: number, most: number): string {
  for (;;) {
    const piece = pieceOf(random, titles, least, most)
    const [run, ...others] = runsOf(piece)
    if (run?.kind === 'han' && others.length === 0 && run.text === piece) return piece
  }
}
