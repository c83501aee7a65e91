import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import { notifyMany } from '#server/backend/message/notify.ts'
import { rightOf } from '#shared/contract/staff-rights.ts'
import { takeLateAppeals } from './appeal-store.ts'
import { takeLateCases } from './case-store.ts'
import { findDecision, listDue } from './decision-store.ts'
import { listReviewers } from './plate-rules-store.ts'
import { tellDecision } from './tell.ts'

const mostAtOnce = 50
/** The rest is for the next run. */
const mostInRun = 2000

/** Each decision in a transaction of its own: one that can't be told holds up no other. */
async function tellDue(ctx: BackendContext): Promise<number> {
  let told = 0
  for (let seen = 0; seen < mostInRun; ) {
    const ids = await listDue(ctx.db, new Date(ctx.clock.now()), mostAtOnce)
    if (ids.length === 0) break
    let done = 0
    for (const id of ids) {
      const decision = await findDecision(ctx.db, id)
      if (decision && (await ctx.tx((trx) => tellDecision(ctx, trx, decision)))) done += 1
    }
    told += done
    seen += ids.length
    // another process is at the same ones
    if (done === 0) break
  }
  return told
}

/** Whoever looks after all plates is told once of what is late. */
async function alertLate(ctx: BackendContext): Promise<number> {
  const now = new Date(ctx.clock.now())
  return ctx.tx(async (trx) => {
    const cases = await takeLateCases(trx, now, mostInRun)
    const appeals = await takeLateAppeals(trx, now, mostInRun)
    if (cases + appeals === 0) return 0
    const reviewers = await listReviewers(trx, rightOf('forum.all-plates').roles)
    const text = [
      cases > 0 ? `${cases} 件待审或举报超过了 24 小时。` : '',
      appeals > 0 ? `${appeals} 件申诉超过了五个工作日。` : '',
    ]
    await notifyMany(
      trx,
      now,
      {
        topic: 'forum',
        ref: `forum-late:${now.getTime()}`,
        title: '社区有事过期了',
        text: text.filter(Boolean).join('\n'),
      },
      reviewers,
    )
    return cases + appeals
  })
}

/** Tells of decisions, and of what is late. */
export const forumClockJob: Job = {
  name: 'forum.clock',
  cron: '* * * * *',
  async run(ctx) {
    return (await tellDue(ctx)) + (await alertLate(ctx))
  },
}
