import { sql } from 'kysely'
import { PaymentStatus } from '#shared/contract/enums.ts'
import { askPauseMs } from './ask-times.ts'
import type { Database } from '#server/backend/db/database.ts'

const scanned = 100

/** Open payments that the provider is to be asked about. */
export function listDuePayments(
  db: Database,
  now: Date,
): Promise<{ id: number; askAt: Date | null; askCount: number }[]> {
  return db
    .selectFrom('payments')
    .select(['payments.id', 'payments.askAt', 'payments.askCount'])
    .where('payments.status', '=', sql.lit(PaymentStatus.pending))
    .where('payments.askAt', '<=', now)
    .orderBy('payments.askAt')
    .limit(scanned)
    .execute()
}

/** Takes one of them, and says when it is asked about again; undefined when another process has it. */
export function claimPayment(
  db: Database,
  {
    askCount,
    id,
    askAt,
    now,
  }: { readonly askCount: number; readonly id: number; readonly askAt: Date | null; readonly now: Date },
) {
  return db
    .updateTable('payments')
    .set({ askCount: askCount + 1, askAt: new Date(now.getTime() + askPauseMs(askCount)) })
    .where('payments.id', '=', id)
    .where('payments.status', '=', sql.lit(PaymentStatus.pending))
    .where('payments.askAt', '=', askAt)
    .returningAll()
    .executeTakeFirst()
}
