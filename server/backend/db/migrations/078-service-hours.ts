import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * When the school answers, Asia/Shanghai: the hours of each weekday, and days that differ. Until somebody of the staff has edited the week,
 * `service_hours_edits` is empty and the setting's hours hold.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table service_hours (
  weekday smallint not null check (weekday between 1 and 7), -- 1 Monday
  from_minute smallint not null check (from_minute >= 0), to_minute smallint not null check (to_minute <= 1440),
  check (from_minute < to_minute), primary key (weekday, from_minute));
create table service_days (
  day date primary key, name text not null check (char_length(name) between 1 and 20),
  is_open boolean not null, -- false: closed; true: a make-up day, which is a working day
  from_minute smallint check (from_minute >= 0), to_minute smallint check (to_minute <= 1440),
  check (from_minute < to_minute), check (is_open = (from_minute is not null)), check (is_open = (to_minute is not null)));
create table service_hours_edits (
  id boolean primary key default true check (id), version integer not null check (version > 0), updated_at timestamptz not null,
  shown text not null default ''); -- the line of the footer as it was shown last
`,
  )
}
