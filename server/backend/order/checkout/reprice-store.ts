import type { Database } from '#server/backend/db/database.ts'
import { DepositState, OrderStatus, UserCouponState } from '#shared/contract/enums.ts'

/** Fen that the coupon and the deposit locked for an order take off its price, and what was paid for the deposit. */
export async function findDeductions(
  trx: Database,
  orderId: number,
): Promise<{ couponFen: number; depositFen: number; depositPaidFen: number }> {
  const coupon = await trx
    .selectFrom('userCoupons')
    .innerJoin('coupons', 'coupons.id', 'userCoupons.couponId')
    .select('coupons.amountFen')
    .where('userCoupons.orderId', '=', orderId)
    .where('userCoupons.state', '=', UserCouponState.locked)
    .executeTakeFirst()
  const deposit = await trx
    .selectFrom('deposits')
    .select(['deposits.deductFen', 'deposits.amountFen'])
    .where('deposits.usedOrderId', '=', orderId)
    .where('deposits.state', '=', DepositState.locked)
    .executeTakeFirst()
  return {
    couponFen: coupon?.amountFen ?? 0,
    depositFen: deposit?.deductFen ?? 0,
    depositPaidFen: deposit?.amountFen ?? 0,
  }
}

/** What the lines of an order cost, in their order. */
export function listPricedLines(
  trx: Database,
  orderId: number,
): Promise<{ id: number; ownedFen: number; couponFen: number; depositFen: number; state: number; priceFen: number }[]> {
  return trx
    .selectFrom('orderItems')
    .select([
      'orderItems.id',
      'orderItems.priceFen',
      'orderItems.state',
      'orderItems.ownedFen',
      'orderItems.couponFen',
      'orderItems.depositFen',
    ])
    .where('orderItems.orderId', '=', orderId)
    .orderBy('orderItems.lineNo')
    .execute()
}

/** What of the deductions falls on a line. */
export async function shareDeductions(
  trx: Database,
  {
    ownedFen,
    couponFen,
    depositFen,
    lineId,
  }: { readonly ownedFen: number; readonly couponFen: number; readonly depositFen: number; readonly lineId: number },
): Promise<void> {
  await trx
    .updateTable('orderItems')
    .set({ ownedFen, couponFen, depositFen })
    .where('orderItems.id', '=', lineId)
    .execute()
}

/** Writes what an order costs now; one that is covered is paid. */
export function setPrice(
  trx: Database,
  {
    fens,
    isCovered,
    orderId,
    status,
    now,
  }: {
    readonly fens: { ownedFen: number; couponFen: number; depositFen: number; payAmountFen: number }
    readonly isCovered: boolean
    readonly orderId: number
    readonly status: number
    readonly now: Date
  },
) {
  return trx
    .updateTable('orders')
    .set((eb) => ({
      ...fens,
      version: eb('orders.version', '+', 1),
      ...(isCovered ? { paidFen: fens.payAmountFen, status: OrderStatus.allPaid, paidAt: now } : {}),
    }))
    .where('orders.id', '=', orderId)
    .where('orders.status', '=', status)
    .returningAll('orders')
    .executeTakeFirstOrThrow()
}
