import { sql } from 'kysely'
import { expect } from 'vitest'
import type { OrderFacts, OrderWorld } from './order-world.ts'

/** What the ledger says of these orders in fen, and what the other tables say that it must say. */
interface Books {
  booked: Record<string, number>
  expected: Record<string, number>
}

async function expectLedger(world: OrderWorld, orderIds: readonly number[]): Promise<void> {
  const { rows } = await sql<Books>`
    with o as (select * from orders where id = any(${orderIds}::bigint[])),
    q as (select * from refund_requests where state = 2),
    e as (select split_part(e.account, ':', 1) as account, sum(e.amount_fen) as fen
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id where t.order_id = any(${orderIds}::bigint[]) group by 1)
    select (select coalesce(jsonb_object_agg(e.account, e.fen), '{}') from e) as booked, jsonb_build_object(
      'cash', coalesce((select sum(p.amount_fen) from payments p join o on o.id = p.order_id where p.status = 2), 0)
        - coalesce((select sum(r.amount_fen) from refunds r join o on o.id = r.order_id where r.status = 3), 0),
      'refund-due', -coalesce((select sum(r.amount_fen) from refunds r join o on o.id = r.order_id where r.status <> 3), 0),
      'advance', -coalesce((select sum(o.paid_fen) from o where o.status = 2 and not exists (select 1 from q where q.order_id = o.id)), 0),
      'deposit-held', -coalesce((select sum(d.amount_fen) from deposits d join o on o.id = d.order_id where d.state in (1, 2)), 0),
      'coupon', coalesce((select sum(i.coupon_fen) from order_items i join o on o.id = i.order_id
        where o.status in (1, 4) and i.state = 1
          and not exists (select 1 from refund_lines l join q on q.id = l.request_id where l.order_item_id = i.id)), 0)) as expected`.execute(
    world.backend.database.db,
  )
  const { booked = {}, expected = {} } = rows[0] ?? {}
  const sum = Object.values(booked).reduce((total, fen) => total + fen, 0)
  const of = (account: string): number => booked[account] ?? 0
  const said = Object.fromEntries(Object.keys(expected).map((account) => [account, of(account)]))
  expect({ ...said, sum, unmatched: of('unmatched') }).toEqual({ ...expected, sum: 0, unmatched: 0 })
}

/** Each broken promise by a name and the key of what breaks it. */
async function broken(world: OrderWorld, orderIds: readonly number[]): Promise<{ what: string; id: number }[]> {
  const now = new Date(world.backend.clock.now())
  const { rows } = await sql<{ what: string; id: number }>`
    with o as (select * from orders where id = any(${orderIds}::bigint[])),
    wanted as (
      select o.user_id, i.product_id from o join order_items i on i.order_id = o.id where o.order_kind = 1 and o.status in (1, 4) and i.state = 1
      union select o.user_id, o.product_id from o join products p on p.id = o.product_id where o.order_kind = 1 and o.status in (1, 4) and p.lecture_type = 2),
    had as (select e.user_id, e.product_id, count(*) as count from enrolments e where e.order_id = any(${orderIds}::bigint[]) and e.status = 1 group by 1, 2)
    select 'paid for, not enrolled' as what, w.product_id as id from wanted w
      where not exists (select 1 from enrolments e where e.order_id = any(${orderIds}::bigint[]) and e.status in (1, 2) and e.user_id = w.user_id and e.product_id = w.product_id)
    union all select 'time that nobody has paid for', e.id from enrolments e
      where e.order_id = any(${orderIds}::bigint[]) and e.status = 1 and coalesce(e.own_end_at, e.end_at, 'infinity') > ${now}
        and not exists (select 1 from o join products p on p.id = o.product_id join order_items i on i.order_id = o.id and i.state = 1 and i.product_id = e.product_id
          join order_logs l on l.order_id = o.id and l.event = 'completed'
          where o.user_id = e.user_id and o.order_kind = 1 and o.status in (1, 4)
            and (p.service_days is null or l.at + interval '1 day' * p.service_days >= coalesce(e.own_end_at, e.end_at, 'infinity')))
        and not exists (select 1 from o join products p on p.id = o.product_id
          where o.id = e.order_id and o.product_id = e.product_id and p.lecture_type = 2 and o.status in (1, 4))
    union all select 'a course lasts longer than its bundles', e.id from enrolments e
      where e.own_end_at is not null and e.status = 1 and e.user_id = any(${world.learners.map(({ userId }) => userId)}::bigint[])
        and (e.end_at is null or e.end_at > ${now})
        and not exists (select 1 from o join order_items i on i.order_id = o.id and i.state = 3 and i.product_id = e.product_id
          join enrolments b on b.order_id = o.id and b.product_id = o.product_id and b.status in (1, 2)
          where o.user_id = e.user_id and o.status in (1, 4) and b.end_at is not distinct from e.end_at)
    union all select 'a course ends before its bundle', b.id from o join order_items i on i.order_id = o.id and i.state = 3
      join enrolments b on b.order_id = o.id and b.product_id = o.product_id and b.status = 1 and (b.end_at is null or b.end_at > ${now})
      join order_logs l on l.order_id = o.id and l.event = 'completed'
      where o.status in (1, 4) and (
        exists (select 1 from enrolments e where e.user_id = o.user_id and e.product_id = i.product_id and e.status = 1 and e.end_at < coalesce(b.end_at, 'infinity'))
        or not exists (select 1 from enrolments e where e.user_id = o.user_id and e.product_id = i.product_id and e.status = 1)
          and not exists (select 1 from refund_requests q join refund_lines r on r.request_id = q.id join order_items x on x.id = r.order_item_id
            where q.user_id = o.user_id and x.product_id = i.product_id and q.done_at >= l.at))
    union all select 'enrolled, not paid for', h.product_id from had h where h.count <> 1 or not exists (select 1 from wanted w where h.user_id = w.user_id and h.product_id = w.product_id)
    union all select 'paid differs from its payments less what was too much', o.id from o
      where o.paid_fen <> (select coalesce(sum(p.amount_fen), 0) from payments p where p.order_id = o.id and p.status = 2 and not p.is_late)
        - (select coalesce(sum(r.amount_fen), 0) from refunds r join payments p on p.id = r.payment_id where r.order_id = o.id and r.request_id is null and not p.is_late)
    union all select 'refunded differs from its refunds', o.id from o where o.refunded_fen <> (select coalesce(sum(r.amount_fen), 0) from refunds r where r.order_id = o.id and r.status = 3 and r.request_id is not null)
    union all select 'complete, not paid in full', o.id from o where o.status in (1, 4) and o.paid_fen <> o.pay_amount_fen
    union all select 'cancelled with money', o.id from o where o.status in (0, 5) and o.paid_fen <> 0
    union all select 'refunded, money kept', o.id from o where o.status = 3 and o.refunded_fen <> o.paid_fen
    union all select 'late money without its refund', p.id from payments p join o on o.id = p.order_id where p.is_late and not exists (select 1 from refunds r where r.payment_id = p.id and r.amount_fen = p.amount_fen)
    union all select 'lines don’t make the price', o.id from o where o.pay_amount_fen <> (select sum(i.price_fen - i.owned_fen - i.coupon_fen - i.deposit_fen) from order_items i where i.order_id = o.id)
    union all select 'a code is open at a price that its order had', p.id from payments p join o on o.id = p.order_id
      where o.status = 0 and p.status = 1 and p.amount_fen <> o.pay_amount_fen and ${world.pay.missed === world.missedBefore}
    union all select 'a payment is in review, and nobody sees it', p.id from payments p join o on o.id = p.order_id
      where p.status = 5 and not exists (select 1 from payment_reviews v where v.payment_id = p.id and v.state = 1)
    union all select 'money that was decided on isn’t in the books', v.id from payment_reviews v join o on o.id = v.order_id
      where v.state in (2, 3) and not exists (select 1 from payments p where p.order_id = v.order_id and p.status = 2 and p.amount_fen = v.amount_fen and p.paid_at = v.paid_at)
    union all select 'two open orders of one product', min(o.id) from o where o.status in (0, 2) group by o.user_id, o.product_id, o.order_kind having count(*) > 1
    union all select 'coupon', u.id from user_coupons u left join o on o.id = u.order_id where u.user_id = any(${world.learners.map(({ userId }) => userId)}::bigint[])
      and not case u.state when 2 then o.status in (0, 2) when 3 then o.status in (1, 4) else u.order_id is null end
    union all select 'a deposit took off less than was paid for it', d.id from deposits d join o on o.id = d.used_order_id where d.state = 3 and o.deposit_fen < d.amount_fen
    union all select 'a coupon was used below its threshold', u.id from user_coupons u join coupons c on c.id = u.coupon_id join o on o.id = u.order_id
      where u.state = 3 and c.threshold_fen > (select coalesce(sum(i.price_fen), 0) from order_items i where i.order_id = o.id and i.state in (1, 2))
    union all select 'a deposit was forfeited untold', d.id from deposits d join o on o.id = d.order_id join deposit_offers f on f.id = d.offer_id
      where d.state = 5 and o.status = 1 and f.balance_days > 1 and d.reminded_last_at is null
    union all select 'a deposit was forfeited of what is owned', d.id from deposits d join o on o.id = d.order_id
      where d.state = 5 and o.status = 1
        and exists (select 1 from enrolments e join order_logs l on l.order_id = o.id and l.event = 'deposit-expired'
          where e.user_id = d.user_id and e.product_id = d.product_id and e.created_at < l.at and e.status = 1 and (e.end_at is null or e.end_at > l.at))
    union all select 'deposit', d.id from deposits d join o own on own.id = d.order_id left join o on o.id = d.used_order_id
      where not case d.state when 0 then own.status in (0, 2) when 1 then own.status = 1 when 2 then own.status = 1 and o.status in (0, 2) when 3 then own.status = 1 and o.status in (1, 4)
        when 4 then own.status = 3 or exists (select 1 from refund_requests r where r.order_id = own.id and r.state = 2) else own.status in (1, 5) end
    union all select 'seats', s.id from class_schedules s where s.id = any(${[world.scheduleId, world.live.scheduleId]}::bigint[])
      and (s.enrolled > s.capacity or s.enrolled <> (select count(*) from o where o.schedule_id = s.id and o.order_kind = 1 and o.status in (0, 1, 2, 4))
        + (select count(*) from enrolments e left join orders x on x.id = e.order_id
          where e.schedule_id = s.id and (x.id is null or e.status <> 3 and x.schedule_id is distinct from s.id)))
    union all select 'stock of deposits', f.id from deposit_offers f where f.product_id = any(${world.productIds}::bigint[])
      and f.sold <> (select count(*) from deposits d join o on o.id = d.order_id where d.offer_id = f.id and o.status <> 5)
    union all select 'entrance', o.id from o where o.order_kind = 1 and o.status in (1, 4) and not exists (select 1 from entrances e where e.order_id = o.id)
    union all select 'timeline differs from the order', o.id from o where o.status <> (select l.to_status from order_logs l where l.order_id = o.id order by l.id desc limit 1)`.execute(
    world.backend.database.db,
  )
  return rows
}

/** Everything that must hold of the world's orders, whatever has happened. */
export async function expectSound(world: OrderWorld, orders: readonly OrderFacts[]): Promise<void> {
  const ids = orders.map(({ id }) => id)
  expect(await broken(world, ids)).toEqual([])
  await expectLedger(world, ids)
}
