import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'

type Row = Selectable<Tables['searchSynonyms']>

/** A group of synonyms as staff see it. */
export type EditedSynonyms = Pick<Row, 'id' | 'version' | 'collegeId' | 'words' | 'related' | 'enabled'>

const columns = [
  'searchSynonyms.id',
  'searchSynonyms.version',
  'searchSynonyms.collegeId',
  'searchSynonyms.words',
  'searchSynonyms.related',
  'searchSynonyms.enabled',
] as const

/** Groups, the newest first, and how many there are; of all, or of those in which one of the texts stands. */
export async function listSynonyms(
  db: Database,
  page: PageInput,
  texts: readonly string[] | undefined,
): Promise<{ rows: EditedSynonyms[]; total: number }> {
  const all = db.selectFrom('searchSynonyms')
  const wanted = texts
    ? all.where(sql<boolean>`search_synonyms.words || search_synonyms.related && ${texts}::text[]`)
    : all
  const rows = await wanted
    .select(columns)
    .orderBy('searchSynonyms.id', 'desc')
    .limit(rowsOf(page))
    .offset(offsetOf(page))
    .execute()
  const { count } = await db
    .selectFrom(wanted.select('searchSynonyms.id').limit(countLimit).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(count) }
}

/** A group whose row is held until the transaction ends. */
export async function lockSynonyms(db: Database, id: number): Promise<EditedSynonyms | undefined> {
  return db
    .selectFrom('searchSynonyms')
    .select(columns)
    .where('searchSynonyms.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** How many groups there are. */
export async function countSynonyms(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('searchSynonyms')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Writes a group: a new one, or the next version of one whose row is held. */
export async function writeSynonyms(
  db: Database,
  id: number | undefined,
  values: Insertable<Tables['searchSynonyms']>,
): Promise<{ id: number; version: number }> {
  if (id === undefined)
    return db
      .insertInto('searchSynonyms')
      .values(values)
      .returning(['searchSynonyms.id', 'searchSynonyms.version'])
      .executeTakeFirstOrThrow()
  return db
    .updateTable('searchSynonyms')
    .set((eb) => ({ ...values, version: eb('searchSynonyms.version', '+', 1) }))
    .where('searchSynonyms.id', '=', id)
    .returning(['searchSynonyms.id', 'searchSynonyms.version'])
    .executeTakeFirstOrThrow()
}

/** Takes a group away. */
export async function removeSynonyms(db: Database, id: number): Promise<void> {
  await db.deleteFrom('searchSynonyms').where('searchSynonyms.id', '=', id).execute()
}

/** Whether there is such a college. */
export async function hasCollege(db: Database, id: number): Promise<boolean> {
  const college = await db.selectFrom('colleges').select('colleges.id').where('colleges.id', '=', id).executeTakeFirst()
  return college !== undefined
}
