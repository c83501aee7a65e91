import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** Public pages that changed and that a search engine hasn't been told of yet: one row for each page and engine. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table search_pushes (
  engine smallint not null check (engine in (1, 2)), -- 1 IndexNow, 2 Baidu
  path text not null, version integer not null default 1, tries integer not null default 0, due_at timestamptz not null,
  primary key (engine, path));
create index search_pushes_due_ix on search_pushes (engine, due_at);
`,
  )
}
