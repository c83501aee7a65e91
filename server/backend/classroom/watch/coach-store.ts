import type { Database } from '#server/backend/db/database.ts'

/** The coach's film of a lesson; null without one. */
export async function findCoachMedia(db: Database, periodId: number): Promise<number | null> {
  const period = await db
    .selectFrom('periods')
    .select('periods.coachMediaId')
    .where('periods.id', '=', periodId)
    .executeTakeFirst()
  return period?.coachMediaId ?? null
}
