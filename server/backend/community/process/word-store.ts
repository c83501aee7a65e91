import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import type { WordAction } from '#shared/contract/enums.ts'

export interface WordRow {
  id: number
  word: string
  folded: string
  action: WordAction
  version: number
  savedAt: Date
}

/** The list, the newest first; `folded`: those that have it in them. */
export async function listWords(
  db: Database,
  folded: string,
  page: PageInput,
): Promise<{ rows: WordRow[]; total: number }> {
  const found = sql`from forum_words w where ${folded} = '' or position(${folded} in w.folded) > 0`
  const { rows } =
    await sql<WordRow>`select w.* ${found} order by w.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(
      db,
    )
  const total = await sql<{
    total: number
  }>`select count(*)::int as total from (select 1 ${found} limit ${countLimit}) f`.execute(db)
  return { rows, total: total.rows[0]?.total ?? 0 }
}

export async function lockWord(trx: Database, id: number): Promise<WordRow | undefined> {
  const { rows } = await sql<WordRow>`select w.* from forum_words w where w.id = ${id} for update`.execute(trx)
  return rows[0]
}

/** How many words the list has. */
export async function countWords(db: Database): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from forum_words`.execute(db)
  return rows[0]?.total ?? 0
}

export interface SavedWord {
  readonly word: string
  readonly folded: string
  readonly action: WordAction
  readonly savedBy: number
  readonly savedAt: Date
}

/** Undefined when the list has the same word. */
export async function insertWord(trx: Database, word: SavedWord): Promise<{ id: number; version: number } | undefined> {
  return trx
    .insertInto('forumWords')
    .values(word)
    .onConflict((conflict) => conflict.column('folded').doNothing())
    .returning(['forumWords.id', 'forumWords.version'])
    .executeTakeFirst()
}

/** Undefined when another row has the same word. */
export async function updateWord(trx: Database, id: number, word: SavedWord): Promise<number | undefined> {
  const { rows } = await sql<{
    version: number
  }>`update forum_words set word = ${word.word}, folded = ${word.folded}, action = ${word.action},
      version = version + 1, saved_by = ${word.savedBy}, saved_at = ${word.savedAt}
    where id = ${id} and not exists (select 1 from forum_words o where o.folded = ${word.folded} and o.id <> ${id}) returning version`.execute(
    trx,
  )
  return rows[0]?.version
}

export async function deleteWord(trx: Database, id: number): Promise<void> {
  await trx.deleteFrom('forumWords').where('forumWords.id', '=', id).execute()
}

/** The list has changed: whoever keeps it reads it again. */
export async function stampWords(trx: Database): Promise<void> {
  await sql`update forum_word_stamp set stamp = gen_random_uuid()`.execute(trx)
}
