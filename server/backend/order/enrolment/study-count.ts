import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Background } from '#server/backend/base/background.ts'
import { addLearners } from './study-count-store.ts'

/** Learners by product that are still to be counted, of each backend. */
const waiting = new WeakMap<Background, Map<number, number>>()

/**
 * One learner more on each of the products, soon: many sign up for the same course at once, and none of them waits for
 * another because of a number to show. To be called when the enrolment is committed, not inside its transaction.
 */
export function countStudy(ctx: Pick<BackendContext, 'background' | 'db'>, productIds: readonly number[]): void {
  const counts = waiting.get(ctx.background)
  if (counts) {
    add(counts, productIds)
    return
  }
  const first = new Map<number, number>()
  add(first, productIds)
  waiting.set(ctx.background, first)
  ctx.background.later('count learners', () => write(ctx))
}

function add(counts: Map<number, number>, productIds: readonly number[]): void {
  for (const id of productIds) counts.set(id, (counts.get(id) ?? 0) + 1)
}

/** Those who come while a statement runs are counted by the next one. */
async function write(ctx: Pick<BackendContext, 'background' | 'db'>): Promise<void> {
  try {
    for (let counts = waiting.get(ctx.background); counts && counts.size > 0; counts = waiting.get(ctx.background)) {
      waiting.set(ctx.background, new Map())
      // always in the same order, so that two processes don't wait for each other
      const ids = [...counts.keys()].sort((a, b) => a - b)
      const added = ids.map((id) => counts.get(id) ?? 0)
      await addLearners(ctx.db, ids, added)
    }
  } finally {
    waiting.delete(ctx.background)
  }
}
