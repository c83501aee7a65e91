import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * What a learner's page put into each draw, so that it can be computed again; null: drawn without one.
 * And what a teacher's stream carries just now, which its teacher is shown.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table activity_draws add column client_value text check (client_value ~ '^[0-9a-f]{16,64}$');
alter table live_recordings add column bits_per_second integer check (bits_per_second >= 0), add column height integer check (height > 0);
`,
  )
}
