import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Words that learners say and the catalogue doesn't, in groups that staff may edit; and what was searched for and not found,
 * counted by day without saying who. Class types are no longer indexed as names of ordinary courses: courses are indexed anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table search_synonyms (
  id bigint generated always as identity primary key,
  college_id bigint references colleges on delete cascade,
  -- folded and without blanks or signs; sounds are those of the words, by which they are typed, too
  words text[] not null check (cardinality(words) > 0), sounds text[] not null,
  -- what the catalogue has for them, folded; the nearest first
  related text[] not null,
  enabled boolean not null default true);
create index search_synonyms_college_ix on search_synonyms (college_id);
create index search_synonyms_words_ix on search_synonyms using gin ((words || sounds));
create table search_misses (
  day date not null, folded text not null, searches integer not null default 1 check (searches > 0), primary key (day, folded));
insert into search_dirty (kind, ref_id) select kind, ref_id from search_documents where kind = 1 order by id;
`,
  )
}
