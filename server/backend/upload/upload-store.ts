import type { Database } from '#server/backend/db/database.ts'

/** State of an upload as stored. */
export const UploadState = { pending: 1, stored: 2, purged: 3 } as const

/** Whether `resUrl` is the address of a file that this user has uploaded and that lies there. */
export async function ownsUpload(db: Database, userId: number, resUrl: string): Promise<boolean> {
  const row = await db
    .selectFrom('uploads')
    .select('uploads.id')
    .where('uploads.userId', '=', userId)
    .where('uploads.resUrl', '=', resUrl)
    .where('uploads.state', '=', UploadState.stored)
    .executeTakeFirst()
  return row !== undefined
}
