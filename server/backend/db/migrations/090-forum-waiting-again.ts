import { type Kysely, sql } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * A post that comes back brings what waits below it into the queue again: its revision and comments lost their cases when it went, and
 * nobody would ever have looked at them. What begins to wait below a post that is deleted has a case when the post comes back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(waitingBelow).execute(db)
  await sql.raw(follow).execute(db)
  await runStatements(
    db,
    `
update forum_cases k set closed_at = greatest(k.opened_at, p.deleted_at), claimed_by = null, claimed_until = null from forum_posts p
  where p.id = k.post_id and p.deleted_at is not null and k.kind = 1 and k.target in (2, 3) and k.closed_at is null;
select forum_waiting_below(p.id) from forum_posts p where p.deleted_at is null;
`,
  )
}

/** Opens the cases of what waits below a post, where no decision about it is on its way. */
const waitingBelow = `
create function forum_waiting_below(post bigint) returns void language sql as $$
  insert into forum_cases (kind, target, target_id, post_id, plate_id, author_id, opened_at, due_at)
  select 1, w.target, w.id, p.id, p.plate_id, w.author_id, w.since, w.since + interval '24 hours'
  from forum_posts p cross join lateral (
    select 2::smallint as target, v.id, p.user_id as author_id, v.created_at as since from forum_post_revisions v where v.post_id = p.id and v.status = 1
    union all select 3::smallint, c.id, c.user_id, coalesce(c.sent_at, c.created_at) from forum_comments c
      where c.post_id = p.id and c.status = 1 and c.deleted_at is null) w
  where p.id = post and not exists (select 1 from forum_decisions d where d.target = w.target and d.target_id = w.id and d.act in (1, 2)
    and d.told_at is null and d.taken_back_at is null and d.lapsed_at is null)
  on conflict (kind, target, target_id) where closed_at is null do nothing
$$`

/** Whatever waits has an open case of review while its post is there, and nothing else has one. */
const follow = `
create or replace function forum_review_follows() returns trigger language plpgsql as $$
declare
  what smallint; post bigint; plate bigint; author bigint; waits boolean; since timestamptz; is_there boolean;
begin
  if tg_table_name = 'forum_posts' then
    what := 1; post := new.id; plate := new.plate_id; author := new.user_id;
    waits := new.status = 1 and new.deleted_at is null;
    since := case when tg_op = 'INSERT' then new.created_at else coalesce(new.sent_at, new.updated_at, new.created_at) end;
    if tg_op = 'UPDATE' then
      if new.deleted_at is not null and old.deleted_at is null then
        update forum_cases set closed_at = greatest(opened_at, new.deleted_at), claimed_by = null, claimed_until = null
          where kind = 1 and target in (2, 3) and post_id = new.id and closed_at is null;
      elsif new.deleted_at is null and old.deleted_at is not null then
        perform forum_waiting_below(new.id);
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
    select p.plate_id, p.user_id, p.deleted_at is null into plate, author, is_there from forum_posts p where p.id = new.post_id;
    waits := waits and is_there;
  else
    what := 3; post := new.post_id; author := new.user_id; waits := new.status = 1 and new.deleted_at is null; since := coalesce(new.sent_at, new.created_at);
    if not waits and tg_op = 'INSERT' then return null; end if;
    if tg_op = 'UPDATE' and new.status = old.status and new.deleted_at is not distinct from old.deleted_at then return null; end if;
    select p.plate_id, p.deleted_at is null into plate, is_there from forum_posts p where p.id = new.post_id;
    waits := waits and is_there;
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
