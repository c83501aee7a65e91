import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * What people tell the school and what it answers: feedback, complaints, conversations, appeals of refunds. A ticket has a number, at most
 * one owner of the staff, a moment until which it is answered, and messages whose numbers have no gaps. Whom it is about never sees it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table complaint_problems (
  id bigint generated always as identity primary key, parent_id bigint references complaint_problems, name text not null,
  sort integer not null default 0, enabled boolean not null default true, unique nulls not distinct (parent_id, name));
create table tickets (
  id bigint generated always as identity primary key, no text not null unique check (no ~ '^[0-9]{12}$'),
  kind smallint not null check (kind between 1 and 4), -- 1 feedback, 2 complaint, 3 conversation, 4 appeal of a refund
  state smallint not null default 1 check (state between 1 and 4), -- 1 open, 2 taken, 3 answered, 4 closed
  user_id bigint references users, -- null: a visitor's
  contact text check (char_length(contact) between 1 and 100), category text check (category in ('advice', 'fault', 'course', 'other')),
  problem_id bigint references complaint_problems, course_id bigint references products, period_id bigint references periods,
  refund_request_id bigint references refund_requests,
  owner_id bigint references users, due_at timestamptz not null,
  first_due_at timestamptz not null, first_answered_at timestamptz, answered_at timestamptz, escalated_at timestamptz,
  closed_at timestamptz, rating smallint check (rating between 1 and 5), rating_words text check (char_length(rating_words) between 1 and 200), rated_at timestamptz,
  reopened integer not null default 0, last_seq integer not null default 0, version integer not null default 1,
  client_token text check (char_length(client_token) between 1 and 64), created_at timestamptz not null, updated_at timestamptz not null,
  check (state <> 1 or owner_id is null), check (state not in (2, 3) or owner_id is not null), check ((state = 4) = (closed_at is not null)),
  check (rating is null or state = 4), check ((rating is null) = (rated_at is null)), check (kind <> 4 or refund_request_id is not null));
create unique index tickets_token_uq on tickets (coalesce(user_id, 0), client_token) where client_token is not null;
create unique index tickets_refund_uq on tickets (refund_request_id) where refund_request_id is not null;
create index tickets_user_ix on tickets (user_id, id desc);
create index tickets_queue_ix on tickets (kind, due_at, id) where state in (1, 2);
create index tickets_late_ix on tickets (due_at) where state in (1, 2) and escalated_at is null;
create index tickets_answered_ix on tickets (answered_at) where state = 3;
create index tickets_closed_ix on tickets (closed_at) where state = 4;
create index tickets_owner_ix on tickets (owner_id, due_at) where state in (2, 3);
create index tickets_created_ix on tickets (kind, created_at);
create table ticket_messages (
  id bigint generated always as identity primary key, ticket_id bigint not null references tickets on delete cascade, seq integer not null check (seq > 0),
  side smallint not null check (side in (1, 2, 3)), -- 1 who asks, 2 staff, 3 the school's machine
  user_id bigint references users, content text not null check (char_length(content) <= 5000), client_token text check (char_length(client_token) between 1 and 64),
  at timestamptz not null, unique (ticket_id, seq));
create unique index ticket_messages_token_uq on ticket_messages (ticket_id, side, client_token) where client_token is not null;
create index ticket_messages_user_ix on ticket_messages (user_id);
create table ticket_pictures (
  message_id bigint not null references ticket_messages on delete cascade, sort smallint not null, url text not null, name text not null,
  content_type text not null, primary key (message_id, sort));
create index ticket_pictures_url_ix on ticket_pictures (url);
create table ticket_hidden (
  ticket_id bigint not null references tickets on delete cascade, user_id bigint not null references users, primary key (ticket_id, user_id));
create index ticket_hidden_user_ix on ticket_hidden (user_id);
create table canned_answers (
  id bigint generated always as identity primary key, title text not null unique check (char_length(title) between 1 and 30),
  content text not null check (char_length(content) between 1 and 1000), sort integer not null default 0, version integer not null default 1,
  updated_at timestamptz not null);
`,
  )
}
