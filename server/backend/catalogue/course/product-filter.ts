import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { LectureType, ProductStatus } from '#shared/contract/enums.ts'

/** What narrows a list of products; class systems are left out unless `lectureType` asks for them. */
export interface ProductFilter {
  readonly lectureType?: LectureType | undefined
  readonly subjectOneId?: number | undefined
  readonly learnId?: number | undefined
  readonly subjectTwoId?: number | undefined
  readonly collegeId?: number | undefined
  readonly isCharge?: boolean | undefined
  readonly trial?: boolean | undefined
  /** Products to leave out. */
  readonly exceptIds?: readonly number[] | undefined
}

/** What the list of courses is called with and narrows it: each of these fields has a condition. */
type ListField = Exclude<keyof CallInput<'GET /api/common/course-list-page'>, 'sort' | 'pageNum' | 'pageSize'>
type Products = ExpressionBuilder<Tables, 'products'>
/** Undefined where a value narrows nothing. */
type Condition<V> = (products: Products, value: V) => Expression<SqlBool> | undefined
type Fields = Required<ProductFilter>
type Conditions = { readonly [F in keyof Fields]: Condition<Fields[F]> }

/** By field, in the order in which they stand in the SQL: indexes are made for them. */
const conditions = {
  lectureType: (products, type) => products('products.lectureType', '=', sql.lit(type)),
  subjectOneId: (products, id) => products('products.subjectOneId', '=', id),
  learnId: (products, id) => products('products.learnId', '=', id),
  subjectTwoId: (products, id) => products('products.subjectTwoId', '=', id),
  collegeId: (products, id) => products('products.collegeId', '=', id),
  // what is charged for has a price: that column stands in the index of every order
  isCharge: (products, isCharge) => products('products.priceFen', isCharge ? '>' : '=', sql.lit(0)),
  trial: (products, wanted) => (wanted ? products('products.hasTrial', '=', sql.lit(true)) : undefined),
  exceptIds: (products, ids) => (ids.length > 0 ? products('products.id', 'not in', ids) : undefined),
} as const satisfies Conditions & Readonly<Record<ListField, unknown>>

const byField: Conditions = conditions
const products: Products = expressionBuilder<Tables, 'products'>()

function conditionOf<F extends keyof Fields>(field: F, value: Fields[F] | undefined): Expression<SqlBool> | undefined {
  const condition: Condition<Fields[F]> = byField[field]
  return value === undefined ? undefined : condition(products, value)
}

/** Products on sale that the filter leaves. The conditions that always hold are written out: indexes are made for them. */
export function whereOnSale<O>(
  query: SelectQueryBuilder<Tables, 'products', O>,
  filter: ProductFilter,
): SelectQueryBuilder<Tables, 'products', O> {
  let scoped = query
    .where('products.status', '=', sql.lit(ProductStatus.onSale))
    .where('products.deletedAt', 'is', null)
  if (filter.lectureType !== LectureType.classSystem)
    scoped = scoped.where('products.lectureType', '<>', sql.lit(LectureType.classSystem))
  for (const field of Object.keys(conditions) as (keyof Fields)[]) {
    const condition = conditionOf(field, filter[field])
    if (condition) scoped = scoped.where(condition)
  }
  return scoped
}

/** Equal for filters that narrow alike. */
export function filterKey(filter: ProductFilter): string {
  return JSON.stringify((Object.keys(conditions) as (keyof Fields)[]).map((field) => filter[field] ?? null))
}
