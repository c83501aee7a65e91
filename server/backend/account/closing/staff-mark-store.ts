import type { Database } from '#server/backend/db/database.ts'

/** Whether an account is an administrator's. */
export function findAdminMark(db: Database, userId: number): Promise<{ isAdmin: boolean } | undefined> {
  return db.selectFrom('users').select('users.isAdmin').where('users.id', '=', userId).executeTakeFirst()
}

/** An account has a role of the staff. */
export async function hasRole(db: Database, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('userRoles')
    .select('userRoles.role')
    .where('userRoles.userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
