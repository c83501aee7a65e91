import { sql } from 'kysely'
import { expect } from 'vitest'
import { checkInvariants } from '#server/backend/order/ledger/money-invariants.ts'
import { expectSound } from './order-soundness.ts'
import { leaveStates, readThings } from './order-ways-out.ts'
import { type OrderWorld, readOrders } from './order-world.ts'

const minuteMs = 60_000
const mostRounds = 12

/** Refunds of the world that are under way, and those that a member of staff has to send again. */
async function readRefunds({ backend, productIds }: OrderWorld): Promise<{ id: number; hasFailed: boolean }[]> {
  const { rows } = await sql<{ id: number; hasFailed: boolean }>`
    select r.id, r.status = 4 as has_failed from refunds r join orders o on o.id = r.order_id
    where o.product_id = any(${productIds}::bigint[]) and r.status <> 3 order by r.id`.execute(backend.database.db)
  return rows
}

/** Lets everything that is under way come to its end: jobs run, the provider answers, staff send failed refunds again. */
export async function letSettle(world: OrderWorld): Promise<void> {
  const { backend, staff } = world
  world.pay.isAway = false
  let before = JSON.stringify(await readThings(world))
  for (let round = 0; round < mostRounds; round++) {
    backend.clock.set(backend.clock.now() + 31 * minuteMs)
    for (const job of ['payments.ask', 'orders.owned', 'refunds.push']) await backend.runJob(job)
    const refunds = await readRefunds(world)
    for (const { id } of refunds.filter(({ hasFailed }) => hasFailed))
      await staff.api.call('POST /api/staff/order/refund/repeat', { id })
    const after = JSON.stringify(await readThings(world))
    if (after === before && refunds.length === 0) return
    before = after
  }
  throw new Error(`Something is still under way after ${mostRounds} rounds: ${before}`)
}

/** What must not be once everything has come to its end, by a name and the key of what breaks it. */
async function unsettled({ backend, productIds }: OrderWorld): Promise<{ what: string; id: number }[]> {
  const at = new Date(backend.clock.now())
  const { rows } = await sql<{ what: string; id: number }>`
    with o as (select * from orders where product_id = any(${productIds}::bigint[])),
    owned as (select e.user_id, e.product_id from enrolments e where e.product_id = any(${productIds}::bigint[]) and e.status = 1 and (e.end_at is null or e.end_at > ${at})),
    held as (
      select o.id, case when o.status = 2 then o.paid_fen when o.status in (1, 4) then
        (select coalesce(sum(i.price_fen - i.owned_fen - i.coupon_fen - i.deposit_fen), 0) from order_items i where i.order_id = o.id and i.state = 1) else 0 end as fen
      from o)
    -- who had it only for a time that was over may pay for it again
    select 'a product is paid twice by one learner' as what, i.product_id as id from o join order_items i on i.order_id = o.id and i.state = 1
      join o early on early.user_id = o.user_id and (early.paid_at, early.id) < (o.paid_at, o.id)
      join order_items e on e.order_id = early.id and e.product_id = i.product_id and e.state = 1
      where o.order_kind = 1 and early.order_kind = 1 and o.status in (1, 4) and early.status in (1, 4) and i.price_fen > 0 and e.price_fen > 0
        and not exists (select 1 from enrolments n where n.user_id = o.user_id and n.product_id = i.product_id and n.order_id = early.id and n.end_at <= o.paid_at)
    union all select 'a deposit is held for what is owned', d.id from deposits d join owned w on w.user_id = d.user_id and w.product_id = d.product_id where d.state = 1
    union all select 'an order is open for what is owned', o.id from o join owned w on w.user_id = o.user_id and w.product_id = o.product_id where o.status in (0, 2)
    union all select 'paid less refunded isn’t the price of what is held', h.id from held h
      where h.fen <> (select coalesce(sum(p.amount_fen), 0) from payments p where p.order_id = h.id and p.status = 2)
        - (select coalesce(sum(r.amount_fen), 0) from refunds r where r.order_id = h.id and r.status = 3)`.execute(
    backend.database.db,
  )
  return rows
}

/** Everything that must hold of a story that has come to its end. */
export async function expectSettled(world: OrderWorld): Promise<void> {
  await letSettle(world)
  await expectSound(world, await readOrders(world))
  expect(await unsettled(world)).toEqual([])
}

/**
 * Ends what is still open, each state by one of the actions that its table names: no state is without one. Afterwards
 * everything has come to an end, the story still holds, and the nightly look for what must never be finds nothing.
 */
export async function windUp(world: OrderWorld): Promise<void> {
  await leaveStates(world, () => letSettle(world))
  await expectSettled(world)
  expect(await checkInvariants(world.backend.context)).toBe(0)
}
