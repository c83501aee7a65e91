import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { activeAccount } from '#server/backend/db/predicates.ts'

/** Rounds that run and whose owners weren't told that nobody is there. */
export async function listCrossing(db: Database, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from conversation_rounds r join conversations c on c.id = r.conversation_id and c.round_no = r.round_no
    where r.closed_at is null and c.hours_over_at is null order by c.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Rounds in which nothing was said since, and whose owners don't wait. */
export async function listIdle(db: Database, since: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from conversation_rounds r join conversations c on c.id = r.conversation_id and c.round_no = r.round_no
    where r.closed_at is null and c.waiting_since is null and c.last_at <= ${since} order by c.id limit ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** An answer that its learner hasn't seen. */
export interface UnseenAnswer {
  id: number
  userId: number
  seq: number
  content: string
}

/** Last answers of before a moment that accounts haven't seen, and of which they weren't told since they looked last. */
export async function listUnseen(db: Database, before: Date, most: number): Promise<UnseenAnswer[]> {
  const { rows } = await sql<UnseenAnswer>`
    select c.id, c.user_id, c.answered_seq as seq, m.content
    from conversations c join conversation_messages m on m.conversation_id = c.id and m.seq = c.answered_seq
    join users on users.id = c.user_id and ${activeAccount('users')}
    where c.user_id is not null and c.answered_seq > c.seen_seq and c.told_seq <= c.seen_seq and c.answered_at <= ${before}
    order by c.answered_at limit ${most}`.execute(db)
  return rows
}

/** Notes that its owner is told of an answer; false when they were, or have seen it meanwhile. */
export async function markTold(trx: Database, id: number, seq: number): Promise<boolean> {
  const { rows } = await sql`
    update conversations set told_seq = ${seq}::integer where id = ${id} and seen_seq < ${seq} and told_seq <= seen_seq returning 1`.execute(
    trx,
  )
  return rows.length > 0
}

/** Takes conversations away whose last word is older than they are kept. */
export async function forgetConversations(
  trx: Database,
  { visitors, accounts }: { visitors: Date; accounts: Date },
  most: number,
): Promise<number> {
  const { rows } = await sql`
    delete from conversations where id in (
      select c.id from conversations c where c.last_at < ${visitors} and (c.user_id is null or c.last_at < ${accounts}) order by c.last_at limit ${most})
    returning 1`.execute(trx)
  return rows.length
}
