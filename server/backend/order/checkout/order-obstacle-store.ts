import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { hasMoneyInReview } from '#server/backend/order/payment/money-review-store.ts'
import { DepositState, RefundState, RefundStatus } from '#shared/contract/enums.ts'
import { isOpenRow } from './open-state-store.ts'

interface UnderWay {
  paying: boolean
  refunding: boolean
  reviewing: boolean
  deposit: boolean
}

/** Which money of a learner is on its way, to the school or back. */
export async function findMoneyUnderWay(db: Database, userId: number): Promise<UnderWay | undefined> {
  const { rows } = await sql<UnderWay>`
    select
      exists (select 1 from orders o where o.user_id = ${userId} and ${isOpenRow('o')}) as paying,
      exists (select 1 from refund_requests r where r.user_id = ${userId} and r.state in (${sql.lit(RefundState.asked)}, ${sql.lit(RefundState.approved)}))
        or exists (select 1 from refunds f join orders o on o.id = f.order_id where o.user_id = ${userId} and f.status <> ${sql.lit(RefundStatus.done)}) as refunding,
      exists (select 1 from orders o where o.user_id = ${userId} and ${hasMoneyInReview(sql`o.id`)}) as reviewing,
      exists (select 1 from deposits d where d.user_id = ${userId} and d.state in (${sql.lit(DepositState.held)}, ${sql.lit(DepositState.locked)})) as deposit`.execute(
    db,
  )
  return rows[0]
}
