import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
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
 * ends, so that nothing of theirs is written after one: a ban takes the same row for itself.
 */
export async function assertMaySpeak(trx: Database, userId: number, now: Date): Promise<void> {
  await sql`select 1 from users where id = ${userId} for share`.execute(trx)
  const ban = await findBan(trx, userId, now)
  if (!ban) return
  const until = ban.untilAt === null ? '没有期限' : `到 ${momentText(ban.untilAt.getTime())}`
  throw new ApiError(Code.Toast, `你现在不能在社区发言（${until}），原因和申诉在“我的处理记录”里`)
}
