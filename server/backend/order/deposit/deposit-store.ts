import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { isOpenRow } from '#server/backend/order/checkout/open-state-store.ts'
import type { OrderProduct } from '#server/backend/order/checkout/order-product-store.ts'
import { DepositState, type LectureType, OrderStatus, RefundState } from '#shared/contract/enums.ts'
import type { DepositOffer } from '#shared/contract/order.ts'
import type { Deposit } from '#shared/contract/order-fields.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { toYuan } from '#shared/rules/money.ts'

/** An offer to take a deposit for a product. */
export interface OfferRow {
  id: number
  channel: number
  name: string
  amountFen: number
  deductFen: number
  beginAt: Date
  endAt: Date
  balanceDays: number
  stock: number | null
  sold: number
  refundable: boolean
}

/** The offer of a product that is open at `now`: of a channel, or with a key, when one is asked for; undefined without any. */
export async function findOffer(
  db: Database,
  asked: { productId: number; channel?: number | undefined; offerId?: number | undefined; now: Date },
): Promise<OfferRow | undefined> {
  let query = db
    .selectFrom('depositOffers')
    .selectAll('depositOffers')
    .where('depositOffers.productId', '=', asked.productId)
    .where('depositOffers.beginAt', '<=', asked.now)
    .where('depositOffers.endAt', '>', asked.now)
  if (asked.channel !== undefined) query = query.where('depositOffers.channel', '=', asked.channel)
  if (asked.offerId !== undefined) query = query.where('depositOffers.id', '=', asked.offerId)
  return query.orderBy('depositOffers.channel').orderBy('depositOffers.id').limit(1).executeTakeFirst()
}

export function toOffer(offer: OfferRow, product: OrderProduct, own: Deposit | undefined): DepositOffer {
  return {
    product: {
      id: product.id,
      name: product.name,
      coverImg: product.coverImg ?? '',
      lectureType: product.lectureType,
      price: toYuan(product.priceFen),
      url: detailUrl(product.lectureType, product.id),
    },
    offerId: offer.id,
    channel: offer.channel,
    name: offer.name,
    depositAmount: toYuan(offer.amountFen),
    deductAmount: toYuan(offer.deductFen),
    balance: toYuan(Math.max(0, product.priceFen - offer.deductFen)),
    balanceDays: offer.balanceDays,
    refundable: offer.refundable,
    begDate: offer.beginAt.getTime(),
    endDate: offer.endAt.getTime(),
    stock: offer.stock === null ? null : Math.max(0, offer.stock - offer.sold),
    own: own ?? null,
  }
}

interface DepositRow {
  id: number
  orderNo: string
  productId: number
  productName: string
  coverImg: string | null
  lectureType: LectureType
  channel: number
  amountFen: number
  deductFen: number
  state: DepositState
  expireAt: Date | null
  usedOrderNo: string | null
  createdAt: Date
  priceFen: number
  dueFen: number | null
}

async function selectDeposits(db: Database, condition: RawBuilder<unknown>): Promise<Deposit[]> {
  const { rows } = await sql<DepositRow>`
    select d.id, o.sn as order_no, d.product_id, p.name as product_name, p.cover_img, p.lecture_type, f.channel, d.amount_fen, d.deduct_fen, d.state,
      d.expire_at, m.sn as used_order_no, o.created_at, p.price_fen, case when ${isOpenRow('m')} then m.pay_amount_fen - m.paid_fen when m.id is not null then 0 end as due_fen
    from deposits d
    join orders o on o.id = d.order_id
    join deposit_offers f on f.id = d.offer_id
    join products p on p.id = d.product_id
    left join orders m on m.id = d.used_order_id
    where ${condition}`.execute(db)
  return rows.map(toDeposit)
}

function toDeposit(row: DepositRow): Deposit {
  const isOver = row.state === DepositState.refunded || row.state === DepositState.closed
  const balanceFen = isOver ? 0 : (row.dueFen ?? Math.max(0, row.priceFen - row.deductFen))
  return {
    id: row.id,
    orderNo: row.orderNo,
    productId: row.productId,
    productName: row.productName,
    coverImg: row.coverImg ?? '',
    lectureType: row.lectureType,
    channel: row.channel,
    amount: toYuan(row.amountFen),
    deductAmount: toYuan(row.deductFen),
    balance: toYuan(balanceFen),
    state: row.state,
    expireTime: row.expireAt?.getTime() ?? null,
    usedOrderNo: row.usedOrderNo,
    createTime: row.createdAt.getTime(),
  }
}

/** A learner's deposits, the newest first; those that were never paid and are closed are left out. */
export async function listDeposits(db: Database, userId: number, page: PageInput): Promise<Deposit[]> {
  return selectDeposits(
    db,
    sql`d.user_id = ${userId} and o.status <> ${sql.lit(OrderStatus.cancel)} order by d.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}`,
  )
}

/** One deposit of a learner; undefined when they have none with this key. */
export async function findDeposit(db: Database, userId: number, id: number): Promise<Deposit | undefined> {
  return (await selectDeposits(db, sql`d.user_id = ${userId} and d.id = ${id}`))[0]
}

/** The deposit that an order made, that it uses, or else that is held for its product. */
export async function findDepositOf(
  db: Database,
  order: { id: number; userId: number; productId: number },
  now: Date,
): Promise<Deposit | undefined> {
  const [first] = await selectDeposits(
    db,
    sql`d.user_id = ${order.userId} and (d.order_id = ${order.id} or d.used_order_id = ${order.id} or (d.product_id = ${order.productId} and d.state = ${sql.lit(DepositState.held)} and (d.expire_at is null or d.expire_at > ${now})))
      order by (d.used_order_id is not distinct from ${order.id}) desc, (d.order_id = ${order.id}) desc, d.id limit 1`,
  )
  return first
}

/** A learner's deposit of a product that still counts: to be paid, held, or locked for an order. */
export async function findLiveDeposit(
  db: Database,
  userId: number,
  productId: number,
  now: Date,
): Promise<Deposit | undefined> {
  const [first] = await selectDeposits(
    db,
    sql`d.user_id = ${userId} and d.product_id = ${productId}
      and (d.state = ${sql.lit(DepositState.locked)} or (d.state = ${sql.lit(DepositState.held)} and (d.expire_at is null or d.expire_at > ${now})) or (d.state = ${sql.lit(DepositState.unpaid)} and o.status = ${sql.lit(OrderStatus.waitPayment)} and o.expire_at > ${now}))
      order by d.state desc, d.id limit 1`,
  )
  return first
}

/** Locks the deposit that a learner holds for an order's product, the one that takes most off; false without one. */
export async function lockHeldDeposit(
  trx: Database,
  order: { id: number; userId: number; productId: number },
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update deposits set state = ${sql.lit(DepositState.locked)}, used_order_id = ${order.id}
    where state = ${sql.lit(DepositState.held)} and id = (
      select d.id from deposits d where d.user_id = ${order.userId} and d.product_id = ${order.productId} and d.state = ${sql.lit(DepositState.held)}
        and (d.expire_at is null or d.expire_at > ${at})
        and not exists (select 1 from refund_requests r where r.order_id = d.order_id and r.state in (${sql.lit(RefundState.asked)}, ${sql.lit(RefundState.approved)}))
      order by d.deduct_fen desc, d.id limit 1)
    returning id`.execute(trx)
  return rows.length > 0
}
