import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** What a learner's page put into each draw, so that it can be computed again; null: drawn without one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table activity_draws add column client_value text check (client_value ~ '^[0-9a-f]{16,64}$');
`,
  )
}
