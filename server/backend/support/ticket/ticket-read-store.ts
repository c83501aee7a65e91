import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { type FeedbackType, type TicketKind, TicketState } from '#shared/contract/enums.ts'
import type { TicketFilter } from '#shared/contract/ticket.ts'
import { isTaughtBy } from './own-course-store.ts'

/** A ticket with the names of what it is about. */
export interface TicketView {
  id: number
  no: string
  kind: TicketKind
  state: TicketState
  version: number
  summary: string
  userId: number | null
  nickname: string | null
  contact: string | null
  category: FeedbackType | null
  problemName: string | null
  courseName: string | null
  periodName: string | null
  /** Of the order whose refund was refused. */
  orderNo: string | null
  ownerId: number | null
  ownerName: string | null
  dueAt: Date
  firstAnsweredAt: Date | null
  closedAt: Date | null
  rating: number | null
  ratingWords: string | null
  reopened: number
  createdAt: Date
  updatedAt: Date
}

const summaryLength = 80

/** SQL: tickets `t` as `TicketView`. */
const views = sql`
  select t.id, t.no, t.kind, t.state, t.version, left(m.content, ${sql.lit(summaryLength)}) as summary, t.user_id, u.nickname, t.contact, t.category,
    case when q.id is null then b.name else q.name || ' · ' || b.name end as problem_name, p.name as course_name, e.title as period_name, d.sn as order_no,
    t.owner_id, o.nickname as owner_name, t.due_at, t.first_answered_at, t.closed_at, t.rating, t.rating_words, t.reopened, t.created_at, t.updated_at
  from tickets t left join users u on u.id = t.user_id left join users o on o.id = t.owner_id
  left join complaint_problems b on b.id = t.problem_id left join complaint_problems q on q.id = b.parent_id
  left join products p on p.id = t.course_id left join periods e on e.id = t.period_id
  left join refund_requests f on f.id = t.refund_request_id left join orders d on d.id = f.order_id
  left join ticket_messages m on m.ticket_id = t.id and m.seq = 1`

const statesOf: Readonly<Record<TicketFilter, RawBuilder<boolean>>> = {
  waiting: sql`t.state in (${sql.lit(TicketState.open)}, ${sql.lit(TicketState.taken)})`,
  answered: sql`t.state = ${sql.lit(TicketState.answered)}`,
  closed: sql`t.state = ${sql.lit(TicketState.closed)}`,
}

/** One's own, the last one first. */
export async function listOwnTickets(
  db: Database,
  userId: number,
  filter: TicketFilter | undefined,
  page: PageInput,
): Promise<TicketView[]> {
  const { rows } = await sql<TicketView>`${views}
    where t.user_id = ${userId} and ${filter === undefined ? sql`true` : statesOf[filter]}
    order by t.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(db)
  return rows
}

/** How many of one's own wait, have an answer, are over. */
export async function countOwnTickets(db: Database, userId: number): Promise<Record<TicketFilter, number>> {
  const { rows } = await sql<Record<TicketFilter, number>>`
    select count(*) filter (where ${statesOf.waiting})::int as waiting, count(*) filter (where ${statesOf.answered})::int as answered,
      count(*) filter (where ${statesOf.closed})::int as closed
    from tickets t where t.user_id = ${userId}`.execute(db)
  return rows[0] ?? { waiting: 0, answered: 0, closed: 0 }
}

/** One's own by its number; `isHeld`: nobody else changes it until the transaction ends. */
export async function findOwnTicket(
  db: Database,
  userId: number,
  no: string,
  isHeld = false,
): Promise<TicketView | undefined> {
  const { rows } = await sql<TicketView>`${views}
    where t.user_id = ${userId} and t.no = ${no} ${isHeld ? sql`for no key update of t` : sql``}`.execute(db)
  return rows[0]
}

/** SQL: tickets that a member of the staff may know of: not about them, and not their own. */
function openTo(staffId: number): RawBuilder<boolean> {
  return sql`t.user_id is distinct from ${staffId} and not exists (select 1 from ticket_hidden h where h.ticket_id = t.id and h.user_id = ${staffId})
    and not ${isTaughtBy(sql`${staffId}::bigint`)}`
}

/** Which tickets of the queue. */
export interface QueueFilter {
  readonly kind?: TicketKind | undefined
  readonly state?: TicketState | undefined
  readonly isMine?: boolean | undefined
  readonly isLate?: boolean | undefined
  readonly no?: string | undefined
}

function fits(staffId: number, { kind, state, isMine, isLate, no }: QueueFilter, now: Date): RawBuilder<boolean> {
  const conditions = [
    openTo(staffId),
    state === undefined ? (no === undefined ? statesOf.waiting : sql`true`) : sql`t.state = ${sql.lit(state)}`,
    ...(kind === undefined ? [] : [sql`t.kind = ${sql.lit(kind)}`]),
    ...(isMine ? [sql`t.owner_id = ${staffId}`] : []),
    ...(isLate ? [sql`t.due_at < ${now} and ${statesOf.waiting}`] : []),
    ...(no === undefined ? [] : [sql`t.no = ${no}`]),
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}

/** What waits, the one that is due first before all; closed ones the last first. */
export async function listQueue(
  db: Database,
  staffId: number,
  { page, ...filter }: QueueFilter & { readonly page: PageInput },
  now: Date,
): Promise<TicketView[]> {
  const order = filter.state === TicketState.closed ? sql`t.closed_at desc, t.id desc` : sql`t.due_at, t.id`
  const { rows } = await sql<TicketView>`${views}
    where ${fits(staffId, filter, now)} order by ${order} limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(db)
  return rows
}

export async function countQueue(db: Database, staffId: number, filter: QueueFilter, now: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from tickets t where ${fits(staffId, filter, now)} limit ${countLimit}) c`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** A ticket that this member of the staff may know of. */
export async function findStaffTicket(db: Database, staffId: number, id: number): Promise<TicketView | undefined> {
  const { rows } = await sql<TicketView>`${views} where t.id = ${id} and ${openTo(staffId)}`.execute(db)
  return rows[0]
}

/** Whether a ticket is somebody's own. */
export async function isOwnTicket(db: Database, userId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('tickets')
    .select('tickets.id')
    .where('tickets.id', '=', id)
    .where('tickets.userId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a picture is part of a ticket that somebody asked, or may know of as staff. */
export async function isTicketPicture(
  db: Database,
  url: string,
  { userId, isStaff }: { userId: number; isStaff: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ticket_pictures f join ticket_messages m on m.id = f.message_id join tickets t on t.id = m.ticket_id
    where f.url = ${url} and (t.user_id = ${userId} or (${isStaff} and ${openTo(userId)})) limit 1`.execute(db)
  return rows.length > 0
}
