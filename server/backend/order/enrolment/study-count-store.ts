import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'

/** Adds to the numbers of learners of products. */
export async function addLearners(db: Database, ids: readonly number[], added: readonly number[]): Promise<void> {
  await sql`update products set study_count = study_count + n.count
        from unnest(${ids}::bigint[], ${added}::int[]) as n(id, count) where products.id = n.id`.execute(db)
}
