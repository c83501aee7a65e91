import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { momentText } from '#shared/rules/number-text.ts'

/** A ban in force, as its learner sees it. */
export interface Ban {
  id: number
  reason: string
  clause: string | null
  begunAt: Date
  /** Null: for good. */
  untilAt: Date | null
  decisionId: number | null
}

/** A ban, of a row under this name, in force at `now`. */
export function banned(ban: string, now: Date): RawBuilder<boolean> {
  const row = sql.ref(ban)
  return sql<boolean>`${row}.lifted_at is null and (${row}.until_at is null or ${row}.until_at > ${now})`
}

/** Who asks here asks about themselves: somebody else's ban is told to nobody. */
export async function findBan(db: Database, userId: number, now: Date): Promise<Ban | undefined> {
  const { rows } = await sql<Ban>`
    select b.id, coalesce(b.reason, '') as reason, b.clause, b.begun_at, b.until_at, b.decision_id
    from forum_bans b where b.user_id = ${userId} and ${banned('b', now)}`.execute(db)
  return rows[0]
}

/**
 * Within the transaction that writes what somebody says, before it writes: throws 4004 while they are banned, and holds bans off until it
 * ends, so that nothing of theirs is written after one (a ban takes the same row for itself, `holdSpeaker`).
 */
export async function assertMaySpeak(trx: Database, userId: number, now: Date): Promise<void> {
  await sql`select 1 from users where id = ${userId} for share`.execute(trx)
  const ban = await findBan(trx, userId, now)
  if (!ban) return
  const until = ban.untilAt === null ? '没有期限' : `到 ${momentText(ban.untilAt.getTime())}`
  throw new ApiError(Code.Toast, `你现在不能在社区发言（${until}），原因和申诉在“我的处理记录”里`)
}

/** Waits for what somebody is just saying, and lets them say nothing more until the transaction ends. */
export async function holdSpeaker(trx: Database, userId: number): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(trx)
}

export interface NewBan {
  readonly userId: number
  readonly clause: string
  readonly reason: string
  readonly begunAt: Date
  readonly untilAt: Date | null
  readonly byUserId: number
  readonly decisionId: number
}

/** Bans somebody; what had run out ends by it. False while another ban is in force. */
export async function insertBan(trx: Database, ban: NewBan): Promise<boolean> {
  await sql`update forum_bans set lifted_at = until_at where user_id = ${ban.userId} and lifted_at is null and until_at <= ${ban.begunAt}`.execute(
    trx,
  )
  const { rows } = await sql`
    insert into forum_bans (user_id, clause, reason, begun_at, until_at, by_user_id, decision_id)
    values (${ban.userId}, ${ban.clause}, ${ban.reason}, ${ban.begunAt}, ${ban.untilAt}, ${ban.byUserId}, ${ban.decisionId})
    on conflict (user_id) where lifted_at is null do nothing returning id`.execute(trx)
  return rows.length > 0
}

/** Ends the ban that came with a decision, as if it had never been. */
export async function liftBanOf(
  trx: Database,
  decisionId: number,
  by: { userId: number; reason: string; now: Date },
): Promise<void> {
  await sql`update forum_bans set lifted_at = ${by.now}, lifted_by = ${by.userId}, lift_reason = ${by.reason}
    where decision_id = ${decisionId} and lifted_at is null`.execute(trx)
}

/** A ban as the staff see it. */
export interface BanRow extends Ban {
  userId: number
  nickname: string
  liftedAt: Date | null
  liftReason: string | null
  isActive: boolean
}

const staffColumns = (
  now: Date,
): RawBuilder<unknown> => sql`b.id, b.user_id, u.nickname, coalesce(b.reason, '') as reason, b.clause, b.begun_at, b.until_at,
  b.lifted_at, b.lift_reason, b.decision_id, ${banned('b', now)} as is_active`

/** The newest first. */
export async function listBans(
  db: Database,
  { active, userId, now }: { active: boolean; userId?: number | undefined; now: Date },
  page: PageInput,
): Promise<{ rows: BanRow[]; total: number }> {
  const found = sql`from forum_bans b where (not ${active}::boolean or ${banned('b', now)})
    and (${userId ?? null}::bigint is null or b.user_id = ${userId ?? null}::bigint)`
  const { rows } = await sql<BanRow>`select ${staffColumns(now)} from (select b.* ${found} order by b.id desc
    limit ${rowsOf(page)} offset ${offsetOf(page)}) b join users u on u.id = b.user_id order by b.id desc`.execute(db)
  const total = await sql<{
    total: number
  }>`select count(*)::int as total from (select 1 ${found} limit ${countLimit}) f`.execute(db)
  return { rows, total: total.rows[0]?.total ?? 0 }
}

/** A ban in force or over, held until the transaction ends. */
export async function lockBan(
  trx: Database,
  id: number,
  now: Date,
): Promise<{ userId: number; decisionId: number | null; isActive: boolean } | undefined> {
  const { rows } = await sql<{ userId: number; decisionId: number | null; isActive: boolean }>`
    select b.user_id, b.decision_id, ${banned('b', now)} as is_active from forum_bans b where b.id = ${id} for update`.execute(
    trx,
  )
  return rows[0]
}

/** Ends a ban before its time. */
export async function liftBan(
  trx: Database,
  id: number,
  by: { userId: number; reason: string; now: Date },
): Promise<void> {
  await sql`update forum_bans set lifted_at = ${by.now}, lifted_by = ${by.userId}, lift_reason = ${by.reason} where id = ${id}`.execute(
    trx,
  )
}
