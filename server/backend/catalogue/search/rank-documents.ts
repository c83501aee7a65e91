import type { Database } from '#server/backend/db/database.ts'
import type { DocumentKind } from '#shared/contract/enums.ts'
import { isShort, positionIn } from './text-place.ts'
import { type Candidate, type IndexQuestion, readCandidates } from './candidate-store.ts'

/** Of each kind: nobody pages further, and a count beyond is said as "500+". */
export const mostCounted = 500
/** One more is looked at than is counted: so a count that is cut short is told from one that isn't. */
const mostLookedAt = mostCounted + 1
/** Where nothing is counted the best of so many are enough. */
const mostLookedThrough = 150
/** Of a kind of which so many have the text in title or names the first pages show these alone; with fewer, those follow that have it elsewhere. */
const enough = 20
/** Of those that have it elsewhere so many are read at first: they are far from what is looked for, and their texts are long. */
const mostInText = 20

/** A document in the order of the hits. */
export interface Ranked {
  readonly id: number
  readonly kind: DocumentKind
  readonly refId: number
  readonly score: number
  /** Where the text stands: 10 at the title's begin, 8 in it, 6 in a name, 4 in the lead, less elsewhere. */
  readonly place: number
  /** The text stands there in one piece, and not only all of its pairs of characters. */
  readonly isWhole: boolean
}

export interface Ranking {
  /** Those that were weighed, of every kind. */
  readonly ranked: readonly Ranked[]
  /** Of each kind that has any, at most `mostCounted`; not to be read of one that is near. */
  readonly counts: ReadonlyMap<DocumentKind, number>
  /** Kinds that have more than `mostCounted`. */
  readonly more: ReadonlySet<DocumentKind>
  /** The best place of all of them; 0 without any. */
  readonly best: number
  /** One of them holds what was typed and not only what stands for it. */
  readonly isOwn: boolean
}

/** How far down the list is wanted: 'first' its first pages, 'all' everything that is counted; 'near' some of it, to follow another list, and no count. */
export type Depth = 'near' | 'first' | 'all'

export interface RankingScope {
  readonly kinds: readonly DocumentKind[]
  readonly now: number
  readonly depth: Depth
}

/** Whether one of the texts stands in a document. */
export type HoldsText = (text: string) => boolean

/** What is asked of the index, and how its answers are weighed. */
export interface RankingPlan extends IndexQuestion {
  /** So many of a kind are weighed at first. */
  readonly most: number
  /** What lexemes alone don't say of a document: that a text stands in it in one piece. What none is whole of finds nothing. */
  readonly holds: (has: HoldsText) => boolean
  /** What was typed stands there, and not only what stands for it. A short word of letters by itself: 'js' isn't in 'node.js'. */
  readonly holdsOwn: (has: HoldsText) => boolean
  readonly placeOf: (candidate: Candidate, isWhole: boolean) => number
  /** Weighs beside the place. */
  readonly bonusOf: (candidate: Candidate) => number
}

interface Held {
  readonly candidate: Candidate
  readonly isWhole: boolean
  readonly isOwn: boolean
}

/** What is known of a candidate: its head is looked at here, a text was looked through where it lies. */
function holdsOf({ texts, holds, holdsOwn }: RankingPlan, candidate: Candidate): Held {
  const short = texts.filter(isShort)
  const has: HoldsText = candidate.inText
    ? (text) => candidate.holds[texts.indexOf(text)] ?? false
    : (text) => positionIn(candidate.head, text, false) > 0
  const hasAlone: HoldsText = candidate.inText
    ? (text) => (isShort(text) ? (candidate.holds[texts.length + short.indexOf(text)] ?? false) : has(text))
    : (text) => positionIn(candidate.head, text, true) > 0
  return { candidate, isWhole: holds(has), isOwn: holdsOwn(hasAlone) }
}

/** Who looks for a thing wants to learn it: courses and classes first, then what explains it; works and posts follow. */
const kindBonus: Readonly<Record<DocumentKind, number>> = { 1: 2.5, 2: 2.5, 3: 1.2, 4: 0, 5: 0 }
/** From here on the text stands in the title or in a name, such as a tag: it is the document's own word. */
const named = 6
/** A course's own word finds the course before an article that begins with it; only a whole title comes before it. */
const ownWordBonus: Readonly<Record<DocumentKind, number>> = { 1: 3.5, 2: 3.5, 3: 0, 4: 0, 5: 0 }
const yearMs = 31_536_000_000

function weigh(plan: RankingPlan, { candidate, isWhole }: Held, now: number): Ranked {
  const { id, kind, refId, popularity, publishedAt } = candidate
  const place = plan.placeOf(candidate, isWhole)
  const youth = Math.max(0, Math.min(1, 1 - (now - (publishedAt?.getTime() ?? 0)) / yearMs))
  const kindWeight = kindBonus[kind] + (place >= named ? ownWordBonus[kind] : 0)
  const score = place + kindWeight + plan.bonusOf(candidate) + 1.5 * popularity + 0.3 * youth
  return { id, kind, refId, place, score, isWhole }
}

/** Whether a document is weighed for the first pages: what has the text only in its body, where few have it in title or names. */
function isFirst({ candidate }: Held, heads: number, most: number): boolean {
  if (!candidate.inText) return candidate.place <= most
  return heads < enough && candidate.place <= heads + mostInText
}

/** What is counted can be paged through to its end: then texts follow however many have it in title or names. */
function mostOf(plan: RankingPlan, depth: Depth): Parameters<typeof readCandidates>[3] {
  if (depth === 'all') return { heads: mostCounted, texts: mostCounted, enough: mostCounted, scanned: mostLookedAt }
  const scanned = depth === 'near' ? mostLookedThrough : mostLookedAt
  return { heads: plan.most, texts: mostInText, enough, scanned }
}

/** Documents that answer a plan, the best first. */
export async function rankDocuments(
  db: Database,
  plan: RankingPlan,
  { kinds, now, depth }: RankingScope,
): Promise<Ranking> {
  const candidates = await readCandidates(db, plan, kinds, mostOf(plan, depth))
  const held = candidates.map((candidate) => holdsOf(plan, candidate))
  if (depth !== 'all' && !held.some(({ isWhole }) => isWhole))
    return { ranked: [], counts: new Map(), more: new Set(), best: 0, isOwn: false }
  const counts = new Map<DocumentKind, number>()
  const heads = new Map<DocumentKind, number>()
  for (const { kind, many, inText } of candidates) {
    counts.set(kind, Math.max(many, counts.get(kind) ?? 0))
    if (!inText) heads.set(kind, (heads.get(kind) ?? 0) + 1)
  }
  const more = new Set([...counts].filter(([, count]) => count > mostCounted).map(([kind]) => kind))
  const first = new Set(held.filter((one) => isFirst(one, heads.get(one.candidate.kind) ?? 0, plan.most)))
  // further down the list goes on: what stands on the first pages stays there
  const rest = depth === 'all' ? held.filter((one) => !first.has(one)) : []
  const rank = (list: readonly Held[]): Ranked[] =>
    list
      .map((one) => weigh(plan, one, now))
      .toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.score - a.score || a.id - b.id)
  const ranked = [...rank([...first]), ...rank(rest)]
  return {
    ranked,
    counts: new Map([...counts].map(([kind, count]) => [kind, Math.min(mostCounted, count)])),
    more,
    best: ranked.reduce((best, { place }) => Math.max(best, place), 0),
    isOwn: held.some(({ isOwn }) => isOwn),
  }
}
