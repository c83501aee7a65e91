import type { Database } from '#server/backend/db/database.ts'

/** Something has changed that isn't in the index yet. */
export async function hasChanges(db: Database): Promise<boolean> {
  const row = await db.selectFrom('searchDirty').select('searchDirty.id').limit(1).executeTakeFirst()
  return row !== undefined
}
