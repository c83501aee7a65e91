import { type Insertable, sql } from 'kysely'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import type { PaymentRow } from '#server/backend/db/tables/order-tables.ts'
import { hasMoved } from '#server/backend/order/checkout/moved-store.ts'
import { dueFen, isOpen } from '#server/backend/order/checkout/open-state.ts'
import { isOpenRow } from '#server/backend/order/checkout/open-state-store.ts'
import { lockOrder } from '#server/backend/order/checkout/order-lock-store.ts'
import type { OpenedPayment } from '#server/backend/ports/pay/pay-provider.ts'
import { OrderKind, OrderStatus, PaymentStatus, PayState, type PayType } from '#shared/contract/enums.ts'

/** Ways to pay that are switched on, in their order. */
export async function listPayTypes(db: Database): Promise<{ payType: string; name: string; icon: string | null }[]> {
  return db
    .selectFrom('payTypes')
    .select(['payTypes.payType', 'payTypes.name', 'payTypes.icon'])
    .where('payTypes.enabled', '=', true)
    .orderBy('payTypes.sort')
    .orderBy('payTypes.payType')
    .execute()
}

/** The open payment of an order by one way; there is never more than one. */
export async function findPending(db: Database, orderId: number, payType: PayType): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll('payments')
    .where('payments.orderId', '=', orderId)
    .where('payments.payType', '=', payType)
    .where('payments.status', '=', sql.lit(PaymentStatus.pending))
    .executeTakeFirst()
}

/** Everything that is open at a provider for an order. */
export async function listPending(db: Database, orderId: number): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll('payments')
    .where('payments.orderId', '=', orderId)
    .where('payments.status', '=', sql.lit(PaymentStatus.pending))
    .orderBy('payments.id')
    .execute()
}

/** What a payment is bought for, in words: its first line and whether there are more. */
export async function describeOrder(db: Database, orderId: number): Promise<string> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('products', 'products.id', 'orders.productId')
    .select(['products.name', 'orders.orderKind'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  return row.orderKind === OrderKind.deposit ? `${row.name}（定金）` : row.name
}

export interface NewPayment {
  readonly orderId: number
  readonly payType: PayType
  readonly provider: string
  readonly outTradeNo: string
  readonly amountFen: number
  readonly expireAt: Date
  readonly askAt: Date
  readonly now: Date
}

/**
 * Writes down a payment before a provider hears of it. The order's row is held, so that nobody cancels or pays it meanwhile.
 * 'taken': another call has opened one; 'changed': the order takes no such amount any
 * more, or what its learner owns would change it.
 */
export async function insertPending(
  trx: DatabaseTransaction,
  { orderId, payType, provider, outTradeNo, amountFen, expireAt, askAt, now }: NewPayment,
): Promise<'opened' | 'taken' | 'changed'> {
  const order = await lockOrder(trx, orderId)
  const isPayable =
    order !== undefined && isOpen(order) && (order.status !== OrderStatus.waitPayment || order.expireAt > now)
  if (!isPayable || dueFen(order) !== amountFen || (await hasMoved(trx, order, now))) return 'changed'
  const row = await trx
    .insertInto('payments')
    .values({
      orderId,
      outTradeNo,
      payType,
      provider,
      amountFen,
      providerTradeNo: null,
      payUrl: null,
      qrCode: null,
      createdAt: now,
      expireAt,
      askAt,
      paidAt: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['orderId', 'payType']).where('status', '=', sql.lit(PaymentStatus.pending)).doNothing(),
    )
    .returning('payments.id')
    .executeTakeFirst()
  if (!row) return 'taken'
  await trx
    .updateTable('orders')
    .set({ payState: PayState.paying })
    .where('orders.id', '=', orderId)
    .where('orders.payState', '<>', PayState.paying)
    .execute()
  return 'opened'
}

/** Keeps what a provider answered first: a code that a learner sees stays the same. */
export async function saveOpened(db: Database, paymentId: number, { payUrl, qrCode }: OpenedPayment): Promise<void> {
  await db
    .updateTable('payments')
    .set({ payUrl, qrCode })
    .where('payments.id', '=', paymentId)
    .where('payments.payUrl', 'is', null)
    .where('payments.qrCode', 'is', null)
    .execute()
}

/** A payment is closed at its provider; without another one that is open the order's try to pay has failed. */
export async function markClosed(
  ctx: BackendContext,
  { id, orderId }: Pick<PaymentRow, 'id' | 'orderId'>,
): Promise<void> {
  await ctx.tx(async (trx) => {
    await lockOrder(trx, orderId)
    await trx
      .updateTable('payments')
      .set({ status: PaymentStatus.closed, askAt: null })
      .where('payments.id', '=', id)
      .where('payments.status', '=', sql.lit(PaymentStatus.pending))
      .execute()
    await trx
      .updateTable('orders')
      .set({ payState: PayState.unpaid })
      .where('orders.id', '=', orderId)
      .where('orders.payState', '=', PayState.paying)
      .where(isOpenRow('orders'))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('payments')
              .select('payments.id')
              .whereRef('payments.orderId', '=', 'orders.id')
              .where('payments.status', '=', sql.lit(PaymentStatus.pending)),
          ),
        ),
      )
      .execute()
  })
}

/** A payment by our own number for it at its provider. */
export function findPaymentByNumber(
  db: Database,
  provider: string,
  outTradeNo: string,
): Promise<{ id: number; orderId: number } | undefined> {
  return db
    .selectFrom('payments')
    .select(['payments.id', 'payments.orderId'])
    .where('payments.outTradeNo', '=', outTradeNo)
    .where('payments.provider', '=', provider)
    .executeTakeFirst()
}

/** Writes a notification down, once. */
export async function noteNotification(db: Database, row: Insertable<Tables['paymentNotifications']>): Promise<void> {
  await db
    .insertInto('paymentNotifications')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'notifyId']).doNothing())
    .execute()
}
