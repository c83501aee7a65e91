import type { Database } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { UserInfo } from '#shared/contract/user.ts'

/** What the account is; throws -3 when it is gone. */
export async function getUser(db: Database, userId: number): Promise<UserInfo & { phoneIsReal: boolean }> {
  const row = await db
    .selectFrom('users')
    .select(['users.id', 'users.nickname', 'users.headImg', 'users.realName', 'users.customerStatus', 'users.isAdmin', 'users.phoneIsReal'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new ApiError(Code.LoginTimeout)
  const { isAdmin, ...user } = row
  return { ...user, adminRole: isAdmin }
}
