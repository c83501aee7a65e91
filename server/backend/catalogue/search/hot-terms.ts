import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { foldText } from './indexing/fold.ts'

/** Searches of so many days count. */
const countedDays = 30
const keptDays = 90
/** A term that fewer have searched for says nothing of the school, but perhaps something of them. */
const leastSearchers = 3
const mostTerms = 30
/** Characters; the numbers looked for below aren't longer. */
const longestCounted = 20
const shown = 12
/** Terms that the school chose keep at least so many places. */
const leastChosen = 4

/**
 * The form under which searches for the same thing are counted, or null for what shall not be shown to others: numbers of
 * phones and cards, addresses, anything too long for a term.
 */
export function countedForm(term: string): string | null {
  const folded = foldText(term).replace(/\s+/g, ' ').trim()
  const length = [...folded].length
  if (length < 2 || length > longestCounted) return null
  const isPersonal =
    /\d[\d -]{4,18}\d|@|https?:|www\.|\.(?:com|cn|net)\b|(?:微信|qq|vx|电话|手机) ?[:：]? ?[a-z0-9]/.test(folded)
  return isPersonal || !/[\p{L}\p{N}]/u.test(folded) ? null : folded
}

export interface SearchLog {
  readonly term: string
  /** Hits that contain what was typed. */
  readonly total: number
  readonly userId: number | null
  readonly searcher: string
  readonly at: Date
}

/** Keeps a search for the hot terms. */
export async function insertSearchLog(db: Database, log: SearchLog): Promise<void> {
  await db
    .insertInto('searchLogs')
    .values({ ...log, folded: countedForm(log.term) })
    .execute()
}

/** Counts again what many have searched for and found; forgets old searches. May run in several processes at once. */
export async function computeHotTerms(trx: DatabaseTransaction, now: number): Promise<void> {
  await trx
    .deleteFrom('searchLogs')
    .where('searchLogs.at', '<', new Date(now - keptDays * dayMs))
    .execute()
  const since = new Date(now - countedDays * dayMs)
  await sql`lock table hot_terms in share row exclusive mode`.execute(trx)
  await trx.deleteFrom('hotTerms').execute()
  await sql`
    insert into hot_terms (folded, term, searchers)
    select l.folded, mode() within group (order by l.term), count(distinct l.searcher) as searchers from search_logs l
    where l.at >= ${since} and l.at <= ${new Date(now)} and l.total > 0 and l.folded is not null and l.searcher is not null
    group by l.folded having count(distinct l.searcher) >= ${sql.lit(leastSearchers)}
    order by searchers desc, l.folded limit ${sql.lit(mostTerms)}`.execute(trx)
}

/** Terms to offer: the school's links first, then what many search for, filled up with the school's own. */
export async function listHotSearches(db: Database): Promise<{ courseName: string; url: string | null }[]> {
  const [chosen, searched] = await Promise.all([
    db
      .selectFrom('hotSearches')
      .select(['hotSearches.courseName', 'hotSearches.url'])
      .where('hotSearches.enabled', '=', true)
      .orderBy('hotSearches.sort')
      .orderBy('hotSearches.id')
      .limit(shown)
      .execute(),
    db
      .selectFrom('hotTerms')
      .select(['hotTerms.term', 'hotTerms.folded'])
      .orderBy('hotTerms.searchers', 'desc')
      .orderBy('hotTerms.folded')
      .limit(shown)
      .execute(),
  ])
  const links = chosen.filter((item) => item.url)
  const own = chosen.filter((item) => !item.url)
  const known = new Set(chosen.map((item) => foldText(item.courseName)))
  const fresh = searched.filter((item) => !known.has(item.folded)).map((item) => ({ courseName: item.term, url: null }))
  const places = Math.max(0, shown - links.length - Math.min(leastChosen, own.length))
  // a chosen term that many search for stands before one that nobody does
  const heat = new Map(searched.map((item, index) => [item.folded, index]))
  const rankOf = (name: string): number => heat.get(foldText(name)) ?? mostTerms
  const warmFirst = own.toSorted((a, b) => rankOf(a.courseName) - rankOf(b.courseName))
  return [...links, ...takeTurns(warmFirst, fresh.slice(0, places))].slice(0, shown)
}

function takeTurns<T>(first: readonly T[], second: readonly T[]): T[] {
  return Array.from({ length: Math.max(first.length, second.length) }, (_, index) => [first[index], second[index]])
    .flat()
    .filter((item) => item !== undefined)
}
