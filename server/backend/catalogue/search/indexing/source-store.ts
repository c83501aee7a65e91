import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { onSale, published, publishedPost } from '#server/backend/db/predicates.ts'
import { DocumentKind, LectureType } from '#shared/contract/enums.ts'
import type { SourceDocument } from './document.ts'
import { htmlWords } from './html-words.ts'

/** What every query answers; `uses` is a count of uses, `many` what is many for its kind. */
interface SourceRow {
  refId: number
  title: string
  names: string[] | null
  lead: string | null
  html: string | null
  extra: string | null
  popularity: number
  publishedAt: Date | null
}

/** 0 to 1, rising by the logarithm; `many` uses are 1. */
function popularityOf(uses: RawBuilder<unknown>, many: number): RawBuilder<number> {
  return sql`least(1, ln(1 + greatest(0, ${uses})) / ln(1 + ${sql.lit(many)}))::real`
}

const learners = popularityOf(sql`p.study_count`, 20_000)
const articleReaders = popularityOf(sql`a.view_count`, 50_000)
const workViewers = popularityOf(sql`w.view_count`, 20_000)
const postReaders = popularityOf(sql`p.view_count + p.comment_count * 20`, 50_000)

const productNames = sql`(select array_agg(n.name) from (
  (select t.name from product_teachers pt join teachers t on t.id = pt.teacher_id where pt.product_id = p.id order by pt.sort, t.id)
  -- the type of a class says what a class is about; an ordinary course has one only to be listed
  union all select y.name from course_types y
    where y.id in (p.subject_one_id, p.learn_id, case p.lecture_type when 2 then p.subject_two_id end)
  union all select c.name from colleges c where c.id = p.college_id) n)`

const products = (ids: readonly number[], kind: DocumentKind): RawBuilder<SourceRow> => sql`
  select p.id as ref_id, p.name as title, ${productNames} as names, p.learn_aim as lead, p.intro_html as html,
    concat_ws(E'\n', (select string_agg(e.title, E'\n' order by e.sequence_no) from periods e where e.course_id = p.id and e.deleted_at is null),
      (select string_agg(g.name, E'\n' order by g.sort) from class_system_stages g where g.class_system_id = p.id)) as extra,
    ${learners} as popularity, p.published_at
  from products p where p.id = any(${ids}::bigint[]) and ${onSale('p')} and (p.lecture_type = ${sql.lit(LectureType.classSystem)}) = ${kind === DocumentKind.classes}`

const queries: Readonly<Record<DocumentKind, (ids: readonly number[]) => RawBuilder<SourceRow>>> = {
  [DocumentKind.course]: (ids) => products(ids, DocumentKind.course),
  [DocumentKind.classes]: (ids) => products(ids, DocumentKind.classes),
  [DocumentKind.article]: (ids) => sql`
    select a.id as ref_id, a.title, array_remove(array[a.author, k.name, c.name], null) as names, a.summary as lead, a.content_html as html, null as extra,
      ${articleReaders} as popularity, a.published_at
    from articles a join article_categories k on k.id = a.category_id and k.enabled left join colleges c on c.id = a.college_id
    where a.id = any(${ids}::bigint[]) and ${published('a')}`,
  [DocumentKind.work]: (ids) => sql`
    select w.id as ref_id, w.title, array[w.author_name, k.name, c.name] as names, w.intro as lead, null as html, w.teacher_comment as extra,
      ${workViewers} as popularity, w.published_at
    from student_works w join work_categories k on k.id = w.category_id join colleges c on c.id = w.college_id
    where w.id = any(${ids}::bigint[]) and ${published('w')}`,
  [DocumentKind.post]: (ids) => sql`
    select p.id as ref_id, p.title, array[l.name] as names, null as lead, p.content_html as html, null as extra, ${postReaders} as popularity, p.published_at
    from forum_posts p join forum_plates l on l.id = p.plate_id and l.enabled
    where p.id = any(${ids}::bigint[]) and ${publishedPost('p')}`,
}

/** What is to be found of these rows; whatever isn't public is left out. */
export async function readSources(db: Database, kind: DocumentKind, ids: readonly number[]): Promise<SourceDocument[]> {
  const { rows } = await queries[kind](ids).execute(db)
  return rows.map((row) => ({
    kind,
    refId: row.refId,
    title: row.title,
    names: [...new Set(row.names ?? [])],
    lead: row.lead ?? '',
    body: [htmlWords(row.html ?? ''), row.extra ?? ''].filter(Boolean).join('\n'),
    popularity: row.popularity,
    publishedAt: row.publishedAt,
  }))
}

/** Brings the popularity of what is in the index up to date; the texts stay. Answers how many changed. */
export async function refreshPopularity(db: Database): Promise<number> {
  const uses = sql`
    select case p.lecture_type when 2 then 2 else 1 end as kind, p.id, ${learners} as popularity from products p
    union all select 3, a.id, ${articleReaders} from articles a
    union all select 4, w.id, ${workViewers} from student_works w
    union all select 5, p.id, ${postReaders} from forum_posts p`
  const { numAffectedRows } = await sql`
    update search_documents d set popularity = u.popularity from (${uses}) u
    where u.kind = d.kind and u.id = d.ref_id and abs(u.popularity - d.popularity) > 0.01`.execute(db)
  return Number(numAffectedRows ?? 0)
}
