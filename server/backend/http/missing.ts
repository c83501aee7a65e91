import type { Database } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { type PublishedKind, wasPublic } from './missing-store.ts'

/**
 * The error of a thing that has no public page: code 410 when it was public once and has been deleted or taken down, so
 * that search engines forget it, else code 404.
 */
export async function missing(db: Database, kind: PublishedKind, id: number): Promise<ApiError> {
  return new ApiError((await wasPublic(db, kind, id)) ? Code.Gone : Code.NotFound)
}
