import { type Kysely, sql } from 'kysely'

/** The index says of each kind whether it has more than it gives: a count that was cut short is not shown as an exact one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function search_candidates(tsquery[], smallint[], integer)`.execute(db)
  await sql.raw(candidates).execute(db)
}

/**
 * Of each kind the best documents of the first query, then of the next: used and short titles first. Whatever the planner
 * thinks of it, the index is read: reading all rows would unpack all of their lexemes. `is_more`: there are others of this
 * kind, or a query had so many that not all were looked at.
 */
const candidates = `
create function search_candidates(queries tsquery[], of_kinds smallint[], most integer) returns table (id bigint, kind smallint, ref_id bigint,
  title_length integer, names_end integer, popularity real, published_at timestamptz, is_more boolean)
language plpgsql stable rows 200 set enable_seqscan = off set jit = off as $$
begin return query
  select b.id, b.kind, b.ref_id, b.title_length, b.names_end, b.popularity, b.published_at, b.seen >= 2000 or b.found > most from (
    select f.*, row_number() over (partition by f.kind order by f.stage, f.popularity * 1.5 + 12::float8 / greatest(4, f.title_length) desc, f.id desc) as place,
      count(*) over (partition by f.kind) as found, max(f.scanned) over () as seen from (
      select distinct on (d.id) d.*, q.stage from unnest(queries) with ordinality q(query, stage) cross join lateral (
        select s.*, count(*) over () as scanned from (
          select e.id, e.kind, e.ref_id, e.title_length, e.names_end, e.popularity, e.published_at
          from search_documents e where e.tokens @@ q.query and e.kind = any(of_kinds) limit 2000) s) d
      order by d.id, q.stage) f) b
  where b.place <= most; end $$`
