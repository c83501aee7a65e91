import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { countedForm } from './counted-form.ts'

const keptDays = 180

/**
 * Counts a text that nothing holds as it stands, by day and not by who: staff see which words or courses are missing. What
 * may be a number or an address of somebody isn't kept. `now` in epoch ms.
 */
export async function countSearchMiss(db: Database, term: string, now: number): Promise<void> {
  const folded = countedForm(term)
  if (folded === null) return
  await db
    .insertInto('searchMisses')
    .values({ day: shanghaiDay(now), folded })
    .onConflict((conflict) =>
      conflict.columns(['day', 'folded']).doUpdateSet({ searches: sql`search_misses.searches + 1` }),
    )
    .execute()
}

/** Forgets what was counted long ago. `now` in epoch ms. */
export async function forgetSearchMisses(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('searchMisses')
    .where('searchMisses.day', '<', shanghaiDay(now - keptDays * dayMs))
    .execute()
}

/** What found nothing. */
export interface SearchMiss {
  readonly text: string
  readonly searches: number
  readonly lastDay: string
}

/** What found nothing since a day of Shanghai, the most searched first, and how many different texts these are. */
export async function listSearchMisses(
  db: Database,
  since: string,
  page: PageInput,
): Promise<{ rows: SearchMiss[]; total: number }> {
  const { rows } = await sql<SearchMiss>`
    select m.folded as text, sum(m.searches)::int as searches, max(m.day)::text as last_day from search_misses m
    where m.day >= ${since}::date group by m.folded order by searches desc, m.folded
    limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(db)
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from search_misses m where m.day >= ${since}::date group by m.folded limit ${countLimit}) c`.execute(db)
  return { rows, total: counts[0]?.count ?? 0 }
}
