import { StoredUploadKind } from '#shared/contract/enums.ts'
import type { Database } from '#server/backend/db/database.ts'

/** Where a picture of ours is kept. */
export function findPictureKey(db: Database, address: string): Promise<{ objectKey: string } | undefined> {
  return db
    .selectFrom('uploads')
    .select('uploads.objectKey')
    .where('uploads.resUrl', '=', address)
    .where('uploads.kind', '=', StoredUploadKind.image)
    .executeTakeFirst()
}
