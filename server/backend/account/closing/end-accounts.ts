import { getAccount } from '#server/backend/account/sign-in/account-store.ts'
import { lockUser } from '#server/backend/account/sign-in/session-store.ts'
import { takeDownWorksOf } from '#server/backend/content/work/take-down.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { listObstacles } from './deregister-obstacles.ts'
import { completeDeregistration, listDue } from './deregister-store.ts'
import { erasers } from './erasers-store.ts'

const mostAtOnce = 200

type EndingContext = Pick<
  BackendContext,
  'accountObstacles' | 'clock' | 'db' | 'hash' | 'jobs' | 'log' | 'purge' | 'tx'
>

/** Ends one account; false when its owner has changed their mind, or another process was faster. */
async function endAccount(
  trx: DatabaseTransaction,
  ctx: Pick<EndingContext, 'clock' | 'hash' | 'jobs' | 'purge'>,
  request: { id: number; userId: number },
  now: Date,
): Promise<boolean> {
  const { id, userId } = request
  // Whoever signs in at the same moment waits, and then meets an account that has ended.
  await lockUser(trx, userId)
  if (!(await completeDeregistration(trx, id, now))) return false
  const { nationCode, phone } = await getAccount(trx, userId)
  await takeDownWorksOf(ctx, trx, userId)
  for (const erase of erasers) await erase(trx, { userId, nationCode, phone, now }, ctx.hash)
  return true
}

/**
 * Ends the accounts whose time to change one's mind is over, each in a transaction of its own. One that meets an obstacle
 * waits until that is gone. Answers how many have ended; may run in several processes at once.
 */
export async function endDueAccounts(ctx: EndingContext): Promise<number> {
  const now = new Date(ctx.clock.now())
  let ended = 0
  for (const request of await listDue(ctx.db, now, mostAtOnce)) {
    try {
      const obstacles = await listObstacles(ctx, request.userId)
      if (obstacles.length > 0) ctx.log.warn({ userId: request.userId, obstacles }, 'an account can not be ended yet')
      else if (await ctx.tx((trx) => endAccount(trx, ctx, request, now))) ended++
    } catch (error) {
      ctx.log.error({ err: error, userId: request.userId }, 'an account could not be ended')
    }
  }
  return ended
}
