import { PaymentStatus } from '#shared/contract/enums.ts'
import type { Database } from '#server/backend/db/database.ts'

/** Whose name stands on a receipt. */
export function findBuyer(db: Database, userId: number): Promise<{ nickname: string; realName: string | null }> {
  return db
    .selectFrom('users')
    .select(['users.nickname', 'users.realName'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** The payments that an order has taken. */
export function listTakenPayments(
  db: Database,
  orderId: number,
): Promise<{ payType: string; providerTradeNo: string | null }[]> {
  return db
    .selectFrom('payments')
    .select(['payments.payType', 'payments.providerTradeNo'])
    .where('payments.orderId', '=', orderId)
    .where('payments.status', '=', PaymentStatus.succeeded)
    .where('payments.isLate', '=', false)
    .orderBy('payments.id')
    .execute()
}
