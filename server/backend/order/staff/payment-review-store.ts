import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import type { PaymentReviewRow } from '#server/backend/order/payment/payment-review.ts'
import { type OrderStatus, PaymentReviewState } from '#shared/contract/enums.ts'

/** Money that waits for a decision, with its order and its people. */
export interface ReviewRow extends PaymentReviewRow {
  orderNo: string
  orderStatus: OrderStatus
  userId: number
  buyer: string
  productName: string
  provider: string
  outTradeNo: string
  proposer: string | null
  decider: string | null
}

/** Those that a condition names, what waits longest first. */
async function selectReviews(db: Database, where: RawBuilder<unknown>, page?: PageInput): Promise<ReviewRow[]> {
  const part = page ? sql`limit ${rowsOf(page)} offset ${offsetOf(page)}` : sql``
  const { rows } = await sql<ReviewRow>`
    select v.*, o.sn as order_no, o.status as order_status, o.user_id, u.nickname as buyer, p.name as product_name,
      m.provider, m.out_trade_no, proposer.nickname as proposer, decider.nickname as decider
    from payment_reviews v join orders o on o.id = v.order_id join users u on u.id = o.user_id
      join products p on p.id = o.product_id join payments m on m.id = v.payment_id
      left join users proposer on proposer.id = v.proposed_by left join users decider on decider.id = v.decided_by
    where ${where} order by (v.state = ${sql.lit(PaymentReviewState.waiting)}) desc, v.id ${part}`.execute(db)
  return rows
}

/** Which are meant: of a state, of an order. */
export interface ReviewFilter {
  readonly state?: PaymentReviewState | undefined
  readonly orderNo?: string | undefined
}

function meant({ state, orderNo }: ReviewFilter): RawBuilder<unknown> {
  const ofState = state === undefined ? sql`true` : sql`v.state = ${state}`
  return orderNo === undefined ? ofState : sql`${ofState} and o.sn = ${orderNo}`
}

export async function findReview(db: Database, id: number): Promise<ReviewRow | undefined> {
  const [row] = await selectReviews(db, sql`v.id = ${id}`)
  return row
}

export function listReviews(db: Database, filter: ReviewFilter, page: PageInput): Promise<ReviewRow[]> {
  return selectReviews(db, meant(filter), page)
}

/** How many there are, counted up to `countLimit`. */
export async function countReviews(db: Database, filter: ReviewFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from (select 1 from payment_reviews v join orders o on o.id = v.order_id where ${meant(filter)} limit ${sql.lit(countLimit)}) f`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}
