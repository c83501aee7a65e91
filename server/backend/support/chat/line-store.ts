import { sql } from 'kysely'
import { isLive } from '#server/backend/account/sign-in/live-session-store.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'

/** The last number of a conversation; undefined when it is gone. */
export async function findLastSeq(db: Database, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select('conversations.lastSeq')
    .where('conversations.id', '=', id)
    .executeTakeFirst()
  return row?.lastSeq
}

/** Those conversations that have come further than these numbers. */
export async function listChanged(db: Database, since: ReadonlyMap<number, number>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from conversations c join unnest(${[...since.keys()]}::bigint[], ${[...since.values()]}::integer[]) as s(id, seq) on s.id = c.id
    where c.last_seq > s.seq`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of these sessions that are over. */
export async function listEndedSessions(ctx: BackendContext, sessionIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from unnest(${sessionIds}::uuid[]) as k(id) where not exists (
      select 1 from sessions s join users on users.id = s.user_id where s.id = k.id and ${isLive(ctx)})`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
