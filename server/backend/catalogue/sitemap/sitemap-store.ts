import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { onSale, published, publishedPost } from '#server/backend/db/predicates.ts'
import { LectureType } from '#shared/contract/enums.ts'
import type { SitemapKind } from '#shared/contract/sitemap.ts'

/** A part takes so many ids: search engines read at most as many addresses of a file. */
const idsOfPart = 50_000
const entriesAtOnce = 1000

interface Source {
  /** Tables and the condition under which a thing `t` has a page. */
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  /** When what the page shows last changed. */
  readonly changed: RawBuilder<unknown>
}

const product = (lectureType: number): Source => ({
  from: sql`products t`,
  where: sql`t.lecture_type = ${sql.lit(lectureType)} and ${onSale('t')}`,
  changed: sql`t.published_at`,
})

const sources: Record<SitemapKind, Source> = {
  live: product(LectureType.live),
  video: product(LectureType.video),
  class: product(LectureType.classSystem),
  article: {
    from: sql`articles t join article_categories c on c.id = t.category_id and c.enabled`,
    where: sql`${published('t')}`,
    changed: sql`greatest(t.published_at, t.updated_at)`,
  },
  work: {
    from: sql`student_works t`,
    where: sql`${published('t')}`,
    changed: sql`greatest(t.published_at, t.updated_at)`,
  },
  post: {
    from: sql`forum_posts t join forum_plates c on c.id = t.plate_id and c.enabled`,
    where: sql`${publishedPost('t')}`,
    changed: sql`greatest(t.active_at, t.updated_at)`,
  },
}

/** The parts of a kind that have something in them, and the last change in each. */
export async function listSitemapParts(
  db: Database,
  kind: SitemapKind,
): Promise<{ number: number; lastmod: number | null }[]> {
  const { from, where, changed } = sources[kind]
  const { rows } = await sql<{ number: number; lastmod: Date | null }>`
    select (t.id - 1) / ${sql.lit(idsOfPart)} + 1 as number, max(${changed}) as lastmod from ${from} where ${where} group by 1 order by 1`.execute(
    db,
  )
  return rows.map(({ number, lastmod }) => ({ number, lastmod: lastmod?.getTime() ?? null }))
}

/** The next things of a part behind the id `after`. */
export async function listSitemapEntries(
  db: Database,
  kind: SitemapKind,
  part: number,
  after = 0,
): Promise<{ id: number; lastmod: number | null }[]> {
  const { from, where, changed } = sources[kind]
  const last = part * idsOfPart
  const { rows } = await sql<{ id: number; lastmod: Date | null }>`
    select t.id, ${changed} as lastmod from ${from}
    where ${where} and t.id > ${Math.max(after, last - idsOfPart)} and t.id <= ${last} order by t.id limit ${sql.lit(entriesAtOnce)}`.execute(
    db,
  )
  return rows.map(({ id, lastmod }) => ({ id, lastmod: lastmod?.getTime() ?? null }))
}
