import type { Insertable } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { OrdersTable } from '#server/backend/db/tables/order-tables.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { ItemState, type OrderKind, OrderStatus, type PayChannel } from '#shared/contract/enums.ts'
import { isOpenRow } from './open-state-store.ts'
import type { NewLine } from './order-lines.ts'
import { addLog } from './order-log-store.ts'
import { newOrderNumber } from './order-number.ts'
import type { OrderPrice } from './price.ts'

/** An order that waits for payment or for the rest of it, new or found. */
export interface OpenOrder {
  readonly id: number
  readonly sn: string
  /** 0 unpaid, 2 partly paid; whatever an earlier order of the same call has come to be. */
  readonly status: number
  readonly payAmountFen: number
  readonly expireAt: Date
  readonly isNew: boolean
}

/** What makes two orders the same one. */
export interface OrderKey {
  readonly userId: number
  readonly productId: number
  readonly orderKind: (typeof OrderKind)[keyof typeof OrderKind]
  readonly clientToken?: string | undefined
}

const columns = [
  'orders.id',
  'orders.sn',
  'orders.status',
  'orders.payAmountFen',
  'orders.expireAt',
  'orders.productId',
  'orders.orderKind',
] as const

/** The order that the same call made before, else the learner's open one of this product, which waits for its money or for the rest; undefined when there is neither. */
export async function findOpenOrder(db: Database, key: OrderKey): Promise<OpenOrder | undefined> {
  const mine = db.selectFrom('orders').select(columns).where('orders.userId', '=', key.userId)
  if (key.clientToken !== undefined) {
    const same = await mine.where('orders.clientToken', '=', key.clientToken).executeTakeFirst()
    if (same && (same.productId !== key.productId || same.orderKind !== key.orderKind))
      throw new ApiError(Code.Toast, '请求已失效，请刷新页面后再试')
    if (same) return { ...same, isNew: false }
  }
  const open = await mine
    .where('orders.productId', '=', key.productId)
    .where('orders.orderKind', '=', key.orderKind)
    .where(isOpenRow('orders'))
    .executeTakeFirst()
  return open && { ...open, isNew: false }
}

const mostTries = 5

/**
 * Inserts an unpaid order, or answers the one that stands in its way: of several calls at once one inserts, and the others
 * find its order by the index `orders_one_open_uq` or `orders_client_token_uq`. A number that another order has is drawn again.
 */
export async function insertOrder(
  trx: Database,
  key: OrderKey,
  values: Omit<Insertable<OrdersTable>, 'sn' | keyof OrderKey>,
  { now, nextNumber = newOrderNumber }: { readonly now: number; readonly nextNumber?: typeof newOrderNumber },
): Promise<OpenOrder> {
  for (let tries = 0; tries < mostTries; tries++) {
    const row = await trx
      .insertInto('orders')
      .values({
        ...values,
        userId: key.userId,
        productId: key.productId,
        orderKind: key.orderKind,
        clientToken: key.clientToken ?? null,
        sn: nextNumber(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns)
      .executeTakeFirst()
    if (row) return { ...row, isNew: true }
    const found = await findOpenOrder(trx, key)
    if (found) return found
  }
  throw new Error('No order could be inserted, and none was found.')
}

/** Writes the lines of a new order and the beginning of its timeline. */
export async function insertLines(
  trx: Database,
  order: {
    id: number
    lines: readonly NewLine[]
    price: OrderPrice
    channel: PayChannel
    userId: number
    createdBy: number | undefined
    at: Date
  },
): Promise<void> {
  const { id: orderId, lines, price, at } = order
  await trx
    .insertInto('orderItems')
    .values(
      lines.map(({ owned, sendsMaterials: _sendsMaterials, ...line }, index) => ({
        ...line,
        orderId,
        lineNo: index + 1,
        state: owned ? ItemState.ownedBefore : ItemState.sold,
        ...price.lines[index],
      })),
    )
    .execute()
  await addLog(trx, {
    orderId,
    event: 'created',
    from: null,
    to: OrderStatus.waitPayment,
    actor: order.createdBy === undefined ? 'learner' : 'staff',
    actorId: order.createdBy ?? order.userId,
    amountFen: price.payAmountFen,
    note: order.createdBy === undefined ? '提交订单' : '老师代为下单',
    at,
  })
}
