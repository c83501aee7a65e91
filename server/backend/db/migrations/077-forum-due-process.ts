import { type Kysely, sql } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * How the forum treats people: what is looked at before it is shown, what was reported, who decided what and why, who may not speak,
 * and what somebody else said of it when asked again. What waits opens its case by itself, whoever writes it: a text that nobody's
 * queue knows can't come to be. A plate looks at all (1), at newcomers, links and words (2), or at none (3). Decisions are told five minutes after they were made; until then their maker takes them back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table forum_plates add column review_mode smallint not null default 2 check (review_mode in (1, 2, 3));
update forum_plates set review_mode = 3 where not needs_review;
alter table forum_plates drop column needs_review;
alter table forum_plates add column needs_review boolean not null generated always as (review_mode <> 3) stored;
create table forum_plate_moderators (
  plate_id bigint not null references forum_plates, user_id bigint not null references users, named_at timestamptz not null,
  named_by bigint not null references users, primary key (plate_id, user_id));
create index forum_plate_moderators_user_ix on forum_plate_moderators (user_id);

create table forum_words (
  id bigint generated always as identity primary key, word text not null check (char_length(word) between 1 and 40), folded text not null unique,
  action smallint not null check (action in (1, 2)), -- 1 review, 2 refuse
  version integer not null default 1, saved_by bigint not null references users, saved_at timestamptz not null);
create table forum_word_stamp (only_one boolean primary key default true check (only_one), stamp uuid not null default gen_random_uuid());
insert into forum_word_stamp default values;

alter table forum_posts add column if not exists sent_at timestamptz;
alter table forum_comments add column if not exists sent_at timestamptz;
alter table forum_posts add column removed_at timestamptz;
alter table forum_posts add check (removed_at is null or deleted_at is not null);
alter table forum_comments add column removed_at timestamptz;
alter table forum_comments add check (removed_at is null or deleted_at is not null);

create table forum_cases (
  id bigint generated always as identity primary key, kind smallint not null check (kind in (1, 2)), -- 1 review, 2 report
  target smallint not null check (target in (1, 2, 3)), -- 1 post, 2 revision, 3 comment
  target_id bigint not null, post_id bigint not null references forum_posts, plate_id bigint not null references forum_plates,
  author_id bigint not null references users, opened_at timestamptz not null, due_at timestamptz not null,
  claimed_by bigint references users, claimed_until timestamptz, decision_id bigint, closed_at timestamptz, alerted_at timestamptz,
  check ((claimed_by is null) = (claimed_until is null)), check (decision_id is null or closed_at is not null));
create unique index forum_cases_open_uq on forum_cases (kind, target, target_id) where closed_at is null;
create index forum_cases_queue_ix on forum_cases (due_at, id) where closed_at is null;
create index forum_cases_plate_ix on forum_cases (plate_id, due_at, id) where closed_at is null;
create index forum_cases_decided_ix on forum_cases (closed_at) where decision_id is not null;
create index forum_cases_decision_ix on forum_cases (decision_id) where decision_id is not null;

create table forum_decisions (
  id bigint generated always as identity primary key, case_id bigint references forum_cases,
  act smallint not null check (act in (1, 2, 3, 4, 5, 6)), -- 1 approve, 2 refuse, 3 remove, 4 keep, 5 warn, 6 ban
  target smallint check (target in (1, 2, 3)), target_id bigint, post_id bigint references forum_posts,
  author_id bigint not null references users, title text not null default '', content text not null default '', text_key text,
  clause text, reason text not null default '', note text not null default '', ban_days smallint check (ban_days in (0, 3, 7, 30)), -- 0: for good
  by_id bigint not null references users, at timestamptz not null, tell_at timestamptz not null, told_at timestamptz,
  taken_back_at timestamptz, lapsed_at timestamptz, overturned_at timestamptz,
  check (act in (1, 4) or (clause is not null and reason <> '')), check (act <> 6 or ban_days is not null),
  check ((told_at is not null)::int + (taken_back_at is not null)::int + (lapsed_at is not null)::int <= 1),
  check (overturned_at is null or told_at is not null));
create index forum_decisions_untold_ix on forum_decisions (tell_at) where told_at is null and taken_back_at is null and lapsed_at is null;
create index forum_decisions_author_ix on forum_decisions (author_id, id desc);
create index forum_decisions_target_ix on forum_decisions (target, target_id, id desc);
create index forum_decisions_case_ix on forum_decisions (case_id) where case_id is not null;

create table forum_reports (
  id bigint generated always as identity primary key, case_id bigint not null references forum_cases,
  reporter_id bigint not null references users, target smallint not null check (target in (1, 3)), target_id bigint not null,
  clause text not null, words text not null default '', pictures jsonb not null default '[]', at timestamptz not null,
  told_at timestamptz, unique (reporter_id, target, target_id));
create index forum_reports_case_ix on forum_reports (case_id, id);
create index forum_reports_reporter_ix on forum_reports (reporter_id, id desc);

create table forum_appeals (
  id bigint generated always as identity primary key, decision_id bigint not null unique references forum_decisions,
  user_id bigint not null references users, words text not null, pictures jsonb not null default '[]', at timestamptz not null, due_at timestamptz not null,
  decided_by bigint references users, decided_at timestamptz, is_won boolean, answer text, alerted_at timestamptz,
  check ((decided_at is null) = (is_won is null) and (decided_at is null) = (answer is null)));
create index forum_appeals_open_ix on forum_appeals (due_at, id) where decided_at is null;
create index forum_appeals_user_ix on forum_appeals (user_id, id desc);
create index forum_appeals_decided_ix on forum_appeals (decided_at) where decided_at is not null;

alter table forum_reviews add column decision_id bigint references forum_decisions;
alter table forum_bans add column decision_id bigint references forum_decisions;
alter table forum_bans add column clause text;
alter table forum_bans add column lifted_by bigint references users;
alter table forum_bans add column lift_reason text;
create index forum_bans_user_ix on forum_bans (user_id, id desc);
create index forum_bans_decision_ix on forum_bans (decision_id) where decision_id is not null;
`,
  )
  await sql.raw(follow).execute(db)
  await runStatements(
    db,
    `
create trigger forum_posts_waits after insert or update on forum_posts for each row execute function forum_review_follows();
create trigger forum_post_revisions_waits after insert or update or delete on forum_post_revisions for each row execute function forum_review_follows();
create trigger forum_comments_waits after insert or update on forum_comments for each row execute function forum_review_follows();
insert into forum_cases (kind, target, target_id, post_id, plate_id, author_id, opened_at, due_at)
  select 1, 1, p.id, p.id, p.plate_id, p.user_id, p.created_at, p.created_at + interval '24 hours' from forum_posts p
    where p.status = 1 and p.deleted_at is null
  union all select 1, 2, v.id, p.id, p.plate_id, p.user_id, v.created_at, v.created_at + interval '24 hours'
    from forum_post_revisions v join forum_posts p on p.id = v.post_id where v.status = 1 and p.deleted_at is null
  union all select 1, 3, c.id, p.id, p.plate_id, c.user_id, c.created_at, c.created_at + interval '24 hours'
    from forum_comments c join forum_posts p on p.id = c.post_id where c.status = 1 and c.deleted_at is null;
`,
  )
}

/** Whatever waits has an open case of review, and nothing else has one. */
const follow = `
create function forum_review_follows() returns trigger language plpgsql as $$
declare
  what smallint; post bigint; plate bigint; author bigint; waits boolean; since timestamptz;
begin
  if tg_table_name = 'forum_posts' then
    what := 1; post := new.id; plate := new.plate_id; author := new.user_id;
    waits := new.status = 1 and new.deleted_at is null;
    since := case when tg_op = 'INSERT' then new.created_at else coalesce(new.sent_at, new.updated_at, new.created_at) end;
    if tg_op = 'UPDATE' then
      if new.deleted_at is not null and old.deleted_at is null then
        update forum_cases set closed_at = new.deleted_at
          where kind = 1 and target in (2, 3) and post_id = new.id and closed_at is null;
      end if;
      if new.status = old.status and new.deleted_at is not distinct from old.deleted_at and new.plate_id = old.plate_id then return null; end if;
    end if;
  elsif tg_table_name = 'forum_post_revisions' then
    if tg_op = 'DELETE' then
      update forum_cases set closed_at = greatest(opened_at, old.created_at) where kind = 1 and target = 2 and target_id = old.id and closed_at is null;
      return null;
    end if;
    what := 2; post := new.post_id; waits := new.status = 1; since := new.created_at;
    if tg_op = 'UPDATE' and new.status = old.status then return null; end if;
    select p.plate_id, p.user_id into plate, author from forum_posts p where p.id = new.post_id;
  else
    what := 3; post := new.post_id; author := new.user_id; waits := new.status = 1 and new.deleted_at is null; since := coalesce(new.sent_at, new.created_at);
    if not waits and tg_op = 'INSERT' then return null; end if;
    if tg_op = 'UPDATE' and new.status = old.status and new.deleted_at is not distinct from old.deleted_at then return null; end if;
    select p.plate_id into plate from forum_posts p where p.id = new.post_id;
  end if;
  if waits then
    if exists (select 1 from forum_decisions d where d.target = what and d.target_id = new.id and d.act in (1, 2)
      and d.told_at is null and d.taken_back_at is null and d.lapsed_at is null) then return null; end if;
    insert into forum_cases (kind, target, target_id, post_id, plate_id, author_id, opened_at, due_at)
      values (1, what, new.id, post, plate, author, since, since + interval '24 hours')
      on conflict (kind, target, target_id) where closed_at is null do update set plate_id = excluded.plate_id;
  else
    update forum_cases set closed_at = greatest(opened_at, since) where kind = 1 and target = what and target_id = new.id and closed_at is null;
  end if;
  return null;
end $$`
