import { sql } from 'kysely'
import { teacherNames } from '#server/backend/catalogue/course/course-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { onSale } from '#server/backend/db/predicates.ts'
import { inOrder } from '#server/backend/http/paging.ts'
import type { LectureType } from '#shared/contract/enums.ts'
import type { SearchHit } from '#shared/contract/search.ts'
import { toYuan } from '#shared/rules/money.ts'

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

/** Products by their keys, in that order; one that is no longer on sale is left out. */
export async function findHits(db: Database, ids: readonly number[]): Promise<SearchHit[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<HitRow>`
    select p.id, p.name, p.learn_aim, p.cover_img, p.lecture_type, p.price_fen, p.is_charge, p.study_count, ${teacherNames} as teacher_name
    from products p where p.id = any(${ids}::bigint[]) and ${onSale('p')}`.execute(db)
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
