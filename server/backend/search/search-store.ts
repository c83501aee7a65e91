import { type RawBuilder, sql } from 'kysely'
import { teacherNames } from '#server/backend/course/course-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { countLimit, inOrder, offsetOf, type PageInput } from '#server/backend/paging.ts'
import type { LectureType } from '#shared/contract/enums.ts'
import type { SearchHit } from '#shared/contract/search.ts'
import { toYuan } from '#shared/rules/money.ts'

const mostTerms = 5

/** Terms of a search text, folded to lower case and half width; each must be found. */
export function toSearchTerms(text: string): string[] {
  return [...new Set(text.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean))].slice(0, mostTerms)
}

export async function listHotSearches(db: Database): Promise<{ courseName: string; url: string | null }[]> {
  return db
    .selectFrom('hotSearches')
    .select(['hotSearches.courseName', 'hotSearches.url'])
    .where('hotSearches.enabled', '=', true)
    .orderBy('hotSearches.sort')
    .orderBy('hotSearches.id')
    .limit(20)
    .execute()
}

// strpos takes the term literally: no wildcard, nothing to escape, and Chinese without word borders
function isFound(term: string): RawBuilder<boolean> {
  return sql<boolean>`(strpos(lower(p.name), ${term}) > 0 or strpos(lower(coalesce(p.learn_aim, '')), ${term}) > 0 or p.id in (
    select pt.product_id from product_teachers pt join teachers t on t.id = pt.teacher_id where strpos(lower(t.name), ${term}) > 0))`
}

function rankOf(term: string): RawBuilder<number> {
  return sql<number>`(case when strpos(lower(p.name), ${term}) = 1 then 0 when strpos(lower(p.name), ${term}) > 0 then 1
    when strpos(lower(coalesce(p.learn_aim, '')), ${term}) > 0 then 2 else 3 end)`
}

function searched(terms: readonly string[]): RawBuilder<unknown> {
  const found = sql.join(terms.map(isFound), sql` and `)
  return sql`from products p where p.status = 1 and p.deleted_at is null and ${found}`
}

/** Products that contain every term in name, aim or a teacher's name; hits in the name come first. */
export async function searchProducts(db: Database, terms: readonly string[], page: PageInput): Promise<{ hits: SearchHit[]; total: number }> {
  if (terms.length === 0) return { hits: [], total: 0 }
  const rank = sql.join(terms.map(rankOf), sql` + `)
  const found = await sql<{ id: number }>`
    select p.id ${searched(terms)} order by ${rank}, p.sort, p.id limit ${page.pageSize} offset ${offsetOf(page)}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from (select 1 ${searched(terms)} limit ${sql.lit(countLimit)}) f`.execute(db)
  const ids = found.rows.map((row) => row.id)
  return { hits: await findHits(db, ids), total: counted.rows[0]?.total ?? 0 }
}

interface HitRow {
  id: number
  name: string
  learnAim: string | null
  coverImg: string | null
  lectureType: LectureType
  priceFen: number
  isCharge: boolean
  studyCount: number
  teacherName: string | null
}

async function findHits(db: Database, ids: readonly number[]): Promise<SearchHit[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<HitRow>`
    select p.id, p.name, p.learn_aim, p.cover_img, p.lecture_type, p.price_fen, p.is_charge, p.study_count, ${teacherNames} as teacher_name
    from products p where p.id = any(${ids}::bigint[])`.execute(db)
  return inOrder(rows, ids).map((row) => ({
    id: row.id,
    name: row.name,
    learnAim: row.learnAim ?? '',
    coverImg: row.coverImg ?? '',
    teacherName: row.teacherName ?? '',
    lectureType: row.lectureType,
    price: toYuan(row.priceFen),
    isCharge: row.isCharge,
    studyCount: row.studyCount,
  }))
}

export async function insertSearchLog(db: Database, log: { term: string; total: number; userId: number | null; at: Date }): Promise<void> {
  await db.insertInto('searchLogs').values(log).execute()
}
