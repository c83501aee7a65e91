import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { hasMoneyInReview } from '#server/backend/order/payment/money-review-store.ts'
import { DepositState, OrderStatus, PaymentStatus } from '#shared/contract/enums.ts'

/** The offer of a deposit order comes before the order. */
export async function lockOffer(trx: DatabaseTransaction, orderId: number): Promise<void> {
  await sql`select o.id from deposit_offers o where o.id = (select d.offer_id from deposits d where d.order_id = ${orderId}) for no key update`.execute(
    trx,
  )
}

/** What an order holds, read before anything is locked. */
export function findWhatHolds(
  trx: DatabaseTransaction,
  orderId: number,
): Promise<
  { userId: number; orderKind: number; productId: number; scheduleId: number | null; status: number } | undefined
> {
  return trx
    .selectFrom('orders')
    .select(['orders.userId', 'orders.productId', 'orders.orderKind', 'orders.scheduleId', 'orders.status'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
}

/** Locks a class, whose seat may come back. */
export async function lockSchedule(trx: DatabaseTransaction, scheduleId: number): Promise<void> {
  await trx
    .selectFrom('classSchedules')
    .select('classSchedules.id')
    .where('classSchedules.id', '=', scheduleId)
    .forNoKeyUpdate()
    .execute()
}

/** Closes an order of which nothing is paid; false when there is none any more. `expiredOnly`: only when its time is over and no money of it waits for a decision. */
export async function closeUnpaid(
  trx: DatabaseTransaction,
  at: Date,
  orderId: number,
  expiredOnly: boolean | undefined,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update orders set status = ${OrderStatus.cancel}, cancelled_at = ${at}, version = version + 1
    where id = ${orderId} and status = ${sql.lit(OrderStatus.waitPayment)} and paid_fen = 0 and (${expiredOnly ?? false} = false or (expire_at <= ${at} and not ${hasMoneyInReview(sql`orders.id`)})) returning id`.execute(
    trx,
  )
  return rows.length > 0
}

/** A payment of the order is open at a provider. */
export async function hasOpenPayment(trx: DatabaseTransaction, orderId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('payments.id')
    .where('payments.orderId', '=', orderId)
    .where('payments.status', '=', sql.lit(PaymentStatus.pending))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The offer of an unpaid deposit may be taken by somebody else. */
export async function giveOfferBack(trx: DatabaseTransaction, orderId: number): Promise<void> {
  await sql`update deposit_offers set sold = sold - 1 where id = (select d.offer_id from deposits d where d.order_id = ${orderId} and d.state = ${sql.lit(DepositState.unpaid)})`.execute(
    trx,
  )
}

/** An unpaid deposit can't be paid any more. */
export async function closeUnpaidDeposit(trx: DatabaseTransaction, orderId: number): Promise<void> {
  await sql`update deposits set state = ${sql.lit(DepositState.closed)} where order_id = ${orderId} and state = ${sql.lit(DepositState.unpaid)}`.execute(
    trx,
  )
}

/** What stands first in an order. */
export function findFirstItem(trx: DatabaseTransaction, orderId: number): Promise<{ name: string } | undefined> {
  return trx
    .selectFrom('orderItems')
    .select(['orderItems.name'])
    .where('orderItems.orderId', '=', orderId)
    .orderBy('orderItems.lineNo')
    .limit(1)
    .executeTakeFirst()
}
