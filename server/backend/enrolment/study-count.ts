import { sql } from 'kysely'
import type { BackendContext } from '#server/backend/backend-context.ts'

/**
 * One learner more on each of the products, soon: many sign up for the same course at once, and none of them waits for
 * another because of a number to show. To be called when the enrolment is committed, not inside its transaction.
 */
export function countStudy(ctx: Pick<BackendContext, 'background' | 'db'>, productIds: readonly number[]): void {
  ctx.background.later('count a learner', async () => {
    await sql`update products set study_count = study_count + 1 where id = any(${productIds}::bigint[])`.execute(ctx.db)
  })
}
