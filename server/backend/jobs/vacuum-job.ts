import type { Job } from '#server/backend/context/jobs.ts'
import { listTableNames, vacuumTable } from './vacuum-store.ts'

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
    const tables = await listTableNames(db)
    for (const { name } of tables) await vacuumTable(db, name)
    return tables.length
  },
}
