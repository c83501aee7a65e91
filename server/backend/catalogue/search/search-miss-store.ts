import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { countedForm } from './hot-terms.ts'

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
