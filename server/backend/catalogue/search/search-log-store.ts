import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { countedForm } from './counted-form.ts'

/** Searches of so many days count. */
const countedDays = 30
const keptDays = 90
/** A term that fewer have searched for says nothing of the school, but perhaps something of them. */
const leastSearchers = 3
const mostTerms = 30

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

/** Terms that the school chose, in its order, `most` at most. */
export function listChosenTerms(db: Database, most: number): Promise<{ courseName: string; url: string | null }[]> {
  return db
    .selectFrom('hotSearches')
    .select(['hotSearches.courseName', 'hotSearches.url'])
    .where('hotSearches.enabled', '=', true)
    .orderBy('hotSearches.sort')
    .orderBy('hotSearches.id')
    .limit(most)
    .execute()
}

/** Terms that many search for, the hottest first, `most` at most. */
export function listSearchedTerms(db: Database, most: number): Promise<{ term: string; folded: string }[]> {
  return db
    .selectFrom('hotTerms')
    .select(['hotTerms.term', 'hotTerms.folded'])
    .orderBy('hotTerms.searchers', 'desc')
    .orderBy('hotTerms.folded')
    .limit(most)
    .execute()
}
