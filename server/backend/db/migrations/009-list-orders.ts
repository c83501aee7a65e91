import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

const filters = 'subject_one_id, learn_id, subject_two_id, college_id, lecture_type, has_trial'
const courses = 'where status = 1 and deleted_at is null and lecture_type <> 2'

/**
 * One index an order of the course list, which every filter of the list reads too: a far page of any filter in any order
 * is found in the index alone, without sorting and without a look at the products that are left out. Whether a course has
 * a free lesson is kept with it for that, by triggers, whoever changes its lessons.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table products add column has_trial boolean not null default false;
update products p set has_trial = true where exists (select 1 from periods e where e.course_id = p.id and e.is_free_study and e.deleted_at is null);
drop index products_sort_ix;
drop index products_new_ix;
drop index products_popular_ix;
drop index products_price_ix;
create index products_sort_ix on products (sort, id, ${filters}, price_fen) ${courses};
create index products_new_ix on products (published_at desc, id desc, ${filters}, price_fen) ${courses};
create index products_popular_ix on products (study_count desc, id, ${filters}, price_fen) ${courses};
create index products_price_ix on products (price_fen, id, ${filters}) ${courses};
`,
  )
  await runStatements(db, refreshTrial)
  await runStatements(db, triggers)
}

// The course is locked first: of two changes at once the later one then sees what the earlier one left.
// No semicolon stands at a line's end inside of it, where statements are parted.
const refreshTrial = `
create function refresh_has_trial() returns trigger language plpgsql as $$
declare course bigint; begin
  foreach course in array (case tg_op when 'INSERT' then array[new.course_id] when 'DELETE' then array[old.course_id]
    else array[least(old.course_id, new.course_id), greatest(old.course_id, new.course_id)] end) loop
    perform 1 from products p where p.id = course for update; update products p set has_trial = f.is_so
      from (select exists (select 1 from periods e where e.course_id = course and e.is_free_study and e.deleted_at is null) as is_so) f
      where p.id = course and p.has_trial <> f.is_so; end loop; return null; end $$`

const triggers = `
create trigger periods_trial_added after insert on periods for each row when (new.is_free_study) execute function refresh_has_trial();
create trigger periods_trial_changed after update of course_id, is_free_study, deleted_at on periods for each row
  when (old.is_free_study or new.is_free_study) execute function refresh_has_trial();
create trigger periods_trial_removed after delete on periods for each row when (old.is_free_study) execute function refresh_has_trial();
`
