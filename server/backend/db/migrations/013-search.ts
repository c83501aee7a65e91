import { type Kysely, sql } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * The search index. Its rows are made by the backend, which knows how Chinese is read and folded; triggers only note what
 * has changed, in a queue without keys: a change during indexing is a line of its own and is never swallowed by an older one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table search_documents (
  id bigint generated always as identity primary key,
  kind smallint not null check (kind between 1 and 5), -- 1 course, 2 system class, 3 article, 4 work, 5 post
  ref_id bigint not null, title_length integer not null, names_end integer not null, popularity real not null default 0 check (popularity between 0 and 1),
  published_at timestamptz, head text not null, sound text not null, folded text not null, words text not null, tokens tsvector not null,
  unique (kind, ref_id)) with (toast_tuple_target = 1024, fillfactor = 90);
create index search_documents_tokens_ix on search_documents using gin (tokens) with (fastupdate = off);
create table search_dirty (
  id bigint generated always as identity primary key, kind smallint not null check (kind between 1 and 5), ref_id bigint not null);
alter table search_logs add column folded text;
alter table search_logs add column searcher text;
create table hot_terms (
  folded text primary key, term text not null, searchers integer not null check (searchers > 0));
`,
  )
  for (const text of [candidates, noteProduct, noteProductRow, noteRow, noteName]) await sql.raw(text).execute(db)
  await runStatements(db, triggers)
  await runStatements(
    db,
    `
insert into search_dirty (kind, ref_id) select case lecture_type when 2 then 2 else 1 end, id from products where status = 1 and deleted_at is null;
insert into search_dirty (kind, ref_id) select 3, id from articles where status = 1 and deleted_at is null;
insert into search_dirty (kind, ref_id) select 4, id from student_works where status = 1 and deleted_at is null;
insert into search_dirty (kind, ref_id) select 5, id from forum_posts where status = 2 and deleted_at is null;
`,
  )
}

// Whatever the planner thinks of a limit: reading the rows one after the other would unpack every one of them.
const candidates = `
create function search_candidates(wanted tsquery, most integer) returns table (id bigint, kind smallint, ref_id bigint, title_length integer,
  names_end integer, popularity real, published_at timestamptz, head text, sound text)
language plpgsql stable rows 100 set enable_seqscan = off set jit = off as $$
begin return query select d.id, d.kind, d.ref_id, d.title_length, d.names_end, d.popularity, d.published_at, d.head, d.sound
  from search_documents d where d.tokens @@ wanted limit most; end $$`

/** Of a product, or of what belongs to one by the column that the trigger names. */
const noteProduct = `
create function note_product_for_search() returns trigger language plpgsql as $$
declare product bigint; begin
  product := (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0])::bigint;
  insert into search_dirty (kind, ref_id)
    select case p.lecture_type when 2 then 2 else 1 end, p.id from products p where p.id = product;
  return null; end $$`

/** A product that turns from course to class is another thing in the index. */
const noteProductRow = `
create function note_product_row_for_search() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into search_dirty (kind, ref_id) values (case old.lecture_type when 2 then 2 else 1 end, old.id); end if;
  if tg_op <> 'DELETE' then insert into search_dirty (kind, ref_id) values (case new.lecture_type when 2 then 2 else 1 end, new.id); end if;
  return null; end $$`

const noteRow = `
create function note_row_for_search() returns trigger language plpgsql as $$
begin
  insert into search_dirty (kind, ref_id) values (tg_argv[0]::smallint, case tg_op when 'DELETE' then old.id else new.id end);
  return null; end $$`

/** A name that stands in other rows: everything that shows it. */
const noteName = `
create function note_name_for_search() returns trigger language plpgsql as $$
begin case tg_argv[0]
  when 'teacher' then insert into search_dirty (kind, ref_id) select case p.lecture_type when 2 then 2 else 1 end, p.id
    from product_teachers t join products p on p.id = t.product_id where t.teacher_id = new.id;
  when 'type' then insert into search_dirty (kind, ref_id) select case p.lecture_type when 2 then 2 else 1 end, p.id
    from products p where new.id in (p.subject_one_id, p.learn_id, p.subject_two_id);
  when 'college' then insert into search_dirty (kind, ref_id) select case p.lecture_type when 2 then 2 else 1 end, p.id from products p where p.college_id = new.id
    union all select 3, a.id from articles a where a.college_id = new.id union all select 4, w.id from student_works w where w.college_id = new.id;
  when 'article' then insert into search_dirty (kind, ref_id) select 3, a.id from articles a where a.category_id = new.id;
  when 'work' then insert into search_dirty (kind, ref_id) select 4, w.id from student_works w where w.category_id = new.id;
  when 'plate' then insert into search_dirty (kind, ref_id) select 5, p.id from forum_posts p where p.plate_id = new.id; end case; return null; end $$`

const triggers = `
create trigger products_search after insert or delete or update of lecture_type, name, learn_aim, intro_html, college_id, subject_one_id, learn_id, subject_two_id, status, deleted_at
  on products for each row execute function note_product_row_for_search();
create trigger product_teachers_search after insert or delete on product_teachers for each row execute function note_product_for_search('product_id');
create trigger periods_search after insert or delete or update of title, deleted_at on periods for each row execute function note_product_for_search('course_id');
create trigger class_stages_search after insert or delete or update of name on class_system_stages for each row execute function note_product_for_search('class_system_id');
create trigger articles_search after insert or delete or update of title, summary, content_html, author, category_id, college_id, status, published_at, deleted_at
  on articles for each row execute function note_row_for_search('3');
create trigger works_search after insert or delete or update of title, intro, teacher_comment, author_name, category_id, college_id, status, published_at, deleted_at
  on student_works for each row execute function note_row_for_search('4');
create trigger posts_search after insert or delete or update of title, content_html, plate_id, status, published_at, deleted_at
  on forum_posts for each row execute function note_row_for_search('5');
create trigger teachers_search after update of name on teachers for each row execute function note_name_for_search('teacher');
create trigger course_types_search after update of name on course_types for each row execute function note_name_for_search('type');
create trigger colleges_search after update of name on colleges for each row execute function note_name_for_search('college');
create trigger article_categories_search after update of name, enabled on article_categories for each row execute function note_name_for_search('article');
create trigger work_categories_search after update of name on work_categories for each row execute function note_name_for_search('work');
create trigger forum_plates_search after update of name, enabled on forum_plates for each row execute function note_name_for_search('plate');
`
