import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Marks on a photo of a homework: each stroke, circle or pin is a row of its own, so that two who mark at once take nothing from each
 * other, and one that was taken away can come back. The photo itself stays as it came. Remarks are words that somebody uses again and again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table homework_marks (
  id bigint generated always as identity primary key,
  file_id bigint not null references homework_files on delete cascade, key uuid not null,
  kind smallint not null check (kind in (1, 2, 3)), -- 1 pen, 2 circle, 3 pin
  points integer[] not null, words text check (words <> ''), version integer not null default 1,
  marked_by bigint not null references users, marked_at timestamptz not null, removed_at timestamptz, unique (file_id, key));
create table homework_remarks (
  id bigint generated always as identity primary key, user_id bigint not null references users, words text not null check (words <> ''),
  created_at timestamptz not null, unique (user_id, words));
`,
  )
}
