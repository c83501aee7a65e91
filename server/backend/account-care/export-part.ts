import type { Database } from '#server/backend/db/database.ts'
import { shanghaiMoment } from '#server/backend/shanghai-day.ts'

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
