import { AccountStatus } from '#shared/contract/enums.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'

/** Administrators whose account is in order. */
export function listAdministrators(trx: DatabaseTransaction): Promise<{ id: number }[]> {
  return trx
    .selectFrom('users')
    .select('users.id')
    .where('users.isAdmin', '=', true)
    .where('users.accountStatus', '=', AccountStatus.active)
    .execute()
}
