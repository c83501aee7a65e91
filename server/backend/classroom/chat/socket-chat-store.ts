import { sql } from 'kysely'
import { isLive } from '#server/backend/account/sign-in/live-session-store.ts'
import { rolesOf } from '#server/backend/account/sign-in/session-store.ts'
import type { BackendContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import type { ImJoiner } from '#server/backend/ports/im/im-engine.ts'
import type { StaffRole } from '#shared/contract/staff-rights.ts'

/** A session that is still good, by its key. */
export async function findLiveSession(
  ctx: BackendContext,
  { sessionId, userId }: ImJoiner,
): Promise<Session | undefined> {
  const { rows } = await sql<{ isAdmin: boolean; roles: StaffRole[] }>`
    select users.is_admin, ${rolesOf} as roles from sessions s join users on users.id = s.user_id
    where s.id = ${sessionId} and users.id = ${userId} and ${isLive(ctx)}`.execute(ctx.db)
  const [account] = rows
  return account && { id: sessionId, userId, isStaff: account.isAdmin || account.roles.length > 0, ...account }
}

interface Ticket {
  readonly nonce: string
  /** Epoch ms. */
  readonly expiresAt: number
}

/** Uses tickets to a room up: for each its last number, or undefined when it was used before. */
export async function useTickets(
  db: Database,
  groupKey: string,
  tickets: readonly Ticket[],
): Promise<(number | undefined)[]> {
  const nonces = tickets.map(({ nonce }) => nonce)
  const ends = tickets.map(({ expiresAt }) => new Date(expiresAt).toISOString())
  const { rows } = await sql<{ nonce: string; lastSeq: number }>`
    with used as (
      insert into im_tickets (nonce, expires_at)
      select t.nonce, t.expires_at from unnest(${nonces}::text[], ${ends}::timestamptz[]) as t(nonce, expires_at) order by t.nonce
      on conflict do nothing returning nonce)
    select u.nonce, g.last_seq from im_groups g, used u where g.group_key = ${groupKey}`.execute(db)
  const found = new Map(rows.map(({ nonce, lastSeq }) => [nonce, lastSeq]))
  return nonces.map((nonce) => {
    const lastSeq = found.get(nonce)
    found.delete(nonce)
    return lastSeq
  })
}

/** Groups in which something was said behind the numbers that are known of them. */
export async function listGroupsWithNews(
  db: Database,
  since: ReadonlyMap<string, number>,
): Promise<{ id: number; groupKey: string }[]> {
  const { rows } = await sql<{ id: number; groupKey: string }>`
    select g.id, g.group_key from im_groups g
      join unnest(${[...since.keys()]}::text[], ${[...since.values()]}::bigint[]) as s(group_key, seq) on s.group_key = g.group_key
    where g.last_seq > s.seq`.execute(db)
  return rows
}

/** Those of the sessions that are over. */
export async function listEndedSessions(
  ctx: Pick<BackendContext, 'clock' | 'config' | 'db'>,
  sessionIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from unnest(${sessionIds}::uuid[]) as k(id), lateral (
      select not (${isLive(ctx)}) as is_over
      from sessions s join users on users.id = s.user_id where s.id = k.id limit 1) f
    where f.is_over`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
