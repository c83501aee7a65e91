import type { Job } from '#server/backend/context/jobs.ts'
import { deliverToNext, listGoingOut } from './sent-message-store.ts'

/** Accounts that one transaction gives a message to. */
const batch = 2000
/** A run ends after this long; the next goes on. */
const runMs = 40_000

/** Messages to everybody go out bit by bit: neither a million accounts nor a restart in the middle is a matter to them. */
export const deliverMessagesJob: Job = {
  name: 'messages.deliver',
  cron: '* * * * *',
  async run(ctx) {
    const until = performance.now() + runMs
    let delivered = 0
    for (const id of await listGoingOut(ctx.db)) {
      for (let count = batch; count > 0 && performance.now() < until; ) {
        count = await ctx.tx((trx) => deliverToNext(trx, id, new Date(ctx.clock.now()), batch))
        delivered += count
      }
    }
    return delivered
  },
}
