import { sql } from 'kysely'

const mark = '/* one plan */'

/**
 * Stands at the start of a statement that is best asked for in the same way whatever its values are: rows by the ids of a list, above
 * all. PostgreSQL takes such a list for ten ids and goes on planning anew for the fewer that come, which costs the embedded database
 * more than the rows do.
 */
export const onePlan = sql.raw(mark)

/** Whether a statement says so. */
export function hasOnePlan(text: string): boolean {
  return text.slice(0, 2 * mark.length).includes(mark)
}
