import type { Database } from '#server/backend/db/database.ts'

/** How and when a session began, and when it was proved. */
export function findSessionProof(
  db: Database,
  id: string,
): Promise<{ method: string | null; createdAt: Date; verifiedAt: Date | null } | undefined> {
  return db
    .selectFrom('sessions')
    .select(['sessions.method', 'sessions.createdAt', 'sessions.verifiedAt'])
    .where('sessions.id', '=', id)
    .executeTakeFirst()
}

/** Who is signed in has proved it. */
export async function markVerified(db: Database, sessionId: string, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ verifiedAt: new Date(now) })
    .where('sessions.id', '=', sessionId)
    .where('sessions.endedAt', 'is', null)
    .execute()
}
