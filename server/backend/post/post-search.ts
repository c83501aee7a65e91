import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { offsetOf, type PageInput } from '#server/backend/paging.ts'

/** So many of the posts that were active last are looked through. */
const mostRead = 5000
const mostTerms = 5

/** Terms of a search text, folded to lower case and half width; each must be found. */
function toSearchTerms(text: string): string[] {
  return [...new Set(text.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean))].slice(0, mostTerms)
}

/** Published posts with every term in title or first words, those with all of them in the title first. */
export async function searchPostIds(db: Database, text: string, page: PageInput): Promise<{ ids: number[]; total: number }> {
  const terms = toSearchTerms(text)
  if (terms.length === 0) return { ids: [], total: 0 }
  const found = sql.join(
    // strpos takes the term literally: no wildcard, nothing to escape
    terms.map((term) => sql`strpos(lower(p.title || ' ' || p.summary), ${term}) > 0`),
    sql` and `,
  )
  const inTitle = sql.join(
    terms.map((term) => sql`strpos(lower(p.title), ${term}) > 0`),
    sql` and `,
  )
  const hits = sql`with latest as materialized (select p.id, p.title, p.summary, p.plate_id, p.active_at from forum_posts p
      where p.status = 2 and p.deleted_at is null order by p.active_at desc, p.id desc limit ${mostRead}),
    hits as materialized (select p.id, p.active_at, (${inTitle}) as in_title from latest p join forum_plates l on l.id = p.plate_id and l.enabled where ${found})`
  const [ids, total] = await Promise.all([
    sql<{ id: number }>`${hits} select h.id from hits h order by h.in_title desc, h.active_at desc, h.id desc limit ${page.pageSize} offset ${offsetOf(page)}`.execute(db),
    sql<{ total: number }>`${hits} select count(*)::int as total from hits`.execute(db),
  ])
  return { ids: ids.rows.map((row) => row.id), total: total.rows[0]?.total ?? 0 }
}
