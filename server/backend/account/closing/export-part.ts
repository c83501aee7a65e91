import type { Database } from '#server/backend/db/database.ts'
import { shanghaiMoment } from '#server/backend/base/shanghai-day.ts'

/** One file of what a learner takes along. */
export interface ExportPart {
  /** Its name in the archive. */
  readonly name: string
  /** What stands in it: a value for JSON, its keys in words that a learner reads. */
  read(db: Database, userId: number): Promise<unknown>
}

/** A time as it stands in the files; null stays null. */
export function moment(time: Date | null): string | null {
  return time === null ? null : shanghaiMoment(time.getTime())
}

/** A part that is a list: what is read of a learner, row by row in words. */
export function listPart<R>(
  name: string,
  listRows: (db: Database, userId: number) => Promise<R[]>,
  show: (row: R) => object,
): ExportPart {
  return { name, read: async (db, userId) => (await listRows(db, userId)).map(show) }
}
