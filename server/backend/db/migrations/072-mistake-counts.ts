import { type Kysely, sql } from 'kysely'
import { runStatements } from './run-statements.ts'

const tables = `
alter table mistakes add column paper_id bigint;
update mistakes m set paper_id = q.paper_id from exam_questions q where q.id = m.question_id;
alter table mistakes alter column paper_id set not null;
drop index mistakes_due_ix;
create index mistakes_due_ix on mistakes (user_id, state, due_on, question_id) include (paper_id);
create index mistakes_paper_ix on mistakes (user_id, paper_id, state, due_on, question_id);
create table mistake_counts (
  user_id bigint not null, paper_id bigint not null, state smallint not null, mistakes integer not null check (mistakes >= 0),
  primary key (user_id, paper_id, state));
`

const countMistakes = `
create function count_mistakes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into mistake_counts (user_id, paper_id, state, mistakes)
      select user_id, paper_id, state, count(*) from added group by user_id, paper_id, state order by user_id, paper_id, state
      on conflict (user_id, paper_id, state) do update set mistakes = mistake_counts.mistakes + excluded.mistakes;
  elsif tg_op = 'DELETE' then
    update mistake_counts c set mistakes = c.mistakes - g.mistakes
      from (select user_id, paper_id, state, count(*) as mistakes from removed group by user_id, paper_id, state) g
      where c.user_id = g.user_id and c.paper_id = g.paper_id and c.state = g.state;
  else
    insert into mistake_counts (user_id, paper_id, state, mistakes)
      select n.user_id, n.paper_id, n.state, 0 from added n join removed o on o.user_id = n.user_id and o.question_id = n.question_id
      where n.state <> o.state group by n.user_id, n.paper_id, n.state order by n.user_id, n.paper_id, n.state
      on conflict (user_id, paper_id, state) do nothing;
    update mistake_counts c set mistakes = c.mistakes + g.change
      from (
        select user_id, paper_id, state, sum(change)::integer as change from (
          select user_id, paper_id, state, 1 as change from added union all select user_id, paper_id, state, -1 from removed) s
        group by user_id, paper_id, state having sum(change) <> 0) g
      where c.user_id = g.user_id and c.paper_id = g.paper_id and c.state = g.state;
  end if;
  return null;
end $$`

const triggers = `
create trigger mistakes_added after insert on mistakes referencing new table as added for each statement execute function count_mistakes();
create trigger mistakes_removed after delete on mistakes referencing old table as removed for each statement execute function count_mistakes();
create trigger mistakes_changed after update on mistakes referencing old table as removed new table as added
  for each statement execute function count_mistakes();
insert into mistake_counts (user_id, paper_id, state, mistakes) select user_id, paper_id, state, count(*) from mistakes group by user_id, paper_id, state;
`

/**
 * A mistake knows its paper, since the paper says whether its answers may be seen; how many there are is counted as they come and go, so that
 * somebody with very many waits no longer than the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables)
  await sql.raw(countMistakes).execute(db)
  await runStatements(db, triggers)
}
