import { sql } from 'kysely'
import { dayMs } from '#shared/rules/day-ms.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'

const keepMs = 30 * dayMs

/** What one run removes: the rest is for the next. */
const mostPerRun = 20_000

/** Forgets players that nobody has heard of; answers one line for each. */
export async function deleteOldWatches(trx: DatabaseTransaction, now: Date): Promise<unknown[]> {
  const { rows } = await sql`
        delete from play_watches where id in (
          select w.id from play_watches w
          where w.beat_at < ${new Date(now.getTime() - keepMs)}
            and not exists (select 1 from play_leases l where l.watch_id = w.id and l.expires_at > ${now})
          order by w.beat_at limit ${mostPerRun})
        returning 1`.execute(trx)
  return rows
}
