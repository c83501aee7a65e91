import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Exams: papers with their questions, attempts with a deadline that was written down when they began, and answers in the order of the
 * device that may write (`lease_no`) and of its own numbers (`seq`). What came too late or from a device that no longer may write is kept
 * apart, for the staff. The mistake book: questions that somebody got wrong, with the state of their repetition.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table exam_papers (
  id bigint generated always as identity primary key,
  product_id bigint references products, -- null: everybody who is signed in
  title text not null check (title <> ''), intro text not null default '',
  begin_at timestamptz, end_at timestamptz, duration_min integer check (duration_min between 1 and 600),
  attempts_allowed smallint not null default 1 check (attempts_allowed between 1 and 20),
  reveal smallint not null default 2 check (reveal in (1, 2, 3)), -- answers are seen: 1 after handing in, 2 after the end, 3 never
  half_for_part boolean not null default true, is_shuffled boolean not null default true,
  total_score integer not null default 0 check (total_score >= 0), question_count integer not null default 0,
  url text, -- a paper that is taken elsewhere
  state smallint not null default 1 check (state in (1, 2, 3)), -- 1 draft, 2 published, 3 withdrawn
  version integer not null default 1, created_by bigint references users,
  created_at timestamptz not null, updated_at timestamptz not null, published_at timestamptz,
  check (end_at is null or begin_at is null or begin_at < end_at), check (state <> 2 or published_at is not null));
create index exam_papers_product_ix on exam_papers (product_id, begin_at) where state = 2;
create table exam_questions (
  id bigint generated always as identity primary key,
  paper_id bigint not null references exam_papers on delete cascade, sort integer not null,
  kind smallint not null check (kind between 1 and 5), -- 1 single, 2 multiple, 3 true or false, 4 fill-in, 5 short answer
  stem text not null check (stem <> ''), picture text, options jsonb not null default '[]', answer jsonb not null,
  explanation text not null default '', score integer not null check (score between 1 and 100), unique (paper_id, sort));
create table exam_extensions (
  paper_id bigint not null references exam_papers on delete cascade, user_id bigint not null references users,
  extra_min integer not null check (extra_min between 1 and 10080), reason text not null check (reason <> ''),
  created_by bigint references users, created_at timestamptz not null, primary key (paper_id, user_id));
create index exam_extensions_user_ix on exam_extensions (user_id);
create table exam_attempts (
  id bigint generated always as identity primary key,
  paper_id bigint not null references exam_papers, user_id bigint not null references users,
  attempt_no smallint not null, state smallint not null check (state in (1, 2, 3)), -- 1 answering, 2 handed in, 3 scored
  begun_at timestamptz not null, deadline_at timestamptz, -- null: neither minutes nor an end
  layout jsonb not null, -- the order of questions and of their options, drawn once
  lease_no integer not null default 1, lease_device text not null, lease_at timestamptz not null,
  submitted_at timestamptz, closed_by smallint check (closed_by in (1, 2)), -- 1 the learner, 2 the clock
  receipt_no text unique, answered_count integer, answers_sha256 text,
  objective_score integer, score integer, scored_at timestamptz, scored_by bigint references users, released_at timestamptz,
  settled_at timestamptz, -- its result could be seen, and its mistakes were collected
  version integer not null default 1,
  unique (paper_id, user_id, attempt_no),
  check ((state = 1) = (submitted_at is null)), check ((state = 3) = (scored_at is not null)), check (state <> 3 or score is not null),
  check ((submitted_at is null) = (receipt_no is null)), check ((submitted_at is null) = (closed_by is null)));
create unique index exam_attempts_open_uq on exam_attempts (paper_id, user_id) where state = 1;
create index exam_attempts_due_ix on exam_attempts (deadline_at) where state = 1;
create index exam_attempts_user_ix on exam_attempts (user_id, id desc);
create index exam_attempts_to_mark_ix on exam_attempts (paper_id, submitted_at, id) where state = 2;
create index exam_attempts_waiting_ix on exam_attempts (submitted_at, id) where state = 2;
create index exam_attempts_unsettled_ix on exam_attempts (id) where state = 3 and settled_at is null;
create table exam_answers (
  attempt_id bigint not null references exam_attempts on delete cascade, question_id bigint not null references exam_questions,
  answer jsonb not null, is_flagged boolean not null default false, lease_no integer not null, seq bigint not null check (seq > 0),
  saved_at timestamptz not null, score integer check (score >= 0), comment text, marked_by bigint references users, marked_at timestamptz,
  primary key (attempt_id, question_id));
create index exam_answers_question_ix on exam_answers (question_id);
create table exam_unsaved_answers (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references exam_attempts on delete cascade, question_id bigint not null references exam_questions,
  answer jsonb not null, device text not null, seq bigint not null, reason smallint not null check (reason in (1, 2)), -- 1 too late, 2 another device writes
  received_at timestamptz not null, unique (attempt_id, question_id, device, seq));
create table mistakes (
  user_id bigint not null references users, question_id bigint not null references exam_questions,
  state smallint not null default 1 check (state in (1, 2, 3)), -- 1 to be repeated, 2 mastered, 3 put away by its learner
  source smallint not null check (source in (1, 2)), -- 1 an exam, 2 added by its learner
  due_on date not null, stability double precision, difficulty double precision,
  reps integer not null default 0, lapses integer not null default 0, successes smallint not null default 0,
  last_reviewed_at timestamptz, wrong_answer jsonb, created_at timestamptz not null, updated_at timestamptz not null,
  primary key (user_id, question_id));
create index mistakes_due_ix on mistakes (user_id, due_on, question_id) where state = 1;
create index mistakes_question_ix on mistakes (question_id);
create table mistake_reviews (
  id bigint generated always as identity primary key,
  user_id bigint not null, question_id bigint not null, client_key text not null, answer jsonb not null, is_right boolean not null,
  reviewed_at timestamptz not null, due_before date not null, due_after date not null,
  foreign key (user_id, question_id) references mistakes on delete cascade, unique (user_id, question_id, client_key));
create index mistake_reviews_ix on mistake_reviews (user_id, reviewed_at desc);
`,
  )
}
