import { sql } from 'kysely'
import { isOpenRow } from '#server/backend/order/checkout/open-state-store.ts'
import { ownsProductOf } from '#server/backend/order/enrolment/enrol-store.ts'
import {
  DepositState,
  EnrolmentStatus,
  ItemState,
  OrderKind,
  OrderStatus,
  PaymentStatus,
  RefundStatus,
} from '#shared/contract/enums.ts'
import { isInLedger } from './ledger-store.ts'
import type { Database } from '#server/backend/db/database.ts'

const hourBefore = (now: Date): Date => new Date(now.getTime() - 3_600_000)

/** What must never be; each query answers the keys that break it, of what has changed since `from`. */
const broken = {
  'paid-without-enrolment': (from: Date) => sql<{ id: number }>`
    select o.id from orders o join order_items i on i.order_id = o.id and i.state = ${sql.lit(ItemState.sold)}
    where o.order_kind = ${sql.lit(OrderKind.product)} and o.status in (${sql.lit(OrderStatus.allPaid)}, ${sql.lit(OrderStatus.partRefund)}) and o.paid_at >= ${from}
      and not exists (select 1 from enrolments e where e.user_id = o.user_id and e.product_id = i.product_id and e.status in (${sql.lit(EnrolmentStatus.active)}, ${sql.lit(EnrolmentStatus.over)}))
    group by o.id`,
  'complete-without-ledger': (from: Date) => sql<{ id: number }>`
    select o.id from orders o
    where o.status in (${sql.lit(OrderStatus.allPaid)}, ${sql.lit(OrderStatus.partRefund)}) and o.paid_at >= ${from} and o.amount_fen - o.owned_fen > 0
      and not ${isInLedger('complete', 'o.id')}`,
  'payment-without-ledger': (from: Date) => sql<{ id: number }>`
    select p.id from payments p
    where p.status = ${sql.lit(PaymentStatus.succeeded)} and p.paid_at >= ${from} and not ${isInLedger('payment', 'p.id')}`,
  'refund-without-ledger': (from: Date) => sql<{ id: number }>`
    select r.id from refunds r
    where r.status = ${sql.lit(RefundStatus.done)} and r.done_at >= ${from} and not ${isInLedger('refundDone', 'r.id')}`,
  'late-payment-without-refund': (from: Date) => sql<{ id: number }>`
    select p.id from payments p
    where p.is_late and p.paid_at >= ${from} and not exists (select 1 from refunds r where r.payment_id = p.id and r.amount_fen = p.amount_fen)`,
  'paid-differs-from-payments': (from: Date) => sql<{ id: number }>`
    select o.id from orders o
    where o.paid_at >= ${from}
      and o.paid_fen <> (select coalesce(sum(p.amount_fen), 0) from payments p where p.order_id = o.id and p.status = ${sql.lit(PaymentStatus.succeeded)} and not p.is_late)
        - (select coalesce(sum(r.amount_fen), 0) from refunds r join payments p on p.id = r.payment_id
           where r.order_id = o.id and r.request_id is null and not p.is_late)`,
  // as the job that closes and returns them finds them, an hour after its first chance
  'open-order-of-owned': (_from: Date, now: Date) => sql<{ id: number }>`
    select o.id from orders o where ${isOpenRow('o')} and ${ownsProductOf('o', now, hourBefore(now))}`,
  'held-deposit-of-owned': (_from: Date, now: Date) => sql<{ id: number }>`
    select d.id from deposits d where d.state = ${sql.lit(DepositState.held)} and ${ownsProductOf('d', now, hourBefore(now))}`,
  // who had it only for a time that is over may pay for it again
  'paid-twice': (from: Date) => sql<{ id: number }>`
    select distinct o.id from orders o join order_items i on i.order_id = o.id and i.state = ${sql.lit(ItemState.sold)}
    join order_items early on early.product_id = i.product_id and early.state = ${sql.lit(ItemState.sold)} and early.price_fen > 0
    join orders before on before.id = early.order_id and before.user_id = o.user_id and before.id <> o.id
    where o.order_kind = ${sql.lit(OrderKind.product)} and o.status in (${sql.lit(OrderStatus.allPaid)}, ${sql.lit(OrderStatus.partRefund)}) and i.price_fen > 0 and o.paid_at >= ${from}
      and before.order_kind = ${sql.lit(OrderKind.product)} and before.status in (${sql.lit(OrderStatus.allPaid)}, ${sql.lit(OrderStatus.partRefund)}) and (before.paid_at, before.id) < (o.paid_at, o.id)
      and not exists (select 1 from enrolments e
        where e.user_id = o.user_id and e.product_id = i.product_id and e.order_id = before.id and e.end_at <= o.paid_at)`,
  'course-ends-before-its-bundle': (from: Date) => sql<{ id: number }>`
    select distinct e.id from orders o
    join enrolments b on b.order_id = o.id and b.product_id = o.product_id and b.order_item_id is null and b.status = ${sql.lit(EnrolmentStatus.active)}
    join order_items i on i.order_id = o.id and i.state = ${sql.lit(ItemState.ownedBefore)}
    join enrolments e on e.user_id = o.user_id and e.product_id = i.product_id and e.status = ${sql.lit(EnrolmentStatus.active)}
    where o.status in (${sql.lit(OrderStatus.allPaid)}, ${sql.lit(OrderStatus.partRefund)}) and o.paid_at >= ${from} and e.end_at < coalesce(b.end_at, 'infinity')`,
  'enrolment-of-refunded-line': (from: Date) => sql<{ id: number }>`
    select e.id from enrolments e join order_items i on i.id = e.order_item_id join refund_lines l on l.order_item_id = i.id and l.done
    join refund_requests q on q.id = l.request_id where e.status = ${sql.lit(EnrolmentStatus.active)} and i.state = ${sql.lit(ItemState.refunded)} and q.done_at >= ${from}`,
  'enrolment-of-refunded-order': (from: Date) => sql<{ id: number }>`
    select e.id from enrolments e join orders o on o.id = e.order_id
    where e.status = ${sql.lit(EnrolmentStatus.active)} and o.status in (${sql.lit(OrderStatus.refund)}, ${sql.lit(OrderStatus.cancel)}) and exists (select 1 from order_logs l where l.order_id = o.id and l.at >= ${from})`,
} as const

export type Invariant = keyof typeof broken

export const invariants = Object.keys(broken) as readonly Invariant[]

/** Keys of what breaks an invariant among what has changed since `from`. */
export async function listBroken(db: Database, name: Invariant, from: Date, now: Date): Promise<number[]> {
  const { rows } = await broken[name](from, now).execute(db)
  return rows.map(({ id }) => id)
}
