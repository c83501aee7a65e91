import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import type { DocumentKind } from '#shared/contract/enums.ts'
import { type LooseHit, searchLoosely } from './loose-search.ts'
import { type Depth, mostCounted, type Ranked, type Ranking, type RankingScope } from './rank-documents.ts'
import { isSureWord } from './real-words.ts'
import { planQuery, type SearchQuery } from './search-query.ts'
import { type Term, type UnderstoodText, understandText } from './search-terms.ts'
import { searchStrictly } from './strict-search.ts'
import { findSynonyms } from './synonym-store.ts'
import { holdsTyped, searchTerms } from './term-search.ts'

/** A hit of a page, and what in it stands for what was typed where that is something else. */
interface SearchedHit extends Omit<Ranked, 'place'> {
  readonly marks?: readonly string[]
}

/** What is searched, and which page of it is wanted. */
export interface SearchScope {
  /** Kinds that are counted. */
  readonly kinds: readonly DocumentKind[]
  /** Kinds of which a page is wanted. */
  readonly shown: readonly DocumentKind[]
  /** How many hits of the kinds shown are left out, and how many follow. */
  readonly from: number
  readonly size: number
  readonly now: number
}

/**
 * What the hits have to do with what was typed: 'exact' one holds it, 'synonyms' they hold what staff have for it, 'some' they
 * hold some of its words, 'similar' they look or sound like it, 'none' there are none.
 */
export type SearchMatch = CallOutput<'GET /api/search/all'>['match']

export interface SearchAnswer {
  readonly query: SearchQuery
  /** The page that was asked for. */
  readonly hits: readonly SearchedHit[]
  readonly counts: ReadonlyMap<DocumentKind, number>
  /** Kinds that have more than were counted. */
  readonly more: ReadonlySet<DocumentKind>
  /** Of the kinds shown, at most `mostCounted`. */
  readonly total: number
  /** There are more of the kinds shown. */
  readonly isMore: boolean
  readonly match: SearchMatch
  /** A document holds the text as it was typed, and not only its words without those that say how one asks. */
  readonly isTyped: boolean
  /** Folded words that staff have for what was typed, where these were looked for. */
  readonly related: ReadonlySet<string>
  /** What was probably meant; the hits are those of it where `match` is 'similar'. */
  readonly meant: string | null
}

export type SearchContext = Pick<CallContext, 'address' | 'limits' | 'searches'>

/** From here on a text stands in title, names or lead: the document is about it. Elsewhere it may be an accident of characters. */
const placed = 3.2
/** With fewer hits what has only some of the words follows. */
const fewHits = 8
/** Of what holds only some of the terms, what holds too little of them is left out. */
const leastSome = 1.5
/** With so many hits nobody misses what is further from the text. */
const enoughHits = 20

/**
 * Searches the index. What is about the text as it was typed answers it, or about its words without those that say how one
 * asks, synonyms among them. Only where there is no such thing follow mistakes of typing and what holds some of the words.
 * Any text is answered; one without letters and digits by nothing.
 */
export async function searchIndex(db: Database, text: string, scope: SearchScope): Promise<SearchAnswer> {
  const query = planQuery(text)
  if (query.needs.length === 0)
    return {
      query,
      hits: [],
      counts: new Map(),
      total: 0,
      isMore: false,
      more: new Set(),
      match: 'none',
      isTyped: false,
      related: new Set(),
      meant: null,
    }
  const understood = await understandText(db, text)
  const first = scopeOf(scope, 'first')
  const exact = understood.isWhole ? undefined : await searchStrictly(db, query, first)
  const exactAnswer = (ranking: Ranking): Promise<SearchAnswer> =>
    rankingAnswer(query, ranking, scope, () => searchStrictly(db, query, scopeOf(scope, 'all')))
  if (exact && exact.best >= placed) return exactAnswer(exact)
  const every = isOtherThan(query, understood) ? await searchTerms(db, understood.terms, 'every', first) : undefined
  const isAbout = every !== undefined && every.best >= placed && !understood.isBroken
  if (isAbout && (understood.isWhole || sumOf(every.counts, scope.kinds) > fewHits)) {
    const isMentioned = (exact?.counts.size ?? 0) > 0
    const isOwn = every.isOwn || isMentioned || (await holdsTyped(db, understood.terms, scope.kinds))
    const answer = await termsAnswer(db, query, { terms: understood.terms, ranking: every, scope, isOwn })
    return { ...answer, isTyped: isMentioned || (isOwn && understood.isWhole) }
  }
  // many mention it and nothing is about it: nothing that is further off is missed
  if (exact && !isAbout && exact.ranked.length >= enoughHits) return exactAnswer(exact)
  return searchNear(db, { text, query, scope }, understood, { exact, every })
}

function scopeOf({ kinds, now }: SearchScope, depth: Depth): RankingScope {
  return { kinds, now, depth }
}

/** The same for somebody who calls: within what an address may ask, in its turn. Throws as limits and the queue do. */
export async function searchWithin(ctx: SearchContext, text: string, scope: SearchScope): Promise<SearchAnswer> {
  await ctx.limits.take('search', ctx.address)
  return ctx.searches.run((db) => searchIndex(db, text, scope))
}

/** Its terms ask for something else than the text as it stands. */
function isOtherThan(query: SearchQuery, { terms, isKnown }: UnderstoodText): boolean {
  return isKnown || terms.map((term) => term.phrases[0]?.text).join(' ') !== query.text
}

/** Nothing is about the text; what only mentions it comes first, then what was probably meant, then what has some of its words. */
async function searchNear(
  db: Database,
  { text, query, scope }: { text: string; query: SearchQuery; scope: SearchScope },
  { terms, allTerms, isBroken }: UnderstoodText,
  { exact, every }: { exact: Ranking | undefined; every: Ranking | undefined },
): Promise<SearchAnswer> {
  const first = scopeOf(scope, 'first')
  const whole = every?.ranked ?? []
  // a whole text that staff know wasn't looked for as it stands
  const isAsked = exact !== undefined || whole.length === 0
  const mentions = (isAsked ? exact : await searchStrictly(db, query, first))?.ranked ?? []
  const about = isBroken ? [] : whole.filter((hit) => hit.place >= placed)
  // words that staff know aren't mistyped, nor is what something is about
  const isRight = about.length > 0 || (!isBroken && terms.every((term) => term.isKnown))
  const isEnough = mentions.length >= enoughHits
  const near = isRight || isEnough ? [] : await searchLoosely(db, text, query, scope.kinds)
  const meant = await mostMeant(db, near)
  if (meant !== null && mentions.length === 0) {
    const right = planQuery(meant)
    const corrected = await searchStrictly(db, right, first)
    if (corrected.ranked.length > 0) {
      const goOn = (): Promise<Ranking> => searchStrictly(db, right, scopeOf(scope, 'all'))
      return { ...(await rankingAnswer(right, corrected, scope, goOn)), match: 'similar', isTyped: false, meant }
    }
  }
  const complete =
    isBroken && meant === null && !isEnough
      ? (await searchTerms(db, allTerms, 'every', first)).ranked.filter((hit) => hit.place >= placed)
      : []
  // a character alone says nothing
  const long = terms.filter((term) => term.isKnown || [...(term.phrases[0]?.text ?? '')].length > 1)
  const isFull = isEnough || about.length + complete.length >= enoughHits
  const some =
    long.length === 0 || isFull
      ? []
      : (await searchTerms(db, long, 'some', first)).ranked.filter((hit) => hit.place >= leastSome)
  const parts = withMarks([...some, ...whole], terms)
  const others = meant === null ? [...parts, ...near] : [...near, ...parts]
  const list = uniqueHits([...withMarks(about, terms), ...withMarks(complete, allTerms), ...mentions, ...others]).slice(
    0,
    mostCounted,
  )
  const counts = countKinds(list)
  // what holds only the terms of a broken text doesn't hold what was typed
  const holders = [...(whole.length > 0 && !isBroken ? [terms] : []), ...(complete.length > 0 ? [allTerms] : [])]
  const isOwn =
    mentions.length > 0 ||
    (holders.includes(terms) && every?.isOwn === true) ||
    (await holdsAnyTyped(db, holders, scope.kinds))
  const match = matchOf({ isOwn, isRelated: holders.length > 0, first: list[0], near })
  const isCut = match === 'exact' || match === 'synonyms'
  const more = new Set(isCut ? [...(exact?.more ?? []), ...(every?.more ?? [])] : [])
  const related = match === 'synonyms' ? relatedOf(terms) : new Set<string>()
  return {
    query,
    hits: pageOf(list, scope),
    counts,
    more,
    total: sumOf(counts, scope.shown),
    isMore: scope.shown.some((kind) => more.has(kind)),
    match,
    isTyped: mentions.length > 0,
    related,
    meant: mentions.length > 0 ? meant : null,
  }
}

async function holdsAnyTyped(
  db: Database,
  lists: readonly (readonly Term[])[],
  kinds: readonly DocumentKind[],
): Promise<boolean> {
  for (const terms of lists) if (await holdsTyped(db, terms, kinds)) return true
  return false
}

/** What the hits have to do with what was typed: `isOwn` one holds it, `isRelated` one holds all of it in other words. */
function matchOf(found: {
  isOwn: boolean
  isRelated: boolean
  first: SearchedHit | undefined
  near: readonly LooseHit[]
}): SearchMatch {
  const { isOwn, isRelated, first, near } = found
  if (first === undefined) return 'none'
  if (isOwn) return 'exact'
  if (isRelated) return 'synonyms'
  return near.some((hit) => hit === first && hit.isSimilar) ? 'similar' : 'some'
}

/** What stands for the terms, without what was typed itself. */
function relatedOf(terms: readonly Term[]): Set<string> {
  return new Set(terms.flatMap((term) => term.phrases.slice(1).map((phrase) => phrase.text)))
}

/** What most of the nearest hits say was meant; a word of two characters only if it is known. */
async function mostMeant(db: Database, near: readonly LooseHit[]): Promise<string | null> {
  const votes = new Map<string, number>()
  for (const { meant } of near.slice(0, 10)) if (meant !== undefined) votes.set(meant, (votes.get(meant) ?? 0) + 1)
  if (votes.size === 0) return null
  const pieces = new Set([...votes.keys()].flatMap((meant) => meant.split(' ')))
  const unsure = [...pieces].filter((piece) => !isSureWord(piece, new Set()))
  const known = new Set((await findSynonyms(db, unsure)).flatMap((group) => group.words))
  const [first] = [...votes]
    .filter(([meant]) => meant.split(' ').every((piece) => isSureWord(piece, known)))
    .toSorted((a, b) => b[1] - a[1])
  return first?.[0] ?? null
}

function uniqueHits(hits: readonly SearchedHit[]): SearchedHit[] {
  const known = new Set<number>()
  return hits.filter(({ id }) => {
    const isNew = !known.has(id)
    known.add(id)
    return isNew
  })
}

function withMarks(hits: readonly SearchedHit[], terms: readonly Term[]): SearchedHit[] {
  const texts = terms.flatMap((term) => term.phrases.map((phrase) => phrase.text))
  // what was looked for is marked, not the longer name that it stands in
  const own = new Set(terms.map((term) => term.phrases[0]?.text))
  const marks = texts.filter(
    (text) => own.has(text) || !texts.some((other) => other !== text && [...other].length > 1 && text.includes(other)),
  )
  return hits.map((hit) => ({ ...hit, marks }))
}

function countKinds(hits: readonly SearchedHit[]): Map<DocumentKind, number> {
  const counts = new Map<DocumentKind, number>()
  for (const { kind } of hits) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

function pageOf<T extends SearchedHit>(hits: readonly T[], { shown, from, size }: SearchScope): T[] {
  return hits.filter((hit) => shown.includes(hit.kind)).slice(from, from + size)
}

/** The page of a ranking; `goOn` ranks everything that was counted, for pages on which the first ranking has nothing. */
async function rankingAnswer(
  query: SearchQuery,
  { ranked, counts, more }: Ranking,
  scope: SearchScope,
  goOn: () => Promise<Ranking>,
): Promise<SearchAnswer> {
  const match = sumOf(counts, scope.kinds) > 0 ? 'exact' : 'none'
  const total = Math.min(mostCounted, sumOf(counts, scope.shown))
  const last = Math.min(total, scope.from + scope.size)
  const known = ranked.filter((hit) => scope.shown.includes(hit.kind)).length
  const hits = known < last && scope.from < last ? (await goOn()).ranked : ranked
  return {
    query,
    hits: pageOf(hits, { ...scope, size: Math.max(0, last - scope.from) }),
    counts,
    more,
    total,
    isMore: sumOf(counts, scope.shown) > total || scope.shown.some((kind) => more.has(kind)),
    match,
    isTyped: match === 'exact',
    related: new Set(),
    meant: null,
  }
}

async function termsAnswer(
  db: Database,
  query: SearchQuery,
  { terms, ranking, scope, isOwn }: { terms: readonly Term[]; ranking: Ranking; scope: SearchScope; isOwn: boolean },
): Promise<SearchAnswer> {
  const goOn = (): Promise<Ranking> => searchTerms(db, terms, 'every', scopeOf(scope, 'all'))
  const answer = await rankingAnswer(query, ranking, scope, goOn)
  const marked = { ...answer, hits: withMarks(answer.hits, terms) }
  return isOwn ? marked : { ...marked, match: 'synonyms', related: relatedOf(terms) }
}

function sumOf(counts: ReadonlyMap<DocumentKind, number>, kinds: readonly DocumentKind[]): number {
  return kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0)
}
