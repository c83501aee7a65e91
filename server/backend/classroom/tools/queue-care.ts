import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import { keepPlaces, listQueueRooms } from './answer-queue-store.ts'
import { findStanding, newsOf } from './queue-standing.ts'

/** So exactly it is known since when somebody has been gone. */
const everyMs = 5000

/**
 * Notes who of the queues is in their room, and ends the places of who has been gone for longer than they are kept: nobody has to look for
 * that. May run in several processes at once.
 */
export async function careForQueues(ctx: Pick<BackendContext, 'clock' | 'db' | 'im' | 'tx'>): Promise<void> {
  for (const { id, groupKey } of await listQueueRooms(ctx.db)) {
    const online = await ctx.im.onlineUserIds(groupKey)
    const hereIds = online.map(Number).filter(Number.isSafeInteger)
    await ctx.tx(async (trx) => {
      const now = new Date(ctx.clock.now())
      if ((await keepPlaces(trx, id, hereIds, now)) === 0) return
      const news = newsOf(await findStanding(trx, id), now)
      afterCommit(() => ctx.im.tellQueue(groupKey, news))
    })
  }
}

/** Cares every few seconds; answers how to stop it. */
export function startQueueCare(ctx: BackendContext): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= careForQueues(ctx)
      .catch((error: unknown) => ctx.log.error({ err: error }, 'queues could not be looked after'))
      .finally(() => {
        running = undefined
      })
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
