import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { shanghaiMoment } from '#server/backend/base/shanghai-day.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

/** A ban in force. */
interface Ban {
  id: number
  reason: string | null
  begunAt: Date
  /** Null: for good. */
  untilAt: Date | null
}

/** The ban that keeps somebody from writing in the forum at `now`. */
async function findBan(db: Database, userId: number, now: Date): Promise<Ban | undefined> {
  const { rows } = await sql<Ban>`select id, reason, begun_at, until_at from forum_bans
    where user_id = ${userId} and lifted_at is null and (until_at is null or until_at > ${now})`.execute(db)
  return rows[0]
}

/**
 * Throws code 4004 for who is banned. Whoever writes holds their account's row before it, and so does whoever bans.
 * @public
 */
export async function assertMaySpeak(trx: Database, userId: number, now: Date): Promise<void> {
  const ban = await findBan(trx, userId, now)
  if (!ban) return
  const term = ban.untilAt ? `，到 ${shanghaiMoment(ban.untilAt.getTime()).slice(0, 16)} 为止` : ''
  throw new ApiError(Code.Toast, `你已被禁止在社区发言${term}`)
}
