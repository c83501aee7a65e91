import { sql } from 'kysely'
import { DepositState } from '#shared/contract/enums.ts'
import type { OfferRow } from './deposit-store.ts'
import type { Database } from '#server/backend/db/database.ts'

/** One of the offer's stock, by a guarded update that comes before every other lock; false when none is left. */
export async function takeOffer(trx: Database, offerId: number, at: Date): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update deposit_offers set sold = sold + 1 where id = ${offerId} and begin_at <= ${at} and end_at > ${at} and (stock is null or sold < stock) returning id`.execute(
    trx,
  )
  return rows.length > 0
}

/** The learner has a deposit for the product. */
export async function holdsDeposit(db: Database, userId: number, productId: number, at: Date): Promise<boolean> {
  const { rows } = await sql<{
    id: number
  }>`select id from deposits where user_id = ${userId} and product_id = ${productId} and state in (${sql.lit(DepositState.held)}, ${sql.lit(DepositState.locked)}) and (expire_at is null or expire_at > ${at}) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** An offer that was taken in this transaction stays for others. */
export async function leaveOffer(trx: Database, offerId: number): Promise<void> {
  await sql`update deposit_offers set sold = sold - 1 where id = ${offerId}`.execute(trx)
}

/** The deposit of an order. */
export async function insertDepositRow(
  trx: Database,
  {
    orderId,
    offer,
    userId,
    productId,
  }: {
    readonly orderId: number
    readonly offer: Pick<OfferRow, 'id' | 'amountFen' | 'deductFen'>
    readonly userId: number
    readonly productId: number
  },
): Promise<void> {
  await trx
    .insertInto('deposits')
    .values({
      orderId,
      offerId: offer.id,
      userId,
      productId,
      amountFen: offer.amountFen,
      deductFen: offer.deductFen,
      usedOrderId: null,
      expireAt: null,
      remindedAt: null,
    })
    .execute()
}
