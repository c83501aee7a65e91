import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** The picture of a room for questions has a player, too: of a room, and of no lesson. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table play_watches alter column period_id drop not null;
alter table play_watches add constraint play_watches_subject_check check (period_id is not null or room_id is not null) not valid;
`,
  )
}
