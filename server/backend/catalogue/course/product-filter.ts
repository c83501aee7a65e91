import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import { LectureType, ProductStatus } from '#shared/contract/enums.ts'

/** What narrows a list of products; class systems are left out unless `lectureType` asks for them. */
export interface ProductFilter {
  readonly subjectOneId?: number | undefined
  readonly learnId?: number | undefined
  readonly subjectTwoId?: number | undefined
  readonly collegeId?: number | undefined
  readonly lectureType?: LectureType | undefined
  readonly isCharge?: boolean | undefined
  readonly trial?: boolean | undefined
  /** Products to leave out. */
  readonly exceptIds?: readonly number[] | undefined
}

/** Products on sale that the filter leaves. The conditions that always hold are written out: indexes are made for them. */
export function whereOnSale<O>(
  query: SelectQueryBuilder<Tables, 'products', O>,
  filter: ProductFilter,
): SelectQueryBuilder<Tables, 'products', O> {
  const { lectureType } = filter
  let scoped = query
    .where('products.status', '=', sql.lit(ProductStatus.onSale))
    .where('products.deletedAt', 'is', null)
  if (lectureType !== LectureType.classSystem)
    scoped = scoped.where('products.lectureType', '<>', sql.lit(LectureType.classSystem))
  if (lectureType !== undefined) scoped = scoped.where('products.lectureType', '=', sql.lit(lectureType))
  for (const key of ['subjectOneId', 'learnId', 'subjectTwoId', 'collegeId'] as const) {
    const value = filter[key]
    if (value !== undefined) scoped = scoped.where(`products.${key}`, '=', value)
  }
  // what is charged for has a price: that column stands in the index of every order
  if (filter.isCharge !== undefined) scoped = scoped.where('products.priceFen', filter.isCharge ? '>' : '=', sql.lit(0))
  if (filter.trial) scoped = scoped.where('products.hasTrial', '=', sql.lit(true))
  if (filter.exceptIds && filter.exceptIds.length > 0) scoped = scoped.where('products.id', 'not in', filter.exceptIds)
  return scoped
}
