import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { gathered } from '#server/backend/db/gathered.ts'
import { Code } from '#shared/contract/codes.ts'
import { EndReason } from '#shared/contract/enums.ts'
import type { StaffRole } from '#shared/contract/staff-rights.ts'

export interface StoredSession {
  id: string
  userId: number
  channel: string
  lastSeenAt: Date
  expiresAt: Date
  endReason: number | null
  endToldAt: Date | null
  accountStatus: number
  isAdmin: boolean
  roles: StaffRole[]
}

/** The roles of an account, of `users` in the query around it. */
export const rolesOf = sql<StaffRole[]>`
  array(select r.role from user_roles r where r.user_id = users.id order by r.role)`

const sessionColumns = sql`s.id, s.user_id, s.channel, s.last_seen_at, s.expires_at, s.end_reason, s.end_told_at,
  users.account_status, users.is_admin, ${rolesOf} as roles`

/**
 * A session by its token's hash, ended ones too, with what its account is now. Every call of a learner asks this first: one alone has a
 * statement of its own, whose plan is the same for every token, so that the database keeps it.
 */
export function findStoredSession(db: Database, tokenHash: Buffer): Promise<StoredSession | undefined> {
  return gathered(db, 'sessions', tokenHash, async (hashes) => {
    if (hashes.length === 1) {
      const { rows } = await sql<StoredSession>`
        select ${sessionColumns} from sessions s join users on users.id = s.user_id where s.token_hash = ${hashes[0]}`.execute(
        db,
      )
      return rows.slice(0, 1)
    }
    // each by its index, however many they are: joined as a set they would be looked for through the whole table
    const words = hashes.map((hash) => hash.toString('hex'))
    const { rows } = await sql<StoredSession & { hash: string }>`
      select h.hash, s.* from unnest(${words}::text[]) as h(hash), lateral (
        select ${sessionColumns} from sessions s join users on users.id = s.user_id where s.token_hash = decode(h.hash, 'hex') limit 1) s`.execute(
      db,
    )
    const found = new Map(rows.map(({ hash, ...session }) => [hash, session]))
    return words.map((hash) => found.get(hash))
  })
}

/** The user's row is locked first, so that of two logins at once the second supersedes the first. */
export async function lockUser(
  trx: Database,
  userId: number,
): Promise<{ accountStatus: number; phoneIsReal: boolean } | undefined> {
  return trx
    .selectFrom('users')
    .select(['users.accountStatus', 'users.phoneIsReal'])
    .where('users.id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** A session that begins, and what is kept of its beginning. */
export interface NewSession {
  readonly userId: number
  readonly tokenHash: Buffer
  readonly channel: string
  readonly method: string
  readonly fingerprint: string | null
  readonly ip: string | null
  readonly userAgent: string
  readonly expiresAt: Date
  /** The browser that the account is known in from now on. */
  readonly browserHash: Buffer | null
}

/**
 * Ends the user's older session on this channel and begins the new one, with its row in the log of sign-ins: one statement, because
 * everything that a login asks is waited for. The user's row must be locked by a statement before it. The count makes the new row wait
 * for the end of the old one: only one may be open.
 */
export async function beginSession(trx: Database, session: NewSession, now: Date): Promise<void> {
  const { userId, tokenHash, channel, method, fingerprint, ip, userAgent, expiresAt, browserHash } = session
  await sql`
    with ended as (
      update sessions set ended_at = ${now}, end_reason = ${EndReason.superseded}
      where user_id = ${userId} and channel = ${channel} and ended_at is null returning 1),
    opened as (
      insert into sessions
        (user_id, token_hash, channel, method, fingerprint, ip, user_agent, created_at, last_seen_at, expires_at)
      select ${userId}::bigint, ${tokenHash}::bytea, ${channel}::text, ${method}::text, ${fingerprint}::text, ${ip}::inet,
        ${userAgent}::text, ${now}::timestamptz, ${now}::timestamptz, ${expiresAt}::timestamptz
      from (select count(*) from ended) as done),
    known as (
      insert into known_browsers (user_id, browser_hash, used_at)
      select ${userId}::bigint, ${browserHash}::bytea, ${now}::timestamptz where ${browserHash}::bytea is not null
      on conflict (user_id, browser_hash) do update set used_at = excluded.used_at)
    insert into login_events (user_id, method, code, ip, fingerprint, at)
    values (${userId}, ${method}, ${Code.Success}, ${ip}::inet, ${fingerprint}, ${now})`.execute(trx)
}

/** Ends every live session of a user, except one. */
export async function endSessions(
  trx: Database,
  userId: number,
  { reason, now, only = {} }: { reason: EndReason; now: Date; only?: { exceptId?: string } | undefined },
): Promise<void> {
  let query = trx
    .updateTable('sessions')
    .set({ endedAt: now, endReason: reason })
    .where('sessions.userId', '=', userId)
    .where('sessions.endedAt', 'is', null)
  if (only.exceptId !== undefined) query = query.where('sessions.id', '!=', only.exceptId)
  await query.execute()
}

/** Ends one session; nothing happens when it has ended. */
export async function endSession(db: Database, id: string, reason: EndReason, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ endedAt: now, endReason: reason })
    .where('sessions.id', '=', id)
    .where('sessions.endedAt', 'is', null)
    .execute()
}

export async function touchSession(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ lastSeenAt: now })
    .where('sessions.id', '=', id)
    .where('sessions.endedAt', 'is', null)
    .execute()
}

/** True for the one call that is told that the session was superseded. */
export async function claimTelling(db: Database, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('sessions')
    .set({ endToldAt: now })
    .where('sessions.id', '=', id)
    .where('sessions.endToldAt', 'is', null)
    .returning('sessions.id')
    .executeTakeFirst()
  return row !== undefined
}

export interface LiveSession {
  readonly id: string
  readonly channel: string
  readonly method: string | null
  readonly userAgent: string | null
  readonly ip: string | null
  readonly createdAt: Date
  readonly lastSeenAt: Date
}

/** Sessions of a user that would still be taken, the one that was used last first. */
export async function listLiveSessions(
  db: Database,
  userId: number,
  now: Date,
  idleSince: Date,
): Promise<LiveSession[]> {
  return db
    .selectFrom('sessions')
    .select([
      'sessions.id',
      'sessions.channel',
      'sessions.method',
      'sessions.userAgent',
      'sessions.ip',
      'sessions.createdAt',
      'sessions.lastSeenAt',
    ])
    .where('sessions.userId', '=', userId)
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .where('sessions.lastSeenAt', '>=', idleSince)
    .orderBy('sessions.lastSeenAt', 'desc')
    .orderBy('sessions.id')
    .execute()
}

/** Ends a session of this user; false when it isn't theirs or has ended. */
export async function endOwnSession(
  trx: Database,
  { id, userId }: { id: string; userId: number },
  reason: EndReason,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('sessions')
    .set({ endedAt: now, endReason: reason })
    .where('sessions.id', '=', id)
    .where('sessions.userId', '=', userId)
    .where('sessions.endedAt', 'is', null)
    .returning('sessions.id')
    .executeTakeFirst()
  return row !== undefined
}
