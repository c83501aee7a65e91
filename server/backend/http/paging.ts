import type { Page } from '#shared/contract/fields.ts'

/** Lists count no further than this: nobody pages beyond, and a count of everything would cost more than the page. */
export const countLimit = 10_000

export interface PageInput {
  readonly pageNum: number
  readonly pageSize: number
}

/** Rows to skip before the page: never more than lists count, so that a page that nobody is led to costs no more than the last one. */
export function offsetOf(input: PageInput): number {
  return Math.min((input.pageNum - 1) * input.pageSize, countLimit)
}

/** Rows of the page; none beyond what lists count, which the database answers without a look. */
export function rowsOf(input: PageInput): number {
  return Math.min(input.pageSize, countLimit - offsetOf(input))
}

/** {records, total, current, pages, size}. */
export function toPage<T>(records: T[], total: number, input: PageInput): Page<T> {
  return { records, total, current: input.pageNum, pages: Math.ceil(total / input.pageSize), size: input.pageSize }
}

/** The rows in the order of `ids`; a row that vanished meanwhile is left out. */
export function inOrder<T extends { id: number }>(rows: readonly T[], ids: readonly number[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
