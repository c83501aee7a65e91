import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** How many of a task were handed in is counted without looking at all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, 'create index homeworks_task_ix on homeworks (task_id, state, user_id);')
}
