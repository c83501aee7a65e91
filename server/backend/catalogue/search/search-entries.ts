import { sql } from 'kysely'
import { teacherNames } from '#server/backend/catalogue/course/course-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { onSale, published, publishedPost } from '#server/backend/db/predicates.ts'
import { DocumentKind, LectureType } from '#shared/contract/enums.ts'
import type { SearchEntry } from '#shared/contract/search.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { toYuan } from '#shared/rules/money.ts'
import { loadReader } from './indexing/reading.ts'
import { type Marker, markText } from './marking.ts'
import type { SearchAnswer } from './search-engine.ts'

interface ShownRow {
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

const products = (ids: readonly number[]) => sql<ShownRow>`
  select p.id, p.name as title, ${teacherNames} as names, '' as label, p.cover_img, p.study_count as uses, null::timestamptz as published_at, p.price_fen, p.lecture_type
  from products p where p.id = any(${ids}::bigint[]) and ${onSale('p')}`

const nothing = sql`null::bigint as price_fen, null::smallint as lecture_type`

/** What is shown is read where it belongs: a row that has been hidden since it was indexed is left out. */
const shownOf: Readonly<Record<DocumentKind, (ids: readonly number[]) => ReturnType<typeof products>>> = {
  [DocumentKind.course]: products,
  [DocumentKind.classes]: products,
  [DocumentKind.article]: (ids) => sql<ShownRow>`
    select a.id, a.title, a.author as names, k.name as label, a.cover_img, a.view_count as uses, a.published_at, ${nothing}
    from articles a join article_categories k on k.id = a.category_id and k.enabled where a.id = any(${ids}::bigint[]) and ${published('a')}`,
  [DocumentKind.work]: (ids) => sql<ShownRow>`
    select w.id, w.title, w.author_name as names, k.name as label, w.cover_img, w.view_count as uses, w.published_at, ${nothing}
    from student_works w join work_categories k on k.id = w.category_id where w.id = any(${ids}::bigint[]) and ${published('w')}`,
  [DocumentKind.post]: (ids) => sql<ShownRow>`
    select p.id, p.title, u.nickname as names, l.name as label, p.cover_img, p.view_count as uses, p.published_at, ${nothing}
    from forum_posts p join forum_plates l on l.id = p.plate_id and l.enabled join users u on u.id = p.user_id
    where p.id = any(${ids}::bigint[]) and ${publishedPost('p')}`,
}

const kindNames = {
  [DocumentKind.course]: 'course',
  [DocumentKind.classes]: 'classes',
  [DocumentKind.article]: 'article',
  [DocumentKind.work]: 'work',
  [DocumentKind.post]: 'post',
} as const
const productLabels: Readonly<Record<LectureType, string>> = {
  [LectureType.live]: '直播',
  [LectureType.classSystem]: '系统班',
  [LectureType.video]: '录播',
}

function urlOf(kind: DocumentKind, row: ShownRow): string {
  if (kind === DocumentKind.article) return `/article/${row.id}.html`
  if (kind === DocumentKind.work) return `/works/${row.id}.html`
  return kind === DocumentKind.post ? `/bbs/detail/${row.id}` : detailUrl(row.lectureType ?? LectureType.video, row.id)
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
async function readExcerpts(db: Database, answer: SearchAnswer): Promise<Map<number, ExcerptRow>> {
  const ids = answer.hits.map((hit) => hit.id)
  const marks = answer.hits.map((hit) => hit.marks?.[0] ?? answer.query.needs[0]?.text ?? '')
  // names and title stand before the words in `folded`, parted by a line break; folding keeps places but for rare signs
  const { rows } = await sql<ExcerptRow>`
    select e.id, substring(e.words from e.begin for ${sql.lit(excerptLength)}) as words, e.begin = 1 as is_begin from (
      select t.id, t.words, case when p.at > ${sql.lit(excerptLength - before)} then p.at - ${sql.lit(before)} else 1 end as begin
      from unnest(${ids}::bigint[], ${marks}::text[]) m(id, mark) join search_documents d on d.id = m.id join search_texts t on t.id = m.id
      cross join lateral (select strpos(substring(t.folded from d.names_end + 2), m.mark) as at) p) e`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The hits of an answer as they are shown, what was found marked. */
export async function findSearchEntries(db: Database, answer: SearchAnswer): Promise<SearchEntry[]> {
  const idsOf = new Map<DocumentKind, number[]>()
  for (const hit of answer.hits) idsOf.set(hit.kind, [...(idsOf.get(hit.kind) ?? []), hit.refId])
  const [excerpts, ...shown] = await Promise.all([
    readExcerpts(db, answer),
    ...[...idsOf].map(async ([kind, ids]) =>
      (await shownOf[kind](ids).execute(db)).rows.map((row) => [`${kind}/${row.id}`, row] as const),
    ),
  ])
  const rows = new Map(shown.flat())
  const sounds = answer.query.needs
    .filter((need) => need.kind === 'word' && /^[a-z]{2,}$/.test(need.text))
    .map((need) => need.text)
  const read = sounds.length > 0 ? await loadReader() : undefined
  return answer.hits.flatMap((hit): SearchEntry[] => {
    const row = rows.get(`${hit.kind}/${hit.refId}`)
    if (!row) return []
    const marker: Marker = { texts: hit.marks ?? answer.query.needs.map((need) => need.text), sounds, read }
    const excerpt = excerpts.get(hit.id)
    const words = (excerpt?.words ?? '').replace(/\s+/g, ' ').trim()
    return [
      {
        kind: kindNames[hit.kind],
        id: row.id,
        title: markText(row.title, marker),
        excerpt: markText(excerpt?.isBegin === false ? `…${words}` : words, { ...marker, sounds: [] }),
        url: urlOf(hit.kind, row),
        coverImg: row.coverImg,
        meta: {
          label: row.lectureType === null ? row.label : productLabels[row.lectureType],
          names: markText(row.names ?? '', marker),
          uses: row.uses,
          publishTime: row.publishedAt?.getTime() ?? null,
          price: row.priceFen === null ? null : toYuan(row.priceFen),
        },
      },
    ]
  })
}
