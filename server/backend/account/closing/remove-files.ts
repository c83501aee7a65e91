import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { forgetFile, listGoneFiles } from './export-store.ts'
import { mostAtOnce, listOrphans, markPurged } from './remove-files-store.ts'

/**
 * Removes the files of exports that are gone and of accounts that have ended. What can't be removed now is tried again the
 * next time. Answers how many are gone.
 */
export async function removeOldFiles({
  db,
  log,
  storage,
}: Pick<BackendContext, 'db' | 'log' | 'storage'>): Promise<number> {
  let removed = 0
  const remove = async (key: string, forget: () => Promise<unknown>): Promise<void> => {
    try {
      await storage.remove(key)
      await forget()
      removed++
    } catch (error) {
      log.error({ err: error }, 'a file could not be removed')
    }
  }
  for (const { id, fileKey } of await listGoneFiles(db, mostAtOnce)) await remove(fileKey, () => forgetFile(db, id))
  for (const { id, objectKey } of await listOrphans(db)) {
    await remove(objectKey, async () => {
      await storage.dropSent(objectKey)
      await markPurged(db, id)
    })
  }
  return removed
}
