import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'

/** Every table of ours. */
export async function listTableNames(db: Database): Promise<{ name: string }[]> {
  const { rows } = await sql<{
    name: string
  }>`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(
    db,
  )
  return rows
}

/** Gives back the room of one table and counts it anew. */
export async function vacuumTable(db: Database, name: string): Promise<void> {
  await sql`vacuum (analyze) ${sql.raw(name)}`.execute(db)
}
