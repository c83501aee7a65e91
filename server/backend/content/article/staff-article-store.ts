import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'

/** The paths of colleges. */
export function listCollegePaths(db: Database, own: readonly number[]): Promise<{ path: string }[]> {
  return db.selectFrom('colleges').select('colleges.path').where('colleges.id', 'in', own).execute()
}

/** Locks an article that isn't deleted. */
export function lockArticle(trx: DatabaseTransaction, inputId: number) {
  return trx
    .selectFrom('articles')
    .selectAll()
    .where('articles.id', '=', inputId)
    .where('articles.deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Changes an article. */
export async function updateArticle(
  trx: DatabaseTransaction,
  values: {
    categoryId: number
    collegeId: number | null
    title: string
    summary: string
    coverImg: string | null
    contentHtml: string
    author: string | null
    status: 0 | 1 | 2
    publishedAt: Date | null
    updatedAt: Date
  },
  oldId: number,
): Promise<void> {
  await trx.updateTable('articles').set(values).where('articles.id', '=', oldId).execute()
}

/** A new article. */
export function insertArticle(
  trx: DatabaseTransaction,
  values: {
    categoryId: number
    collegeId: number | null
    title: string
    summary: string
    coverImg: string | null
    contentHtml: string
    author: string | null
    status: 0 | 1 | 2
    publishedAt: Date | null
    updatedAt: Date
  },
): Promise<{ id: number }> {
  return trx.insertInto('articles').values(values).returning('articles.id').executeTakeFirstOrThrow()
}

/** There is such a category. */
export async function hasCategory(trx: DatabaseTransaction, categoryId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('articleCategories')
    .select('articleCategories.id')
    .where('articleCategories.id', '=', categoryId)
    .executeTakeFirst()
  return row !== undefined
}

/** There is such a college. */
export async function hasCollege(trx: DatabaseTransaction, collegeId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('colleges')
    .select('colleges.id')
    .where('colleges.id', '=', collegeId)
    .executeTakeFirst()
  return row !== undefined
}
