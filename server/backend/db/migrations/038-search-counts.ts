import { type Kysely, sql } from 'kysely'

/** The index says of each kind how many it has, and in what order it gives them: texts are read only of the first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function search_candidates(tsquery[], smallint[], integer)`.execute(db)
  await sql.raw(candidates).execute(db)
}

/**
 * Of each kind the best documents of the first query, then of the next: used and short titles first. Whatever the planner
 * thinks of it, the index is read: reading all rows would unpack all of their lexemes. `place` counts within a kind from 1,
 * `found` is how many of the kind were looked at; `is_cut`: a query had so many that not all were.
 */
const candidates = `
create function search_candidates(queries tsquery[], of_kinds smallint[], most integer) returns table (id bigint, kind smallint, ref_id bigint,
  title_length integer, names_end integer, popularity real, published_at timestamptz, place integer, found integer, is_cut boolean)
language plpgsql stable rows 200 set enable_seqscan = off set jit = off as $$
begin return query
  with hits as materialized (
    select s.*, q.stage from unnest(queries) with ordinality q(query, stage) cross join lateral (
      select e.id, e.kind, e.ref_id, e.title_length, e.names_end, e.popularity, e.published_at
      from search_documents e where e.tokens @@ q.query and e.kind = any(of_kinds) limit 1000) s),
  looked as (select max(n.many) >= 1000 as is_cut from (select count(*) as many from hits h group by h.stage) n)
  select b.id, b.kind, b.ref_id, b.title_length, b.names_end, b.popularity, b.published_at, b.place::integer, b.found::integer, l.is_cut from (
    select f.*, row_number() over (partition by f.kind order by f.stage, f.popularity * 1.5 + 12::float8 / greatest(4, f.title_length) desc, f.id desc) as place,
      count(*) over (partition by f.kind) as found
    from (select distinct on (h.id) h.* from hits h order by h.id, h.stage) f) b cross join looked l
  where b.place <= most; end $$`
