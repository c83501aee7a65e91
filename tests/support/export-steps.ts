import type { ExportPart } from '#server/backend/account/closing/export-part.ts'
import type { Database } from '#server/backend/db/database.ts'

/** What a part of somebody's export says. */
export async function readPart({ write }: ExportPart, db: Database, userId: number): Promise<unknown> {
  let text = ''
  for await (const piece of write(db, userId)) text += piece
  return JSON.parse(text)
}
