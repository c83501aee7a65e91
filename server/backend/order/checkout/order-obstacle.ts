import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { hasMoneyInReview } from '#server/backend/order/payment/payment-review.ts'
import { DepositState, RefundState, RefundStatus } from '#shared/contract/enums.ts'
import { isOpenRow } from './open-state.ts'

interface UnderWay {
  paying: boolean
  refunding: boolean
  reviewing: boolean
  deposit: boolean
}

/** Money that is under way stands in the way of an account's end, in words for its owner; undefined when there is none. */
export async function moneyUnderWay(db: Database, userId: number): Promise<string | undefined> {
  const { rows } = await sql<UnderWay>`
    select
      exists (select 1 from orders o where o.user_id = ${userId} and ${isOpenRow('o')}) as paying,
      exists (select 1 from refund_requests r where r.user_id = ${userId} and r.state in (${sql.lit(RefundState.asked)}, ${sql.lit(RefundState.approved)}))
        or exists (select 1 from refunds f join orders o on o.id = f.order_id where o.user_id = ${userId} and f.status <> ${sql.lit(RefundStatus.done)}) as refunding,
      exists (select 1 from orders o where o.user_id = ${userId} and ${hasMoneyInReview(sql`o.id`)}) as reviewing,
      exists (select 1 from deposits d where d.user_id = ${userId} and d.state in (${sql.lit(DepositState.held)}, ${sql.lit(DepositState.locked)})) as deposit`.execute(
    db,
  )
  const [found] = rows
  if (found?.paying) return '有未支付的订单，请先支付或取消'
  if (found?.refunding) return '有退款正在处理，请等退款完成'
  if (found?.reviewing) return '有一笔付款正在人工核对，请等核对完成'
  return found?.deposit ? '有未使用的定金，请先使用或申请退款' : undefined
}
