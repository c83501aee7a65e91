import type { Insertable } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'

/** Which of these products there are. */
export function listProductIds(trx: DatabaseTransaction, ids: readonly number[]): Promise<{ id: number }[]> {
  return trx.selectFrom('products').select('products.id').where('products.id', 'in', ids).execute()
}

/** The coupon of this batch that was created before. */
export function findBatch(trx: DatabaseTransaction, batchNo: string): Promise<{ id: number } | undefined> {
  return trx.selectFrom('coupons').select('coupons.id').where('coupons.batchNo', '=', batchNo).executeTakeFirst()
}

/** A coupon that learners can claim or be given. */
export function insertCoupon(trx: DatabaseTransaction, values: Insertable<Tables['coupons']>): Promise<{ id: number }> {
  return trx.insertInto('coupons').values(values).returning('coupons.id').executeTakeFirstOrThrow()
}

/** What a coupon is for. */
export async function insertCouponProducts(
  trx: DatabaseTransaction,
  ids: readonly number[],
  id: number,
): Promise<void> {
  await trx
    .insertInto('couponProducts')
    .values(ids.map((productId) => ({ couponId: id, productId })))
    .execute()
}
