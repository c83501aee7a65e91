import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Sessions know how they were opened and when their learner proved last who they are; a session can be ended from another. A link's token
 * that was opened while somebody else was signed in waits for a choice in that session. What changes about the ways into an account is kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table sessions add column method text;
alter table sessions add column verified_at timestamptz;
alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check
  check (end_reason between 1 and 7) -- 7: ended by its owner from another session
;
alter table link_tokens add column choice_id uuid unique;
alter table link_tokens add column choice_session_id uuid references sessions on delete cascade;
alter table link_tokens add constraint link_tokens_choice_check check ((choice_id is null) = (choice_session_id is null));
create index link_tokens_choice_session_ix on link_tokens (choice_session_id);
create index link_tokens_user_ix on link_tokens (user_id);
alter table sms_codes drop constraint sms_codes_purpose_check;
alter table sms_codes add constraint sms_codes_purpose_check
  check (purpose in ('login', 'register', 'reset', 'bindOld', 'bindNew', 'oauth', 'deregister', 'export', 'verify'));
create table security_events (
  id bigint generated always as identity primary key, user_id bigint not null references users,
  kind text not null check (kind in ('link', 'unlink', 'firstPhone', 'newPhone', 'firstPassword', 'newPassword', 'endSession', 'endOthers')),
  provider text check (provider in ('QQ', 'WECHAT')), ip inet, user_agent text, at timestamptz not null,
  check ((provider is not null) = (kind in ('link', 'unlink'))));
create index security_events_user_ix on security_events (user_id, id desc);
`,
  )
}
