import type { Database } from '#server/backend/db/database.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'

/** How long a lesson is announced to be, in seconds. */
export async function findLessonSeconds(db: Database, periodId: number): Promise<number> {
  const row = await sharedRead(db, `length of lesson ${periodId}`, () =>
    db.selectFrom('periods').select('periods.durationSec').where('periods.id', '=', periodId).executeTakeFirst(),
  )
  return row?.durationSec ?? 0
}

/** By what somebody is known who watches. */
export function findWatcher(
  db: Database,
  userId: number,
): Promise<{ nickname: string; phone: string | null } | undefined> {
  return db
    .selectFrom('users')
    .select(['users.nickname', 'users.phone'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
}
