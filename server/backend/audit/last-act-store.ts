import type { Database } from '#server/backend/db/database.ts'

/** Who of the staff last did something to a thing, and when. */
export interface LastAct {
  readonly nickname: string | null
  readonly at: Date
}

/** The last act on a thing; undefined where none was ever written down. */
export async function findLastAct(
  db: Database,
  subject: string,
  subjectId: string | number,
): Promise<LastAct | undefined> {
  return db
    .selectFrom('staffAudits')
    .leftJoin('users', 'users.id', 'staffAudits.staffId')
    .select(['users.nickname', 'staffAudits.at'])
    .where('staffAudits.subject', '=', subject)
    .where('staffAudits.subjectId', '=', String(subjectId))
    .orderBy('staffAudits.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
