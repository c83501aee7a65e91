import { type Kysely, sql } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * The search index in two tables: one with short rows, of which thousands are read and ranked in a moment, and one with
 * the texts, read for the best of them. What was indexed stays found while everything is indexed anew: titles get lexemes of
 * their own. Rows stand in no order, so that the first thousands with a very common word are some of every kind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await runStatements(
    db,
    `
drop function search_candidates(tsquery, integer);
alter table search_documents rename to search_documents_old;
create table search_documents (
  id bigint generated always as identity primary key,
  kind smallint not null check (kind between 1 and 5), -- 1 course, 2 system class, 3 article, 4 work, 5 post
  ref_id bigint not null, title_length integer not null, names_end integer not null, popularity real not null default 0 check (popularity between 0 and 1),
  published_at timestamptz, tokens tsvector not null, unique (kind, ref_id)) with (toast_tuple_target = 128, fillfactor = 90);
create table search_texts (
  id bigint primary key references search_documents on delete cascade, head text not null, sound text not null, folded text not null, words text not null)
  with (toast_tuple_target = 1024);
insert into search_documents (kind, ref_id, title_length, names_end, popularity, published_at, tokens)
  select kind, ref_id, title_length, names_end, popularity, published_at, tokens from search_documents_old order by md5(kind || '/' || ref_id);
insert into search_texts (id, head, sound, folded, words)
  select d.id, o.head, o.sound, o.folded, o.words from search_documents_old o join search_documents d on d.kind = o.kind and d.ref_id = o.ref_id order by d.id;
drop table search_documents_old;
create index search_documents_tokens_ix on search_documents using gin (tokens) with (fastupdate = off);
insert into search_dirty (kind, ref_id) select kind, ref_id from search_documents order by id;
`,
  )
  await sql.raw(candidates).execute(db)
}

/**
 * Of each kind the best documents of the first query, then of the next: used and short titles first. Whatever the planner
 * thinks of it, the index is read: reading all rows would unpack all of their lexemes.
 */
const candidates = `
create function search_candidates(queries tsquery[], of_kinds smallint[], most integer) returns table (id bigint, kind smallint, ref_id bigint,
  title_length integer, names_end integer, popularity real, published_at timestamptz)
language plpgsql stable rows 200 set enable_seqscan = off set jit = off as $$
begin return query
  select b.id, b.kind, b.ref_id, b.title_length, b.names_end, b.popularity, b.published_at from (
    select f.*, row_number() over (partition by f.kind order by f.stage, f.popularity * 1.5 + 12::float8 / greatest(4, f.title_length) desc, f.id desc) as place from (
      select distinct on (d.id) d.*, q.stage from unnest(queries) with ordinality q(query, stage) cross join lateral (
        select s.id, s.kind, s.ref_id, s.title_length, s.names_end, s.popularity, s.published_at
        from search_documents s where s.tokens @@ q.query and s.kind = any(of_kinds) limit 2000) d
      order by d.id, q.stage) f) b
  where b.place <= most; end $$`
