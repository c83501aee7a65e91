import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import { AttemptClosedBy } from '#shared/contract/enums.ts'
import { examGraceMs } from '#shared/rules/exam-time.ts'
import { findNextDeadline, lockOverdue } from './attempt-store.ts'
import { closeAttempts } from './close.ts'
import { settleAttempts } from './settle.ts'
import { listUnsettled } from './settle-store.ts'

/** So many go in one transaction: whoever waits for one of them doesn't wait long. */
const mostAtOnce = 50
/** The rest is for the next run. */
const mostInRun = 5000
const regularMs = 60_000

async function closeSome({ tx, clock }: BackendContext): Promise<number> {
  const now = new Date(clock.now())
  return tx(async (trx) => {
    const overdue = await lockOverdue(trx, mostAtOnce, now)
    await closeAttempts(trx, overdue, AttemptClosedBy.clock, now)
    return overdue.length
  })
}

async function settleSome({ tx, db, clock }: BackendContext): Promise<number> {
  const now = new Date(clock.now())
  const ids = await listUnsettled(db, mostAtOnce, now)
  if (ids.length === 0) return 0
  return tx((trx) => settleAttempts(trx, ids, { now, isTold: true }))
}

/** Until one round finds nothing; another process may be at it, too, and each takes what the other doesn't hold. */
async function untilDone(ctx: BackendContext, some: (ctx: BackendContext) => Promise<number>): Promise<number> {
  let done = 0
  while (done < mostInRun) {
    const count = await some(ctx)
    if (count === 0) break
    done += count
  }
  return done
}

/** Wakes the job when the next attempt ends before the next regular run: nobody waits for a receipt longer than the run lasts. */
async function wakeAtNextEnd({ db, clock, jobs }: BackendContext): Promise<void> {
  const now = clock.now()
  const next = await findNextDeadline(db, new Date(now))
  if (next === undefined) return
  const waitMs = next.getTime() + examGraceMs + 1 - now
  if (waitMs < regularMs) setTimeout(() => void jobs.wake('exams.clock'), waitMs).unref()
}

/** Ends attempts by the clock, each once, and lets results be seen whose time has come. */
export const examClockJob: Job = {
  name: 'exams.clock',
  cron: '* * * * *',
  async run(ctx) {
    const done = (await untilDone(ctx, closeSome)) + (await untilDone(ctx, settleSome))
    await wakeAtNextEnd(ctx)
    return done
  },
}
