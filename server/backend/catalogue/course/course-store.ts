import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { onePlan } from '#server/backend/db/one-plan.ts'
import { onSale } from '#server/backend/db/predicates.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import { countLimit, inOrder, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import type { CourseSort, LectureType } from '#shared/contract/enums.ts'
import type { CourseCard } from '#shared/contract/fields.ts'
import { toYuan } from '#shared/rules/money.ts'
import { filterKey, type ProductFilter, whereOnSale } from './product-filter.ts'

/** SQL: names of the first two teachers of product `p`, joined by 、. */
export const teacherNames = sql<string | null>`(select string_agg(f.name, '、' order by f.sort, f.id) from (
  select t.name, t.id, pt.sort from product_teachers pt join teachers t on t.id = pt.teacher_id
  where pt.product_id = p.id order by pt.sort, t.id limit 2) f)`

/** The ids of one page: an index scan that touches no other table. */
export async function listCourseIds(
  db: Database,
  filter: ProductFilter,
  sort: CourseSort,
  page: PageInput,
): Promise<number[]> {
  let query = whereOnSale(db.selectFrom('products').select('products.id'), filter)
  if (sort === 'new') query = query.orderBy('products.publishedAt', 'desc').orderBy('products.id', 'desc')
  else if (sort === 'popular') query = query.orderBy('products.studyCount', 'desc').orderBy('products.id')
  else if (sort === 'price-asc') query = query.orderBy('products.priceFen').orderBy('products.id')
  else if (sort === 'price-desc') query = query.orderBy('products.priceFen', 'desc').orderBy('products.id', 'desc')
  else query = query.orderBy('products.sort').orderBy('products.id')
  const offset = offsetOf(page)
  // Of the first page the plan holds its length: asked with a value, it is planned anew each time.
  const ofPage = offset === 0 ? query.limit(sql.lit(rowsOf(page))) : query.limit(rowsOf(page)).offset(offset)
  const rows = await ofPage.execute()
  return rows.map((row) => row.id)
}

/** How many courses the filter leaves, counted up to `countLimit`. */
export function countCourses(db: Database, filter: ProductFilter): Promise<number> {
  // a page's list and its texts ask for it together
  return sharedRead(db, `courses ${filterKey(filter)}`, async () => {
    const inner = whereOnSale(db.selectFrom('products').select('products.id'), filter).limit(countLimit)
    const row = await db
      .selectFrom(inner.as('found'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return row.total
  })
}

interface CardRow {
  id: number
  name: string
  coverImg: string | null
  learnAim: string | null
  lectureType: LectureType
  isCharge: boolean
  priceFen: number
  originPriceFen: number | null
  studyCount: number
  teacherName: string | null
  hasTrial: boolean
}

/** The cards of `ids` in their order; products not on sale are left out. */
export async function findCourseCards(db: Database, ids: readonly number[]): Promise<CourseCard[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CardRow>`${onePlan}
    select p.id, p.name, p.cover_img, p.learn_aim, p.lecture_type, p.is_charge, p.price_fen, p.origin_price_fen, p.study_count, p.has_trial,
      ${teacherNames} as teacher_name
    from products p where p.id = any(${ids}::bigint[]) and ${onSale('p')}`.execute(db)
  return inOrder(rows, ids).map(toCourseCard)
}

function toCourseCard(row: CardRow): CourseCard {
  return {
    id: row.id,
    name: row.name,
    coverImg: row.coverImg ?? '',
    learnAim: row.learnAim ?? '',
    teacherName: row.teacherName ?? '',
    lectureType: row.lectureType,
    isCharge: row.isCharge,
    price: toYuan(row.priceFen),
    originPrice: row.originPriceFen === null ? null : toYuan(row.originPriceFen),
    studyCount: row.studyCount,
    hasTrial: row.hasTrial,
  }
}
