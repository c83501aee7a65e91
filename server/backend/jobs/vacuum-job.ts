import { sql } from 'kysely'
import type { Job } from '#server/backend/context/jobs.ts'

/**
 * Once a night the embedded database gives back the room of rows that are gone and counts its tables anew, for the planner:
 * it has no autovacuum (PostgreSQL, "Routine Vacuuming"). One table at a time, so that calls get their turn between.
 */
export const vacuumJob: Job = {
  name: 'db.vacuum',
  cron: '40 4 * * *',
  async run({ config, db }) {
    // a server of its own does it by itself
    if (config.databaseUrl) return 0
    const { rows } = await sql<{
      name: string
    }>`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(
      db,
    )
    for (const { name } of rows) await sql`vacuum (analyze) ${sql.raw(name)}`.execute(db)
    return rows.length
  },
}
