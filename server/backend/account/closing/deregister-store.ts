import type { Database } from '#server/backend/db/database.ts'

export interface Deregistration {
  userId: number
  reason: string | null
  requestedAt: Date
  dueAt: Date
  ip: string | null
}

/** When the account ends as it stands; undefined when nobody asked for that. */
export async function findDueTime(db: Database, userId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('deregistrations')
    .select('deregistrations.dueAt')
    .where('deregistrations.userId', '=', userId)
    .where('deregistrations.cancelledAt', 'is', null)
    .where('deregistrations.completedAt', 'is', null)
    .executeTakeFirst()
  return row?.dueAt.getTime()
}

/** Keeps the request to end the account; nothing happens when there is one. */
export async function insertDeregistration(db: Database, request: Deregistration): Promise<void> {
  await db
    .insertInto('deregistrations')
    .values(request)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes the request back; false when there is none. */
export async function cancelDeregistration(db: Database, userId: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('deregistrations')
    .set({ cancelledAt: now })
    .where('deregistrations.userId', '=', userId)
    .where('deregistrations.cancelledAt', 'is', null)
    .where('deregistrations.completedAt', 'is', null)
    .returning('deregistrations.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Requests whose time has come, the oldest first. */
export function listDue(db: Database, now: Date, most: number): Promise<{ id: number; userId: number }[]> {
  return db
    .selectFrom('deregistrations')
    .select(['deregistrations.id', 'deregistrations.userId'])
    .where('deregistrations.cancelledAt', 'is', null)
    .where('deregistrations.completedAt', 'is', null)
    .where('deregistrations.dueAt', '<=', now)
    .orderBy('deregistrations.dueAt')
    .limit(most)
    .execute()
}

/** Completes a request, whose words and address go with the account; false when it was taken back or completed meanwhile. */
export async function completeDeregistration(trx: Database, id: number, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('deregistrations')
    .set({ completedAt: now })
    .where('deregistrations.id', '=', id)
    .where('deregistrations.cancelledAt', 'is', null)
    .where('deregistrations.completedAt', 'is', null)
    .returning('deregistrations.id')
    .executeTakeFirst()
  return row !== undefined
}
