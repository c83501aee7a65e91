import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { AccountObstacle } from '#server/backend/context/account-obstacle.ts'
import { findAdminMark, hasRole } from './staff-mark-store.ts'

/** Whoever works for the school has an account that is ended by an administrator. */
export const worksHere: AccountObstacle = async (db, userId) => {
  const user = await findAdminMark(db, userId)
  const role = await hasRole(db, userId)
  return user?.isAdmin || role ? '工作账号请联系管理员' : undefined
}

/** All that stands in the way of ending this account now, in words for its owner. */
export async function listObstacles(
  { db, accountObstacles }: Pick<BackendContext, 'db' | 'accountObstacles'>,
  userId: number,
): Promise<string[]> {
  const found: string[] = []
  for (const obstacle of accountObstacles) {
    const text = await obstacle(db, userId)
    if (text !== undefined) found.push(text)
  }
  return found
}
