import { type Kysely, sql } from 'kysely'

/** Runs several statements, separated by a semicolon at a line's end, one by one (PGlite takes one at a time). */
export async function runStatements(db: Kysely<unknown>, text: string): Promise<void> {
  for (const statement of text.split(/;\s*\n/)) if (statement.trim()) await sql.raw(statement).execute(db)
}
