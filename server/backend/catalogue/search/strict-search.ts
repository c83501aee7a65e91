import type { Database } from '#server/backend/db/database.ts'
import { type Ranking, type RankingScope, rankDocuments } from './rank-documents.ts'
import type { Candidate } from './candidate-store.ts'
import { allOf, type Need, type SearchQuery } from './search-query.ts'
import { positionIn } from './text-place.ts'

/** So many of a kind are weighed at first: more than a page of one kind. */
const mostWeighed = 30

/** Where a word of letters is heard: first letters weigh most where it has no vowel, else whole syllables. 0 when it isn't. */
export function heardIn(sound: string, word: string): number {
  const [syllables = '', letters = ''] = (sound.split('|', 1)[0] ?? '').split('~', 2)
  const [first, second] = /[aeiouv]/.test(word) ? [syllables, letters] : [letters, syllables]
  if (first.startsWith(word)) return 7
  if (first.includes(word)) return 6
  if (second.includes(word)) return 5
  return sound.includes(word) ? 4.5 : 0
}

/**
 * How much a place is worth, in characters from 1: 10 at the title's begin, 8 in it (and more, the more of it the text is), 6
 * in a name, 4 in the lead, 0 for none.
 */
export function worthOf(at: number, text: string, { titleLength, namesEnd }: Candidate): number {
  if (at === 0) return 0
  const share = 3 * Math.min(1, [...text].length / Math.max(1, titleLength))
  if (at === 1) return 10 + share
  if (at <= titleLength) return 8 + share
  return at <= namesEnd ? 6 : 4
}

/** Where a run stands; 4.5 to 7 where it is heard, 1.5 elsewhere, less where only its pairs are there. */
function placeOf(need: Need, candidate: Candidate, isWhole: boolean): number {
  const worth = worthOf(positionIn(candidate.head, need.text, false), need.text, candidate)
  if (worth > 0) return worth
  return (need.kind === 'word' && heardIn(candidate.sound, need.text)) || (isWhole ? 1.5 : 1)
}

/** More for a whole title. */
export function wholeTitle(text: string, { head, titleLength }: Candidate): number {
  return titleLength <= [...text].length && head.split('\n', 1)[0] === text ? 4 : 0
}

/** Its pairs alone don't say that it stands in one piece. */
function isLong(need: Need): boolean {
  return need.kind === 'han' && [...need.text].length > 2
}

/** Documents that hold every run of the text, the best first. */
export async function searchStrictly(
  db: Database,
  { needs, text }: SearchQuery,
  scope: RankingScope,
): Promise<Ranking> {
  const long = needs.filter(isLong).map((need) => need.text)
  return rankDocuments(
    db,
    {
      headQueries: [allOf(needs.flatMap((need) => need.title)), allOf(needs.flatMap((need) => need.head))],
      textQuery: allOf(needs.flatMap((need) => need.any)),
      most: mostWeighed,
      texts: long,
      holds: (has) => long.every(has),
      holdsOwn: () => true,
      placeOf: (candidate, isWhole) =>
        needs.reduce((sum, need) => sum + placeOf(need, candidate, isWhole), 0) / needs.length,
      bonusOf: (candidate) => wholeTitle(text, candidate),
    },
    scope,
  )
}
