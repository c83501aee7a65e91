import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { activeAccount } from '#server/backend/db/predicates.ts'
import type { StaffConversation } from '#shared/contract/staff-support.ts'
import type { StaffRole } from '#shared/contract/staff-rights.ts'
import { dayStart } from '#shared/rules/month-days.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { supportAnswerMs } from '#shared/rules/support-rules.ts'

interface QueueRow {
  id: number
  userId: number | null
  nickname: string | null
  contact: string | null
  closedAt: Date | null
  waitingSince: Date | null
  lastAt: Date
  lastSeq: number
  lastText: string | null
  agentId: number | null
  agentName: string | null
  ticketNo: string | null
}

const columns = sql`c.id, c.user_id, u.nickname, c.contact, r.closed_at, c.waiting_since, c.last_at, c.last_seq,
  (select m.content from conversation_messages m where m.conversation_id = c.id and m.seq = c.last_seq) as last_text,
  c.agent_id, a.nickname as agent_name, r.ticket_no`
const from = sql`conversations c join conversation_rounds r on r.conversation_id = c.id and r.round_no = c.round_no
  left join users u on u.id = c.user_id left join users a on a.id = c.agent_id`

function toConversation({ nickname, closedAt, waitingSince, lastAt, lastText, ...row }: QueueRow): StaffConversation {
  return {
    ...row,
    name: nickname ?? `访客 ${row.id}`,
    state: closedAt !== null ? 'closed' : waitingSince !== null ? 'waiting' : 'answered',
    waitingTime: waitingSince?.getTime() ?? null,
    lastTime: lastAt.getTime(),
    lastText: lastText ?? '',
  }
}

export type QueueKind = 'waiting' | 'mine' | 'open'

function which(kind: QueueKind, agentId: number): RawBuilder<unknown> {
  if (kind === 'waiting') return sql`c.waiting_since is not null and r.closed_at is null`
  return kind === 'mine' ? sql`c.agent_id = ${agentId} and r.closed_at is null` : sql`r.closed_at is null`
}

/** Rounds that run: who waits longest first, then those that were answered, the last words first. */
export async function listQueue(
  db: Database,
  { kind, agentId }: { kind: QueueKind; agentId: number },
  page: PageInput,
): Promise<StaffConversation[]> {
  const { rows } = await sql<QueueRow>`
    select ${columns} from ${from} where ${which(kind, agentId)}
    order by c.waiting_since nulls last, c.last_at desc, c.id limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(
    db,
  )
  return rows.map(toConversation)
}

export async function countQueue(db: Database, kind: QueueKind, agentId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select 1 from conversations c join conversation_rounds r on r.conversation_id = c.id and r.round_no = c.round_no
      where ${which(kind, agentId)} limit ${countLimit}) x`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findForStaff(db: Database, id: number): Promise<StaffConversation | undefined> {
  const { rows } = await sql<QueueRow>`select ${columns} from ${from} where c.id = ${id}`.execute(db)
  return rows[0] && toConversation(rows[0])
}

export async function findNickname(db: Database, userId: number): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('users.nickname')
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.nickname
}

/** What decides whether somebody may answer; undefined for who has no account in order. */
export async function findColleague(
  db: Database,
  userId: number,
): Promise<{ isAdmin: boolean; roles: StaffRole[] } | undefined> {
  const { rows } = await sql<{ isAdmin: boolean; roles: StaffRole[] }>`
    select users.is_admin, array(select r.role from user_roles r where r.user_id = users.id order by r.role) as roles
    from users where users.id = ${userId} and ${activeAccount('users')}`.execute(db)
  return rows[0]
}

/** What is counted of conversations. */
export interface SupportFigures {
  rounds: number
  onDuty: number
  answered: number
  medianSec: number | null
  inTime: number | null
  rated: number
  averageRating: number | null
  waiting: number
}

/** Of the rounds that began from one day to another, both among them ('YYYY-MM-DD'). Who waits no longer than the time counts for nothing yet. */
export async function readFigures(
  db: Database,
  { from: first, to: last }: { from: string; to: string },
  now: Date,
): Promise<SupportFigures> {
  const most = supportAnswerMs / 1000
  const late = new Date(now.getTime() - supportAnswerMs)
  const { rows } = await sql<SupportFigures>`
    select count(*)::integer as rounds, count(*) filter (where r.is_on_duty)::integer as on_duty,
      count(*) filter (where r.first_answer_at is not null)::integer as answered,
      percentile_cont(0.5) within group (order by r.answer_sec) filter (where r.is_on_duty and r.answer_sec is not null) as median_sec,
      (count(*) filter (where r.is_on_duty and r.answer_sec <= ${most}))::float8
        / nullif(count(*) filter (where r.is_on_duty and (r.answer_sec is not null or r.opened_at <= ${late})), 0) as in_time,
      count(r.rating)::integer as rated, avg(r.rating)::float8 as average_rating,
      (select count(*)::integer from conversations c where c.waiting_since is not null) as waiting
    from conversation_rounds r
    where r.opened_at >= ${new Date(dayStart(first))} and r.opened_at < ${new Date(dayStart(last) + dayMs)}`.execute(db)
  if (!rows[0]) throw new Error('Counting answered nothing.')
  return rows[0]
}
