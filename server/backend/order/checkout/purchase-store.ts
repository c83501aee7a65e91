import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { enrolled } from '#server/backend/db/predicates.ts'
import { DepositState, EnrolmentSource, type LectureType, OrderKind, OrderStatus } from '#shared/contract/enums.ts'
import { isOpenRow } from './open-state-store.ts'

/** What somebody has of a product, and what is under way. */
export interface PurchaseRow {
  /** Null for a product that isn't there. */
  lectureType: LectureType | null
  isBuy: boolean
  openOrderNo: string | null
  /** A part of the open order is paid. */
  openOrderPaid: boolean
  entranceOrderNo: string | null
  depositId: number | null
}

/** How a product stands for a learner at `now`. */
export async function findPurchase(
  db: Database,
  userId: number,
  productId: number,
  now: Date,
): Promise<PurchaseRow | undefined> {
  const { rows } = await sql<PurchaseRow>`
    select (select p.lecture_type from products p where p.id = ${productId} and p.deleted_at is null) as lecture_type,
      exists (select 1 from enrolments e where e.user_id = ${userId} and e.product_id = ${productId} and e.source = ${sql.lit(EnrolmentSource.order)} and ${enrolled('e', now)}) as is_buy,
      (select o.sn from orders o where o.user_id = ${userId} and o.product_id = ${productId} and o.order_kind = ${sql.lit(OrderKind.product)}
        and ${isOpenRow('o')} and (o.status = ${sql.lit(OrderStatus.partlyPaid)} or o.expire_at > ${now})) as open_order_no,
      exists (select 1 from orders o where o.user_id = ${userId} and o.product_id = ${productId} and o.order_kind = ${sql.lit(OrderKind.product)} and o.status = ${sql.lit(OrderStatus.partlyPaid)}) as open_order_paid,
      (select o.sn from orders o join entrances t on t.order_id = o.id
        where o.user_id = ${userId} and o.product_id = ${productId} and o.status in (${sql.lit(OrderStatus.allPaid)}, ${sql.lit(OrderStatus.partRefund)}) order by o.id desc limit 1) as entrance_order_no,
      (select d.id from deposits d
        where d.user_id = ${userId} and d.product_id = ${productId} and d.state = ${sql.lit(DepositState.held)} and (d.expire_at is null or d.expire_at > ${now}) order by d.id limit 1) as deposit_id`.execute(
    db,
  )
  return rows[0]
}
