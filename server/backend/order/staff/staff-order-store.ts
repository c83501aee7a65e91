import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import type { OrderRow } from '#server/backend/order/checkout/own-order-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { RefundState } from '#shared/contract/enums.ts'

/** The learner whom staff mean, by key or by phone; code 5008 when there is none. */
export async function findBuyer(
  db: Database,
  { userId, phone }: { userId?: number | undefined; phone?: string | undefined },
): Promise<number> {
  if (userId === undefined && phone === undefined) throw new ApiError(Code.Toast, '请填写学员的账号或手机号')
  let query = db.selectFrom('users').select('users.id')
  query = userId === undefined ? query.where('users.phone', '=', phone ?? '') : query.where('users.id', '=', userId)
  const row = await query.limit(1).executeTakeFirst()
  if (!row) throw new ApiError(Code.UserError)
  return row.id
}

/** Any learner's order; code 404 when there is none. */
export async function findAnyOrder(db: Database, sn: string): Promise<OrderRow> {
  const row = await db.selectFrom('orders').selectAll('orders').where('orders.sn', '=', sn).executeTakeFirst()
  if (!row) throw new ApiError(Code.NotFound, '订单不存在')
  return row
}

export interface OrderFilter {
  readonly userId?: number | undefined
  readonly orderNo?: string | undefined
  readonly status?: number | undefined
}

/** A page of orders, newest first, and how many there are up to the counting limit. */
export async function listAllOrders(
  db: Database,
  { userId, orderNo, status }: OrderFilter,
  page: PageInput,
): Promise<{ rows: OrderRow[]; total: number }> {
  let query = db.selectFrom('orders')
  if (userId !== undefined) query = query.where('orders.userId', '=', userId)
  if (orderNo !== undefined) query = query.where('orders.sn', '=', orderNo)
  if (status !== undefined) query = query.where('orders.status', '=', status)
  const rows = await query
    .selectAll('orders')
    .orderBy('orders.id', 'desc')
    .limit(rowsOf(page))
    .offset(offsetOf(page))
    .execute()
  const counted = await db
    .selectFrom(query.select(sql`1`.as('one')).limit(countLimit).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(counted.total) }
}

/** Names of learners by key. */
export async function nicknamesOf(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['users.id', 'users.nickname'])
    .where('users.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row.nickname]))
}

export interface RefundTaskRow {
  id: number
  orderId: number
  orderNo: string
  userId: number
  buyer: string
  productName: string
}

/** A page of refund requests, the oldest that waits first. */
export async function listRefundTasks(
  db: Database,
  state: number | undefined,
  page: PageInput,
): Promise<{ rows: RefundTaskRow[]; total: number }> {
  const which = state === undefined ? sql`true` : sql`r.state = ${state}`
  const { rows } = await sql<RefundTaskRow>`
    select r.id, r.order_id, o.sn as order_no, r.user_id, u.nickname as buyer, p.name as product_name
    from refund_requests r join orders o on o.id = r.order_id join users u on u.id = r.user_id join products p on p.id = o.product_id
    where ${which} order by (r.state = ${sql.lit(RefundState.asked)}) desc, r.id limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(
    db,
  )
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from (select 1 from refund_requests r where ${which} limit ${sql.lit(countLimit)}) f`.execute(
    db,
  )
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Whose order a refund request or a refund belongs to; undefined when there is none. */
export async function findOrderOwner(
  db: Database,
  which: { requestId: number } | { refundId: number },
): Promise<number | undefined> {
  const orders = db.selectFrom('orders').select('orders.userId')
  const its =
    'requestId' in which
      ? orders
          .innerJoin('refundRequests', 'refundRequests.orderId', 'orders.id')
          .where('refundRequests.id', '=', which.requestId)
      : orders.innerJoin('refunds', 'refunds.orderId', 'orders.id').where('refunds.id', '=', which.refundId)
  return (await its.executeTakeFirst())?.userId
}

/** What a product costs, in fen. */
export async function priceOf(db: Database, productId: number): Promise<number> {
  const product = db.selectFrom('products').select('products.priceFen').where('products.id', '=', productId)
  return (await product.executeTakeFirstOrThrow()).priceFen
}

/** How an order stands now. */
export async function statusOf(db: Database, orderId: number): Promise<number> {
  const { status } = await db
    .selectFrom('orders')
    .select('orders.status')
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  return status
}

/** Whether the order was opened by the call that carried this token. */
export async function isOfClientToken(db: Database, orderId: number, clientToken: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.id', '=', orderId)
    .where('orders.clientToken', '=', clientToken)
    .executeTakeFirst()
  return row !== undefined
}
