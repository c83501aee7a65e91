import type { Job } from '#server/backend/context/jobs.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'
import { nearServiceDays } from '#server/backend/support/hours/hours.ts'
import { noteShownDays } from '#server/backend/support/hours/hours-store.ts'

/** A closed day comes near, or has gone by: every kept page that names the days is made anew. */
export const hoursLineJob: Job = {
  name: 'hours.line',
  cron: '*/5 * * * *',
  async run(ctx) {
    const text = await nearServiceDays(ctx)
    return ctx.tx(async (trx) => {
      if (!(await noteShownDays(trx, text))) return 0
      ctx.purge([tagOfAll('common')])
      return 1
    })
  },
}
