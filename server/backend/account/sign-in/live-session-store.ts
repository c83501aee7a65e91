import { type RawBuilder, sql } from 'kysely'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { activeAccount } from '#server/backend/db/predicates.ts'

type Rule = Pick<BackendContext, 'clock' | 'config'>

/** A session's time is up: its last day is over, or nothing has come from it for as long as it may rest. Its end is another thing. */
export function isOverdue({ clock, config }: Rule, session: { expiresAt: Date; lastSeenAt: Date }): boolean {
  const now = clock.now()
  return now >= session.expiresAt.getTime() || now - session.lastSeenAt.getTime() > config.session.idleSeconds * 1000
}

/** SQL: session `s` of `users` may be used now: not ended, not overdue, its account in order. */
export function isLive({ clock, config }: Rule): RawBuilder<boolean> {
  const now = clock.now()
  const seenSince = new Date(now - config.session.idleSeconds * 1000)
  return sql<boolean>`s.ended_at is null and s.expires_at > ${new Date(now)} and s.last_seen_at >= ${seenSince} and ${activeAccount('users')}`
}
