import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** What its author deleted is erased a week later: when that was done, and what is due. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table forum_posts add column erased_at timestamptz;
alter table forum_posts add check (erased_at is null or deleted_at is not null);
create index forum_posts_erase_ix on forum_posts (deleted_at) where deleted_at is not null and erased_at is null;
alter table forum_comments add column erased_at timestamptz;
alter table forum_comments add check (erased_at is null or deleted_at is not null);
create index forum_comments_erase_ix on forum_comments (deleted_at) where deleted_at is not null and erased_at is null;
`,
  )
}
