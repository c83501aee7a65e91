import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import { endCopies } from '#server/backend/upload/upload-store.ts'
import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'
import { emptyWork, findWorkNeighbours, forgetWork, listPublishedOf, listWorkUrls, lockWork } from './work-store.ts'

type TakingContext = Pick<BackendContext, 'clock' | 'jobs' | 'purge'>

/**
 * Takes a work that was published away from everybody, in the caller's transaction: its page, the lists that show it and the files that everybody
 * could see go with the commit. It comes back only as a new draft.
 */
export async function takeDownWork(ctx: TakingContext, trx: Database, id: number): Promise<void> {
  const work = await lockWork(trx, id)
  if (!work) return
  const { prev, next } = await findWorkNeighbours(trx, id)
  await endCopies(trx, await listWorkUrls(trx, id))
  await emptyWork(trx, id, new Date(ctx.clock.now()))
  afterCommit(() => void ctx.jobs.wake('uploads.purge'))
  const shown = [id, prev?.id, next?.id].filter((found) => found !== undefined)
  ctx.purge([tagOfAll('works'), tagOf('college', work.college), ...shown.map((found) => tagOf('work', found))], 'hard')
}

/** The same with everything that was published of somebody whose account ends; nothing of them is left in it. */
export async function takeDownWorksOf(ctx: TakingContext, trx: Database, userId: number): Promise<void> {
  for (const id of await listPublishedOf(trx, userId)) {
    await takeDownWork(ctx, trx, id)
    await forgetWork(trx, id, new Date(ctx.clock.now()))
  }
}
