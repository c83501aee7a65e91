import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import { offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'

/** A term that the school chose, as it is kept. */
export type ChosenTerm = Selectable<Tables['hotSearches']>

/** Chosen terms in the order in which they are offered, and how many there are. */
export async function listChosenTerms(db: Database, page: PageInput): Promise<{ rows: ChosenTerm[]; total: number }> {
  const rows = await db
    .selectFrom('hotSearches')
    .selectAll()
    .orderBy('hotSearches.sort')
    .orderBy('hotSearches.id')
    .limit(rowsOf(page))
    .offset(offsetOf(page))
    .execute()
  return { rows, total: await countChosenTerms(db) }
}

/** How many there are. */
export async function countChosenTerms(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('hotSearches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A term whose row is held until the transaction ends. */
export async function lockChosenTerm(db: Database, id: number): Promise<ChosenTerm | undefined> {
  return db.selectFrom('hotSearches').selectAll().where('hotSearches.id', '=', id).forUpdate().executeTakeFirst()
}

/** Writes a term: a new one, or the next version of one whose row is held. Undefined when another one has this name. */
export async function writeChosenTerm(
  db: Database,
  id: number | undefined,
  values: Insertable<Tables['hotSearches']>,
): Promise<{ id: number; version: number } | undefined> {
  if (id === undefined)
    return db
      .insertInto('hotSearches')
      .values(values)
      .onConflict((conflict) => conflict.column('courseName').doNothing())
      .returning(['hotSearches.id', 'hotSearches.version'])
      .executeTakeFirst()
  return db
    .updateTable('hotSearches')
    .set((eb) => ({ ...values, version: eb('hotSearches.version', '+', 1) }))
    .where('hotSearches.id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('hotSearches as other')
            .select(sql`1`.as('one'))
            .where('other.courseName', '=', values.courseName)
            .where('other.id', '<>', id),
        ),
      ),
    )
    .returning(['hotSearches.id', 'hotSearches.version'])
    .executeTakeFirst()
}

/** Takes a term away. */
export async function removeChosenTerm(db: Database, id: number): Promise<void> {
  await db.deleteFrom('hotSearches').where('hotSearches.id', '=', id).execute()
}
