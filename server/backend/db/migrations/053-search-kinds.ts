import { type Kysely, sql } from 'kysely'
import { runStatements } from './run-statements.ts'

/** A part for each kind, by the number that stands for it. */
const parts = ['course', 'classes', 'article', 'work', 'post'].map((name, index) => ({
  kind: index + 1,
  table: `search_documents_${name}`,
}))

/**
 * The search index in a part for each kind: what a kind has is counted to a bound of its own, however many posts hold a word
 * that three courses hold, and its rows lie close together. One function answers a search whole: title, names, then text, of
 * each kind the best that are new. Rows are laid down by how much they are used: of a word that too many hold to look at all,
 * those are looked at that are used most.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local maintenance_work_mem = '256MB'`.execute(db)
  await runStatements(
    db,
    `
drop function search_candidates(tsquery[], smallint[], integer);
alter table search_texts drop constraint search_texts_id_fkey;
alter table search_documents rename to search_documents_old;
drop index search_documents_tokens_ix;
create sequence search_document_ids as bigint;
create table search_documents (
  id bigint not null default nextval('search_document_ids'),
  kind smallint not null check (kind between 1 and 5), -- 1 course, 2 system class, 3 article, 4 work, 5 post
  ref_id bigint not null, title_length integer not null, names_end integer not null, popularity real not null default 0 check (popularity between 0 and 1),
  published_at timestamptz, tokens tsvector not null,
  constraint search_documents_key primary key (kind, id), constraint search_documents_ref_key unique (kind, ref_id)) partition by list (kind);
alter sequence search_document_ids owned by search_documents.id;
${parts.map(({ kind, table }) => `create table ${table} partition of search_documents for values in (${kind}) with (toast_tuple_target = 128, fillfactor = 90)`).join(';\n')};
insert into search_documents (id, kind, ref_id, title_length, names_end, popularity, published_at, tokens)
  select id, kind, ref_id, title_length, names_end, popularity, published_at, tokens from search_documents_old order by kind, popularity desc, id;
select setval('search_document_ids', coalesce((select max(id) from search_documents), 0) + 1, false);
drop table search_documents_old;
create index search_documents_tokens_ix on search_documents using gin (tokens) with (fastupdate = off);
alter table search_texts add column kind smallint;
update search_texts t set kind = d.kind from search_documents d where d.id = t.id;
alter table search_texts alter column kind set not null;
alter table search_texts add constraint search_texts_document_fkey foreign key (id, kind) references search_documents (id, kind) on delete cascade;
`,
  )
  await sql.raw(hits).execute(db)
}

/** The best of one kind that aren't known yet; a kind that is asked for none isn't looked at. */
const bestOf = ({ kind, table }: { kind: number; table: string }): string => `
  (select y.* from (select x.*, count(*) over () as many from (
      select e.id, e.kind, e.ref_id, e.title_length, e.names_end, e.popularity, e.published_at
      from ${table} e where caps[${kind}] > 0 and e.tokens @@ queries[stage] limit scanned) x) y
    where not exists (select from unnest(ids) u(id) where u.id = y.id)
    order by y.popularity * 1.5 + 12::float8 / greatest(4, y.title_length) desc, y.id desc limit caps[${kind}])`

/**
 * Of each kind the best documents of the first query, then of the next, \`most\` in all; of the last query, which asks for any
 * place, \`most_text\` more where the others gave fewer than \`enough\` (never more than \`scanned\` in all), else one, which
 * carries the count. \`place\` counts within
 * a kind from 1; \`many\` is how many of the kind the queries up to here have, at most \`scanned\`: only so many are looked at.
 * Used and short titles come first. Whatever the planner thinks of it, the indexes of the words are read: any other way would
 * unpack the words of every row.
 */
const hits = `
create function search_hits(queries tsquery[], of_kinds smallint[], most integer, most_text integer, enough integer, scanned integer)
returns table (id bigint, kind smallint, ref_id bigint, title_length integer, names_end integer, popularity real, published_at timestamptz,
  in_text boolean, place integer, many integer)
language plpgsql stable rows 200 set enable_seqscan = off set enable_indexscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  hit record;
  caps integer[] := array[0, 0, 0, 0, 0];
  kept integer[] := array[0, 0, 0, 0, 0];
  seen integer[] := array[0, 0, 0, 0, 0];
  ids bigint[] := array[]::bigint[];
begin
  for stage in 1 .. cardinality(queries) loop
    continue when queries[stage] is null;
    in_text := stage = cardinality(queries);
    for k in 1 .. 5 loop
      caps[k] := case when not k = any(of_kinds) then 0 when not in_text then most - kept[k]
        when kept[k] < enough then least(most_text, scanned - kept[k]) when seen[k] < scanned then 1 else 0 end;
    end loop;
    for hit in ${parts.map(bestOf).join(' union all')} loop
      kept[hit.kind] := kept[hit.kind] + 1;
      seen[hit.kind] := greatest(seen[hit.kind], hit.many);
      ids := ids || hit.id;
      id := hit.id; kind := hit.kind; ref_id := hit.ref_id; title_length := hit.title_length; names_end := hit.names_end;
      popularity := hit.popularity; published_at := hit.published_at; place := kept[hit.kind]; many := hit.many;
      return next;
    end loop;
  end loop;
end $$`
