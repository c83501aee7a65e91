import type { Database } from '#server/backend/db/database.ts'
import { type PayType, PaymentStatus, payTypes } from '#shared/contract/enums.ts'
import type { OrderStep } from '#shared/contract/order-fields.ts'
import { toYuan } from '#shared/rules/money.ts'

/** More than anybody reads; the newest of them. */
const mostSteps = 200

export async function listSteps(db: Database, orderId: number): Promise<OrderStep[]> {
  const rows = await db
    .selectFrom('orderLogs')
    .select(['orderLogs.event', 'orderLogs.note', 'orderLogs.amountFen', 'orderLogs.at'])
    .where('orderLogs.orderId', '=', orderId)
    .orderBy('orderLogs.id', 'desc')
    .limit(mostSteps)
    .execute()
  return rows.toReversed().map((row) => ({
    event: row.event,
    note: row.note ?? '',
    amount: row.amountFen === null ? null : toYuan(row.amountFen),
    time: row.at.getTime(),
  }))
}

/** The way in which the money came; null while none came, and for money that the school took itself. */
export async function findPayType(db: Database, orderId: number): Promise<PayType | null> {
  const row = await db
    .selectFrom('payments')
    .select('payments.payType')
    .where('payments.orderId', '=', orderId)
    .where('payments.status', '=', PaymentStatus.succeeded)
    .where('payments.isLate', '=', false)
    .orderBy('payments.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return payTypes.find((type) => type === row?.payType) ?? null
}

/** Which agreement a product wants. */
export function findAgreementType(db: Database, productId: number): Promise<{ agreementType: string | null }> {
  return db
    .selectFrom('products')
    .select('products.agreementType')
    .where('products.id', '=', productId)
    .executeTakeFirstOrThrow()
}

/** What a class is called. */
export function findScheduleName(db: Database, scheduleId: number): Promise<{ name: string } | undefined> {
  return db
    .selectFrom('classSchedules')
    .select('classSchedules.name')
    .where('classSchedules.id', '=', scheduleId)
    .executeTakeFirst()
}
