import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** What somebody has said in rooms, in the order in which it is taken along: read some hundred at a time, each only once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
drop index im_messages_user_ix;
create index im_messages_user_ix on im_messages (from_user_id, sent_at, group_id, seq) where from_user_id is not null;
`,
  )
}
