import type { Database } from '#server/backend/db/database.ts'

export interface CannedRow {
  id: number
  title: string
  content: string
  version: number
}

const columns = ['cannedAnswers.id', 'cannedAnswers.title', 'cannedAnswers.content', 'cannedAnswers.version'] as const

/** Answers that are at hand, in the school's order. */
export async function listCanned(db: Database): Promise<CannedRow[]> {
  return db
    .selectFrom('cannedAnswers')
    .select(columns)
    .orderBy('cannedAnswers.sort')
    .orderBy('cannedAnswers.id')
    .execute()
}

/** Adds one, or changes one of that version; undefined when it is newer or gone, 'taken' when another has its title. */
export async function saveCanned(
  trx: Database,
  {
    id,
    version,
    title,
    content,
  }: { id?: number | undefined; version?: number | undefined; title: string; content: string },
  now: Date,
): Promise<CannedRow | 'taken' | undefined> {
  const same = await trx
    .selectFrom('cannedAnswers')
    .select('cannedAnswers.id')
    .where('cannedAnswers.title', '=', title)
    .executeTakeFirst()
  if (same && same.id !== id) return 'taken'
  if (id === undefined)
    return trx
      .insertInto('cannedAnswers')
      .values({ title, content, updatedAt: now })
      .returning(columns)
      .executeTakeFirstOrThrow()
  return trx
    .updateTable('cannedAnswers')
    .set(({ eb }) => ({ title, content, version: eb('cannedAnswers.version', '+', 1), updatedAt: now }))
    .where('cannedAnswers.id', '=', id)
    .where('cannedAnswers.version', '=', version ?? 0)
    .returning(columns)
    .executeTakeFirst()
}

/** Its title; undefined when it is newer or gone. */
export async function deleteCanned(trx: Database, id: number, version: number): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('cannedAnswers')
    .where('cannedAnswers.id', '=', id)
    .where('cannedAnswers.version', '=', version)
    .returning('cannedAnswers.title')
    .executeTakeFirst()
  return row?.title
}
