import type { Database } from '#server/backend/db/database.ts'
import { foldText } from './indexing/fold.ts'
import { blurred, loadReader, type ReadAloud } from './indexing/reading.ts'
import type { Run } from './indexing/runs.ts'
import { type Likeness, likeSound, likeWindow, likeWord } from './likeness.ts'
import type { Ranked } from './rank-documents.ts'
import { isRealWord } from './real-words.ts'
import { longWordsOf, looseReadings, mistakeReadings, type Need, planQuery, type SearchQuery } from './search-query.ts'
import { type LooseCandidate, readLooseCandidates, type LooseScope } from './loose-search-store.ts'

/** From here on a document is close enough to be shown. */
const closeEnough = 0.4

export interface LooseHit extends Omit<Ranked, 'place' | 'isWhole'> {
  /** What in it stands for what was typed. */
  readonly marks: readonly string[]
  /** What was probably meant, where it was mistyped. */
  readonly meant?: string
  /** It looks or sounds like what was typed, and doesn't hold its words. */
  readonly isSimilar: boolean
}

/** How much of the words a candidate holds, those in the title counting in full. */
function coverage(candidate: LooseCandidate, words: readonly Run[]): { degree: number; marks: string[] } {
  let sum = 0
  let all = 0
  const marks: string[] = []
  for (const [index, { text }] of words.entries()) {
    const weight = [...text].length
    all += weight
    if (!candidate.holds[index]) continue
    const at = candidate.head.indexOf(text)
    const place = at < 0 ? 0.55 : at < candidate.titleLength ? 1 : at < candidate.namesEnd ? 0.85 : 0.7
    sum += weight * place
    marks.push(text)
  }
  return { degree: all === 0 ? 0 : (sum / all) * 0.9, marks }
}

/** A need with how it sounds; undefined where that says nothing. */
interface HeardNeed {
  readonly need: Need
  readonly sound: string | undefined
}

function hear(query: SearchQuery, read: ReadAloud): HeardNeed[] {
  return query.needs.map((need) => {
    if (need.kind === 'han') return { need, sound: [...need.text].length > 1 ? read(need.text).join('') : undefined }
    return { need, sound: need.text.length > 2 ? need.text : undefined }
  })
}

/** The piece of the names that sounds alike. Reading aloud is slow: only where the index has such a sound. */
function soundAlike(
  candidate: LooseCandidate,
  names: string,
  sound: string | undefined,
  read: ReadAloud,
): Likeness | undefined {
  if (sound === undefined) return undefined
  const isHeard = candidate.sound.includes(sound) || blurred(candidate.sound).includes(blurred(sound))
  return isHeard ? likeSound(names, sound, read) : undefined
}

/** How near title and names come to the text, mistakes allowed; what was meant only where it is words of title or tags. */
function mistaken(
  candidate: LooseCandidate,
  heard: readonly HeardNeed[],
  read: ReadAloud,
): { degree: number; marks: string[]; meant: string | undefined } | undefined {
  const names = [...candidate.head].slice(0, candidate.namesEnd).join('')
  const likes = heard.map(({ need, sound }): Likeness | undefined => {
    if (names.includes(need.text)) return { text: need.text, degree: 1 }
    if (need.kind === 'han') return soundAlike(candidate, names, sound, read) ?? likeWindow(names, need.text)
    return likeWord(names, need.text) ?? soundAlike(candidate, names, sound, read)
  })
  const known = likes.filter((like) => like !== undefined)
  if (known.length < likes.length) return undefined
  // who wrote an article or a work is no word to suggest
  const lines = names.split('\n').filter((_, index) => index !== 1 || candidate.kind <= 2)
  const isReal = known.every(
    ({ text }, index) => text === heard[index]?.need.text || isRealWord(text, heard[index]?.need.text ?? '', lines),
  )
  return {
    degree: known.reduce((sum, like) => sum + like.degree, 0) / known.length,
    marks: known.map((like) => like.text),
    meant: isReal ? known.map((like) => like.text).join(' ') : undefined,
  }
}

let converter: Promise<(text: string) => string> | undefined

/** Words of Taiwan and Hong Kong for what has another name here: 滑鼠, 程式. The dictionary is large and loads when it is first wanted. */
async function otherRegion(text: string): Promise<string | undefined> {
  converter ??= import('opencc-js/t2cn').then(({ Converter }) => Converter({ from: 'twp', to: 'cn' }))
  const convert = await converter
  const plain = foldText(convert(text))
  return plain === foldText(text) ? undefined : plain
}

/**
 * Documents for a text that is found nowhere as it stands: its words apart, words of another region, mistakes by character,
 * sound or letter. The nearest first.
 */
export async function searchLoosely(
  db: Database,
  text: string,
  query: SearchQuery,
  scope: LooseScope,
): Promise<LooseHit[]> {
  const read = await loadReader()
  const heard = hear(query, read)
  const words = longWordsOf(query)
  const elsewhere = /\p{Script=Han}/u.test(text) ? await otherRegion(text) : undefined
  const translated = elsewhere === undefined ? undefined : planQuery(elsewhere)
  const allWords = [...words, ...(translated ? longWordsOf(translated) : [])].slice(0, 10)
  const readings = [
    ...looseReadings(words),
    ...(translated ? looseReadings(longWordsOf(translated)) : []),
    ...mistakeReadings(query, read, words),
  ]
  const candidates = await readLooseCandidates(db, scope, readings, allWords)
  return candidates
    .flatMap((candidate): LooseHit[] => {
      const own = coverage(candidate, words)
      const other = translated
        ? coverage({ ...candidate, holds: candidate.holds.slice(words.length) }, allWords.slice(words.length))
        : own
      const covered = other.degree > own.degree ? other : own
      const mistake = mistaken(candidate, heard, read)
      const best = mistake && mistake.degree > covered.degree ? mistake : covered
      if (best.degree < closeEnough) return []
      const { id, kind, refId, popularity } = candidate
      const score = best.degree * 10 + popularity * 1.5 + (kind <= 2 ? 0.6 : 0)
      const meant = best === mistake && mistake.meant !== query.text ? mistake.meant : undefined
      return [
        {
          id,
          kind,
          refId,
          score,
          marks: best.marks,
          isSimilar: best === mistake,
          ...(meant === undefined ? {} : { meant }),
        },
      ]
    })
    .sort((a, b) => b.score - a.score || a.id - b.id)
}
