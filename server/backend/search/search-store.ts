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
  return sql<boolean>`(strpos(p.search_text, ${term}) > 0 or p.id in (
    select pt.product_id from product_teachers pt join teachers t on t.id = pt.teacher_id where strpos(lower(t.name), ${term}) > 0))`
}

/** 0 the name begins with it, 1 it is in the name, 2 in the aim, 3 in a teacher's name. */
function rankOf(term: string): RawBuilder<number> {
  return sql<number>`(case strpos(p.search_text, ${term}) when 0 then 3 when 1 then 0
    else case when strpos(p.search_text, ${term}) <= char_length(p.name) then 1 else 2 end end)`
}

function searched(terms: readonly string[]): RawBuilder<unknown> {
  const found = sql.join(terms.map(isFound), sql` and `)
  return sql`from products p where p.status = 1 and p.deleted_at is null and ${found}`
}

/** Products that contain every term in name, aim or a teacher's name; hits in the name come first. */
export async function searchProducts(
  db: Database,
  terms: readonly string[],
  page: PageInput,
): Promise<{ hits: SearchHit[]; total: number }> {
  if (terms.length === 0) return { hits: [], total: 0 }
  const rank = sql.join(terms.map(rankOf), sql` + `)
  const { rows } = await sql<{ id: number; total: number }>`
    with hits as materialized (select p.id, p.sort, ${rank} as rank ${searched(terms)})
    select h.id, (select count(*) from hits) as total from hits h
    order by h.rank, h.sort, h.id limit ${page.pageSize} offset ${offsetOf(page)}`.execute(db)
  const total = rows[0]?.total ?? (page.pageNum === 1 ? 0 : await countProducts(db, terms))
  return { hits: await findHits(db, rows.map((row) => row.id)), total: Math.min(total, countLimit) }
}

/** Needed only beyond the last page, where no row carries the total. */
async function countProducts(db: Database, terms: readonly string[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${searched(terms)}`.execute(db)
  return rows[0]?.total ?? 0
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
