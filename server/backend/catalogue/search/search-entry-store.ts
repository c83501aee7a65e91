import { type RawBuilder, sql } from 'kysely'
import { teacherNames } from '#server/backend/catalogue/course/course-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { onSale, published, publishedPost } from '#server/backend/db/predicates.ts'
import { DocumentKind, type LectureType } from '#shared/contract/enums.ts'
import type { SearchAnswer } from './search-engine.ts'

export interface ShownRow {
  kind: DocumentKind
  id: number
  title: string
  names: string | null
  label: string
  coverImg: string | null
  uses: number
  publishedAt: Date | null
  priceFen: number | null
  lectureType: LectureType | null
}

const products = (ids: readonly number[], kind: DocumentKind) => sql<ShownRow>`
  select ${sql.lit(kind)}::smallint as kind, p.id, p.name as title, ${teacherNames} as names, '' as label, p.cover_img, p.study_count as uses, null::timestamptz as published_at, p.price_fen, p.lecture_type
  from products p where p.id = any(${ids}::bigint[]) and ${onSale('p')}`

const nothing = sql`null::bigint as price_fen, null::smallint as lecture_type`

/** What is shown is read where it belongs: a row that has been hidden since it was indexed is left out. */
const shownOf: Readonly<Record<DocumentKind, (ids: readonly number[]) => RawBuilder<ShownRow>>> = {
  [DocumentKind.course]: (ids) => products(ids, DocumentKind.course),
  [DocumentKind.classes]: (ids) => products(ids, DocumentKind.classes),
  [DocumentKind.article]: (ids) => sql<ShownRow>`
    select 3::smallint as kind, a.id, a.title, a.author as names, k.name as label, a.cover_img, a.view_count as uses, a.published_at, ${nothing}
    from articles a join article_categories k on k.id = a.category_id and k.enabled where a.id = any(${ids}::bigint[]) and ${published('a')}`,
  [DocumentKind.work]: (ids) => sql<ShownRow>`
    select 4::smallint as kind, w.id, w.title, w.author_name as names, k.name as label, w.cover_img, w.view_count as uses, w.published_at, ${nothing}
    from student_works w join work_categories k on k.id = w.category_id where w.id = any(${ids}::bigint[]) and ${published('w')}`,
  [DocumentKind.post]: (ids) => sql<ShownRow>`
    select 5::smallint as kind, p.id, p.title, u.nickname as names, l.name as label, p.cover_img, p.view_count as uses, p.published_at, ${nothing}
    from forum_posts p join forum_plates l on l.id = p.plate_id and l.enabled join users u on u.id = p.user_id
    where p.id = any(${ids}::bigint[]) and ${publishedPost('p')}`,
}

const before = 40

const excerptLength = 110

interface ExcerptRow {
  id: number
  words: string
  /** False when the excerpt begins inside of the text. */
  isBegin: boolean
}

/** The begin of each text, or where the first of the marks stands in it. */
export async function readExcerpts(db: Database, answer: SearchAnswer): Promise<Map<number, ExcerptRow>> {
  const ids = answer.hits.map((hit) => hit.id)
  const kinds = answer.hits.map((hit) => hit.kind)
  const marks = answer.hits.map((hit) => hit.marks?.[0] ?? answer.query.needs[0]?.text ?? '')
  // names and title stand before the words in `folded`, parted by a line break; folding keeps places but for rare signs
  const { rows } = await sql<ExcerptRow>`
    select e.id, substring(e.words from e.begin for ${sql.lit(excerptLength)}) as words, e.begin = 1 as is_begin from (
      select t.id, t.words, case when p.at > ${sql.lit(excerptLength - before)} then p.at - ${sql.lit(before)} else 1 end as begin
      from unnest(${ids}::bigint[], ${kinds}::smallint[], ${marks}::text[]) m(id, kind, mark)
      join search_documents d on d.kind = m.kind and d.id = m.id join search_texts t on t.id = m.id
      cross join lateral (select strpos(substring(t.folded from d.names_end + 2), m.mark) as at) p) e`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What is shown of the hits, by kind and key; one statement, whatever kinds there are. */
export async function readShown(db: Database, { hits }: SearchAnswer): Promise<Map<string, ShownRow>> {
  const idsOf = new Map<DocumentKind, number[]>()
  for (const hit of hits) idsOf.set(hit.kind, [...(idsOf.get(hit.kind) ?? []), hit.refId])
  const parts = [...idsOf].map(([kind, ids]) => shownOf[kind](ids))
  const { rows } = await sql<ShownRow>`${sql.join(parts, sql` union all `)}`.execute(db)
  return new Map(rows.map((row) => [`${row.kind}/${row.id}`, row]))
}
