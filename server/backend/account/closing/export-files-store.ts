import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { UploadState } from '#shared/contract/enums.ts'

/** A file that the learner has uploaded. */
export interface ExportFile {
  readonly id: number
  readonly objectKey: string
  readonly name: string
  readonly contentType: string
  readonly sizeBytes: number | null
  readonly md5: string
  readonly resUrl: string
  readonly storedAt: Date | null
}

/** How many files of a learner lie in the storage, and how large they are together. */
export async function measureExportFiles(db: Database, userId: number): Promise<{ count: number; bytes: number }> {
  const found = await db
    .selectFrom('uploads')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.coalesce(fn.sum<number>('uploads.sizeBytes'), sql<number>`0`).as('bytes'),
    ])
    .where('uploads.userId', '=', userId)
    .where('uploads.state', '=', UploadState.stored)
    .where('uploads.copyOf', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(found.count), bytes: Number(found.bytes) }
}

/** Files of a learner that lie in the storage, `most` at most, behind the key `afterId` (0: from the first). */
export function listExportFiles(db: Database, userId: number, afterId: number, most: number): Promise<ExportFile[]> {
  return db
    .selectFrom('uploads')
    .select([
      'uploads.id',
      'uploads.objectKey',
      'uploads.name',
      'uploads.contentType',
      'uploads.sizeBytes',
      'uploads.md5',
      'uploads.resUrl',
      'uploads.storedAt',
    ])
    .where('uploads.userId', '=', userId)
    .where('uploads.state', '=', UploadState.stored)
    .where('uploads.copyOf', 'is', null)
    .where('uploads.id', '>', afterId)
    .orderBy('uploads.id')
    .limit(most)
    .execute()
}
