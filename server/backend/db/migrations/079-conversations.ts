import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Conversations with customer service: one an owner, who is an account or a browser that is known by the hash of its secret. What is said has
 * numbers without gaps. A conversation goes on in rounds: each begins with its owner's words and ends when an agent, or a long silence, ends it.
 * Agents are there as long as their last sign of life is young. What an inbox elsewhere delivered is known by its number for as long as its
 * signature is good.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table conversations (
  id bigint generated always as identity primary key,
  user_id bigint unique references users, visitor_hash bytea unique check (octet_length(visitor_hash) = 32),
  contact text check (char_length(contact) between 1 and 100), -- where a visitor wants to be answered
  last_seq integer not null default 0, seen_seq integer not null default 0, answered_seq integer not null default 0, answered_at timestamptz,
  told_seq integer not null default 0, -- up to here its owner was told of answers in the inbox
  round_no integer not null default 0, agent_id bigint references users,
  waiting_since timestamptz, -- when the first word came that nobody has answered
  hours_over_at timestamptz, -- the owner was told that the hours are over; null again when somebody is there
  created_at timestamptz not null, last_at timestamptz not null,
  check ((user_id is null) <> (visitor_hash is null)), check (seen_seq <= last_seq), check (answered_seq <= last_seq));
create index conversations_waiting_ix on conversations (waiting_since, id) where waiting_since is not null;
create index conversations_agent_ix on conversations (agent_id, last_at desc) where agent_id is not null;
create index conversations_last_ix on conversations (last_at);
create index conversations_unseen_ix on conversations (answered_at) where user_id is not null and answered_seq > seen_seq;
create table conversation_rounds (
  conversation_id bigint not null references conversations on delete cascade, round_no integer not null check (round_no > 0),
  first_seq integer not null, opened_at timestamptz not null, is_on_duty boolean not null, -- somebody was there when it began
  ticket_no text, agent_id bigint references users, first_answer_at timestamptz, answer_sec integer check (answer_sec >= 0),
  closed_at timestamptz, closed_by smallint check (closed_by in (1, 2)), -- 1 an agent, 2 silence
  rating smallint check (rating between 1 and 5), rating_words text check (char_length(rating_words) between 1 and 200), rated_at timestamptz,
  check ((closed_at is null) = (closed_by is null)), check ((rating is null) = (rated_at is null)), check (rating is null or closed_at is not null),
  primary key (conversation_id, round_no));
create index conversation_rounds_open_ix on conversation_rounds (opened_at) where closed_at is null;
create index conversation_rounds_opened_ix on conversation_rounds (opened_at);
create index conversation_rounds_agent_ix on conversation_rounds (agent_id);
create table conversation_messages (
  conversation_id bigint not null references conversations on delete cascade, seq integer not null check (seq > 0), round_no integer not null,
  side smallint not null check (side in (1, 2, 3)), -- 1 its owner, 2 an agent, 3 the school itself
  event smallint check (event between 1 and 7), -- of the school: what has happened
  agent_id bigint references users, client_msg_id text check (char_length(client_msg_id) between 1 and 64),
  content text not null check (char_length(content) <= 1000), sent_at timestamptz not null,
  check ((side = 3) = (event is not null)), check (side <> 2 or agent_id is not null),
  primary key (conversation_id, seq));
create unique index conversation_messages_client_uq on conversation_messages (conversation_id, side, client_msg_id) where client_msg_id is not null;
create index conversation_messages_agent_ix on conversation_messages (agent_id) where agent_id is not null;
create table conversation_pictures (
  conversation_id bigint not null, seq integer not null, sort smallint not null, url text not null, name text not null, content_type text not null,
  primary key (conversation_id, seq, sort),
  foreign key (conversation_id, seq) references conversation_messages on delete cascade on update cascade);
create index conversation_pictures_url_ix on conversation_pictures (url);
create table conversation_turns (
  id bigint generated always as identity primary key, conversation_id bigint not null references conversations on delete cascade,
  round_no integer not null, agent_id bigint not null references users, by_id bigint not null references users, note text check (char_length(note) <= 200),
  at timestamptz not null);
create index conversation_turns_conversation_ix on conversation_turns (conversation_id, id);
create index conversation_turns_agent_ix on conversation_turns (agent_id);
create index conversation_turns_by_ix on conversation_turns (by_id);
create table support_agents (
  user_id bigint primary key references users, seen_at timestamptz not null, is_away boolean not null default false);
create index support_agents_seen_ix on support_agents (seen_at) where not is_away;
create table inbox_deliveries (id text primary key check (char_length(id) <= 100), at timestamptz not null);
create index inbox_deliveries_at_ix on inbox_deliveries (at);
`,
  )
}
