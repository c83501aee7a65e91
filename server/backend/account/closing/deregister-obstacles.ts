import type { Database } from '#server/backend/db/database.ts'
import { moneyUnderWay } from '#server/backend/order/checkout/order-obstacle.ts'

/** Answers why an account can't be ended now, or nothing. */
export type DeregisterObstacle = (db: Database, userId: number) => Promise<string | undefined>

const worksHere: DeregisterObstacle = async (db, userId) => {
  const user = await db.selectFrom('users').select('users.isAdmin').where('users.id', '=', userId).executeTakeFirst()
  const role = await db
    .selectFrom('userRoles')
    .select('userRoles.role')
    .where('userRoles.userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return user?.isAdmin || role ? '工作账号请联系管理员' : undefined
}

/** What stands in the way of an end: whoever keeps something that must be settled first adds an obstacle for it. */
const deregisterObstacles: readonly DeregisterObstacle[] = [worksHere, moneyUnderWay]

/** All that stands in the way of ending this account now, in words for its owner. */
export async function listObstacles(db: Database, userId: number): Promise<string[]> {
  const found: string[] = []
  for (const obstacle of deregisterObstacles) {
    const text = await obstacle(db, userId)
    if (text !== undefined) found.push(text)
  }
  return found
}
