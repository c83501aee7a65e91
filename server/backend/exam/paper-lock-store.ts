import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'

/** Holds a paper as it is until the transaction ends, beside others who do the same: who changes its questions waits. False when there is none. */
export async function lockPaper(trx: Database, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from exam_papers where id = ${id} for key share`.execute(trx)
  return rows.length > 0
}
