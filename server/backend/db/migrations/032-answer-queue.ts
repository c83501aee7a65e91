import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** Who waits for their turn in a room for questions. One place a person and room, one turn at a time a room. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table answer_queue (
  id bigint generated always as identity primary key, room_id bigint not null references live_rooms on delete cascade,
  user_id bigint not null references users, question text not null, joined_at timestamptz not null,
  seen_at timestamptz not null, called_at timestamptz, called_by bigint references users, ended_at timestamptz,
  end_reason text check (end_reason in ('answered', 'left', 'lost', 'closed')),
  check ((ended_at is null) = (end_reason is null)), check ((called_at is null) = (called_by is null)));
create unique index answer_queue_person_uq on answer_queue (room_id, user_id) where ended_at is null;
create unique index answer_queue_turn_uq on answer_queue (room_id) where called_at is not null and ended_at is null;
create index answer_queue_room_ix on answer_queue (room_id, joined_at, id);
create index answer_queue_answered_ix on answer_queue (room_id, ended_at desc) where end_reason = 'answered';
create index answer_queue_user_ix on answer_queue (user_id);
`,
  )
}
