import type { Database } from '#server/backend/db/database.ts'
import type { DocumentKind } from '#shared/contract/enums.ts'
import { type Ranking, type RankingPlan, type RankingScope, rankDocuments } from './rank-documents.ts'
import type { Candidate } from './candidate-store.ts'
import { allOf, anyOf, anyOfAll, lexeme, type Need, planQuery } from './search-query.ts'
import type { Phrase, Term } from './search-terms.ts'
import { heardIn, wholeTitle, worthOf } from './strict-search.ts'
import { positionIn } from './text-place.ts'
import { holdsOneOfEach } from './term-search-store.ts'

/** Of each kind: every phrase of every term is looked for in each of them. */
const mostWeighed = 30
/** A whole text weighs more where it stands in one piece. */
const wholeBonus = 3
/** A word that staff know says more of what is meant than another. */
const knownWeight = 1.5

type Place = 'title' | 'head' | 'any'

/** What one run of a phrase asks: a word of letters stands by itself, unless it is what was typed and nobody knows it. */
function queryOf(need: Need, place: Place, isExact: boolean): readonly string[] {
  if (need.kind === 'han' || !isExact) return need[place]
  return [lexeme({ title: 'h', head: 't', any: 'x' }[place], need.text)]
}

function phraseQuery(phrase: Phrase, place: Place, isExact: boolean): readonly string[] {
  return planQuery(phrase.text).needs.flatMap((need) => queryOf(need, place, isExact))
}

/** Any of its phrases. */
function termQuery(term: Term, place: Place): string {
  const queries = term.phrases.map((phrase, index) => phraseQuery(phrase, place, term.isKnown || index > 0))
  return anyOfAll(queries.filter((query) => query.length > 0))
}

/** The word that may be a sound, if there is one. */
function soundOf(term: Term): string | undefined {
  const [own] = term.phrases
  return !term.isKnown && own && /^[a-z]{2,}$/.test(own.text) ? own.text : undefined
}

/** The best place of any phrase, by its weight; `elsewhere` where none stands in title, names or lead. */
function placeOf(term: Term, elsewhere: number, candidate: Candidate): number {
  const sound = soundOf(term)
  const heard = sound === undefined ? 0 : heardIn(candidate.sound, sound)
  const places = term.phrases.map(
    ({ text, weight }) => weight * worthOf(positionIn(candidate.head, text, true), text, candidate),
  )
  return Math.max(elsewhere, heard, ...places)
}

function weightOf(term: Term): number {
  return Math.min(4, [...(term.phrases[0]?.text ?? '')].length) * (term.isKnown ? knownWeight : 1)
}

/** Whether any document holds all terms in the words that were typed, wherever they stand. */
export async function holdsTyped(
  db: Database,
  terms: readonly Term[],
  kinds: readonly DocumentKind[],
): Promise<boolean> {
  const spelt = terms.filter((term) => soundOf(term) === undefined)
  const queries = spelt.map((term) =>
    term.own.map((text) => phraseQuery({ text, weight: 1 }, 'any', true)).filter((query) => query.length > 0),
  )
  if (queries.length === 0 || queries.some((list) => list.length === 0)) return false
  const words = spelt.map((term) => term.own)
  return holdsOneOfEach(db, { query: allOf(queries.map(anyOfAll)), kinds, words })
}

/**
 * Documents that hold every one of the terms or, `some`, those that hold most of them, in title, names or lead, the best
 * first. A term is held by any of its phrases.
 */
export async function searchTerms(
  db: Database,
  terms: readonly Term[],
  match: 'every' | 'some',
  scope: RankingScope,
): Promise<Ranking> {
  const isEvery = match === 'every'
  const join = isEvery ? allOf : anyOf
  const query = (place: Place): string => join(terms.map((term) => termQuery(term, place)))
  const all = terms.reduce((sum, term) => sum + weightOf(term), 0)
  const whole = terms.map((term) => term.phrases[0]?.text ?? '').join('')
  // a word of letters may be a sound, which the texts don't hold
  const spelt = terms.filter((term) => soundOf(term) === undefined)
  const plan: RankingPlan = {
    headQueries: [query('title'), query('head')],
    textQuery: isEvery ? query('any') : null,
    most: mostWeighed,
    texts: [...new Set(spelt.flatMap((term) => term.own))],
    holds: () => true,
    holdsOwn: (has) => spelt.every((term) => term.own.some(has)),
    placeOf: (candidate) =>
      terms.reduce((sum, term) => sum + weightOf(term) * placeOf(term, isEvery ? 1.5 : 0, candidate), 0) / all,
    bonusOf: (candidate) => {
      const at = terms.length > 1 ? positionIn(candidate.head, whole, false) : 0
      return (at > 0 && at <= candidate.namesEnd ? wholeBonus : 0) + wholeTitle(whole, candidate)
    },
  }
  return rankDocuments(db, plan, scope)
}
