import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { activeAccount } from '#server/backend/db/predicates.ts'
import { TicketState } from '#shared/contract/enums.ts'
import { rightOf, type StaffRole } from '#shared/contract/staff-rights.ts'
import { isTaughtBy } from './own-course-store.ts'

/** Head masters without some accounts; where none is left, administrators. */
export async function listEscalationAccounts(db: Database, without: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; isHead: boolean }>`
    select u.id, exists (select 1 from user_roles r where r.user_id = u.id and r.role = 'headMaster') as is_head from users u
    where ${activeAccount('u')} and not u.id = any(${[...without]}::bigint[])
      and (u.is_admin or exists (select 1 from user_roles r where r.user_id = u.id and r.role = 'headMaster'))`.execute(
    db,
  )
  const heads = rows.filter(({ isHead }) => isHead)
  return (heads.length > 0 ? heads : rows).map(({ id }) => id)
}

/** A colleague to whom a ticket may go: their roles, and whether it is about them or their own; undefined where there is no such account. */
export async function findColleague(
  db: Database,
  userId: number,
  ticketId: number,
): Promise<{ roles: StaffRole[]; isAdmin: boolean; isConcerned: boolean } | undefined> {
  const { rows } = await sql<{ roles: StaffRole[]; isAdmin: boolean; isConcerned: boolean }>`
    select u.is_admin, coalesce((select array_agg(r.role) from user_roles r where r.user_id = u.id), '{}') as roles,
      exists (select 1 from ticket_hidden h where h.ticket_id = ${ticketId} and h.user_id = u.id)
        or exists (select 1 from tickets t where t.id = ${ticketId} and (t.user_id = u.id or ${isTaughtBy(sql`u.id`)})) as is_concerned
    from users u where u.id = ${userId} and ${activeAccount('u')}`.execute(db)
  return rows[0]
}

/** What lies with somebody who may answer no more, or whom it is about by now, waits in the queue again, with the time that it has; answers how many. */
export async function giveBackTickets(trx: Database, most: number, now: Date): Promise<number> {
  const { rows } = await sql`
    update tickets set state = ${TicketState.open}, owner_id = null, version = version + 1, updated_at = ${now}
    where id in (
      select t.id from tickets t where t.state = ${sql.lit(TicketState.taken)} and (${isTaughtBy(sql`t.owner_id`)} or not exists (
        select 1 from users u where u.id = t.owner_id and ${activeAccount('u')} and (u.is_admin or exists (
          select 1 from user_roles r where r.user_id = u.id and r.role = any(${[...rightOf('ticket.answer').roles]}::text[])))))
      order by t.id limit ${most} for update of t skip locked)
    returning 1`.execute(trx)
  return rows.length
}

/** First answers of a kind. */
export interface QueueFigures {
  kind: number
  opened: number
  answered: number
  late: number
  inTime: number
  medianSeconds: number | null
  rating: number | null
}

/** First answers of each kind, of what was asked between two moments. */
export async function measureQueues(
  db: Database,
  { from, until }: { from: Date; until: Date },
  now: Date,
): Promise<QueueFigures[]> {
  const { rows } = await sql<QueueFigures>`
    select t.kind, count(*)::int as opened, count(t.first_answered_at)::int as answered,
      count(*) filter (where coalesce(t.first_answered_at, t.closed_at, ${now}) > t.first_due_at)::int as late,
      count(*) filter (where t.first_answered_at <= t.first_due_at)::int as in_time,
      percentile_cont(0.5) within group (order by extract(epoch from t.first_answered_at - t.created_at)::float8) as median_seconds,
      round(avg(t.rating), 2)::float8 as rating
    from tickets t where t.created_at >= ${from} and t.created_at < ${until} group by t.kind order by t.kind`.execute(
    db,
  )
  return rows
}
