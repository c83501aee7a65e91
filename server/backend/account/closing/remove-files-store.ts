import type { Database } from '#server/backend/db/database.ts'
import { AccountStatus, UploadState } from '#shared/contract/enums.ts'

export const mostAtOnce = 500

/** Uploads of ended accounts; one that came in while the account ended is among them. */
export function listOrphans(db: Database): Promise<{ id: number; objectKey: string }[]> {
  return db
    .selectFrom('uploads')
    .innerJoin('users', 'users.id', 'uploads.userId')
    .select(['uploads.id', 'uploads.objectKey'])
    .where('users.accountStatus', '=', AccountStatus.deregistered)
    .limit(mostAtOnce)
    .execute()
}

/** Nothing of a file is left, and nobody whose it was. */
export async function markPurged(db: Database, id: number): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ userId: null, state: UploadState.purged, name: '' })
    .where('uploads.id', '=', id)
    .execute()
}
