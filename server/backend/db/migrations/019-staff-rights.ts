import { type Kysely, sql } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * The role `assistant` becomes `follow`; who had both keeps one, with the earlier date. Audit rows say by which call
 * and right, what was before and after, and what it was worth. They are only ever added: the triggers fire always,
 * also where `session_replication_role` turns others off.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table user_roles drop constraint user_roles_role_check;
insert into user_roles (user_id, role, granted_at)
  select user_id, 'follow', granted_at from user_roles where role = 'assistant'
  on conflict (user_id, role) do update set granted_at = least(user_roles.granted_at, excluded.granted_at);
delete from user_roles where role = 'assistant';
alter table user_roles add constraint user_roles_role_check
  check (role in ('teacher', 'follow', 'education', 'headMaster', 'instructor'));

alter table staff_audits add column call text, add column held_right text, add column before jsonb,
  add column after jsonb, add column worth_fen bigint not null default 0 check (worth_fen >= 0);
create index staff_audits_staff_ix on staff_audits (staff_id, at desc);
`,
  )
  await sql.raw(refuse).execute(db)
  await runStatements(
    db,
    `
create trigger staff_audits_final before update or delete on staff_audits
  for each row execute function staff_audits_are_final();
create trigger staff_audits_kept before truncate on staff_audits
  for each statement execute function staff_audits_are_final();
alter table staff_audits enable always trigger staff_audits_final;
alter table staff_audits enable always trigger staff_audits_kept;
`,
  )
}

const refuse = `
create function staff_audits_are_final() returns trigger language plpgsql as $$
begin raise exception 'audit rows are neither changed nor removed' using errcode = 'check_violation'; end $$`
