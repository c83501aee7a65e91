import { sql } from 'kysely'
import type { Job } from '#server/backend/context/jobs.ts'
import { dayMs } from '#shared/rules/day-ms.ts'

const keepMs = 30 * dayMs
/** What one run removes: the rest is for the next. */
const mostPerRun = 20_000

/** Players that nobody has heard of for thirty days are forgotten; what was watched in them stays. */
export const oldWatchesJob: Job = {
  name: 'watches.old',
  cron: '20 * * * *',
  async run(ctx) {
    const now = new Date(ctx.clock.now())
    return ctx.tx(async (trx) => {
      const { rows } = await sql`
        delete from play_watches where id in (
          select w.id from play_watches w
          where w.beat_at < ${new Date(now.getTime() - keepMs)}
            and not exists (select 1 from play_leases l where l.watch_id = w.id and l.expires_at > ${now})
          order by w.beat_at limit ${mostPerRun})
        returning 1`.execute(trx)
      return rows.length
    })
  },
}
