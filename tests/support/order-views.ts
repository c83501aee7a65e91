import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { OrderFacts, OrderWorld } from './order-world.ts'

// What the machine reads of a story between two steps.

async function rowsOf<T>({ backend }: OrderWorld, query: RawBuilder<T>): Promise<T[]> {
  return (await query.execute(backend.database.db)).rows
}

/**
 * The moment that the database and the clock are in: the same one again means that nothing was written in between (PostgreSQL
 * manual, "System Information Functions", `pg_current_snapshot`).
 */
export async function readMoment({ backend }: OrderWorld): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(
    backend.database.db,
  )
  return `${rows[0]?.snapshot} ${backend.clock.now()}`
}

const nowOf = ({ backend }: OrderWorld): Date => new Date(backend.clock.now())

export async function isEnrolled(world: OrderWorld, userId: number, productId: number): Promise<boolean> {
  const rows = await rowsOf(
    world,
    sql`select 1 from enrolments where user_id = ${userId} and product_id = ${productId} and status = 1 and (end_at is null or end_at > ${nowOf(world)})`,
  )
  return rows.length > 0
}

/** Whether what was paid for an order is asked back, or on its way. */
export async function isGoingBack(world: OrderWorld, orderId: number): Promise<boolean> {
  return (
    (await rowsOf(world, sql`select 1 from refund_requests where order_id = ${orderId} and state in (1, 2)`)).length > 0
  )
}

/** Whether the staff have decided on this money, or the provider has put it right. */
export async function isReviewDecided(world: OrderWorld, paymentId: number, tradeNo: string): Promise<boolean> {
  return (
    (
      await rowsOf(
        world,
        sql`select 1 from payment_reviews where payment_id = ${paymentId} and trade_no = ${tradeNo} and state <> 1`,
      )
    ).length > 0
  )
}

/**
 * Deposits that their learner held when they ordered its product, and that were left beside: each is taken off beforehand, unless
 * the order costs less than was paid for it. `ordered` are the orders of one step, `before` those that were there.
 */
export async function forgottenDeposits(
  world: OrderWorld,
  { ordered, before }: { ordered: readonly OrderFacts[]; before: readonly OrderFacts[] },
): Promise<unknown[]> {
  const bought = ordered.filter(({ orderKind }) => orderKind === 1).map(({ id }) => id)
  const paid = before.filter(({ orderKind, status }) => orderKind === 2 && status === 1).map(({ id }) => id)
  if (bought.length === 0 || paid.length === 0) return []
  return rowsOf(
    world,
    sql`
      select d.id as deposit_id, o.id as order_id from deposits d
      join orders o on o.user_id = d.user_id and o.product_id = d.product_id
      where o.id = any(${bought}::bigint[]) and d.order_id = any(${paid}::bigint[]) and o.status in (0, 1, 2)
        and d.state = 1 and d.expire_at > ${nowOf(world)} and o.amount_fen - o.owned_fen - o.coupon_fen >= d.amount_fen
        and not exists (select 1 from deposits u where u.used_order_id = o.id)
        and not exists (select 1 from refund_requests r where r.order_id = d.order_id and r.state in (1, 2))`,
  )
}

/** Open payments of an amount that their order doesn't ask for any more. */
export async function stalePayments(world: OrderWorld, orderId: number): Promise<unknown[]> {
  return rowsOf(
    world,
    sql`select p.id from payments p join orders o on o.id = p.order_id
      where o.id = ${orderId} and p.status = 1 and p.amount_fen <> o.pay_amount_fen - o.paid_fen`,
  )
}

/** Lines of an open order that it sells although their learner has them, or takes off although they don't. */
export async function movedLines(world: OrderWorld, orderId: number): Promise<unknown[]> {
  return rowsOf(
    world,
    sql`select i.id from order_items i join orders o on o.id = i.order_id
      where o.id = ${orderId} and o.order_kind = 1 and o.status in (0, 2) and i.state in (1, 3)
        and (i.state = 3) <> exists (select 1 from enrolments e
          where e.user_id = o.user_id and e.product_id = i.product_id and e.status = 1 and (e.end_at is null or e.end_at > ${nowOf(world)}))`,
  )
}

/** After a run of the job every learner has been told of the end of what they hold: a week and a day before. */
export async function expectReminded(world: OrderWorld): Promise<void> {
  const now = nowOf(world)
  const rows = await rowsOf(
    world,
    sql`
      with held as (
        select d.*, o.paid_at from deposits d join orders o on o.id = d.order_id
        where d.product_id = any(${world.productIds}::bigint[]) and d.state = 1 and d.expire_at > ${now} and o.paid_at <= ${now}::timestamptz - interval '1 day'
          and not exists (select 1 from refund_requests r where r.order_id = o.id and r.state in (1, 2))
          and not exists (select 1 from enrolments e where e.user_id = d.user_id and e.product_id = d.product_id and e.status = 1 and (e.end_at is null or e.end_at > ${now})))
      select h.id, days from held h cross join (values (1), (7)) t (days)
      where h.expire_at <= ${now}::timestamptz + days * interval '1 day'
        and not exists (select 1 from notify_messages m where m.ref in ('deposit:' || h.id || ':due:' || days, 'deposit:' || h.id || ':due:1'))`,
  )
  expect(rows).toEqual([])
}
