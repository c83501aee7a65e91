import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { agentGoneMs } from '#shared/rules/support-rules.ts'

/** How many agents are there: they said so lately, and aren't away. */
export async function countAgents(db: Database, now: Date): Promise<number> {
  const since = new Date(now.getTime() - agentGoneMs)
  const row = await db
    .selectFrom('supportAgents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('supportAgents.isAway', '=', false)
    .where('supportAgents.seenAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Whether one agent is there. */
export async function isAgentThere(db: Database, userId: number, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('supportAgents')
    .select('supportAgents.userId')
    .where('supportAgents.userId', '=', userId)
    .where('supportAgents.isAway', '=', false)
    .where('supportAgents.seenAt', '>', new Date(now.getTime() - agentGoneMs))
    .executeTakeFirst()
  return row !== undefined
}

/** A sign of life; answers whether the agent was there before. */
export async function beatAgent(
  trx: Database,
  { userId, isAway }: { userId: number; isAway: boolean },
  now: Date,
): Promise<boolean> {
  const wasThere = await isAgentThere(trx, userId, now)
  await sql`
    insert into support_agents (user_id, seen_at, is_away) values (${userId}, ${now}::timestamptz, ${isAway})
    on conflict (user_id) do update set seen_at = excluded.seen_at, is_away = excluded.is_away`.execute(trx)
  return wasThere
}
