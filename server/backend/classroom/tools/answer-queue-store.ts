import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'

/** Whoever's line is lost keeps their place for so long. */
const keptMs = 60_000
/** What one turn takes while nothing is known of the room's turns. */
const usualTurnSec = 300
/** The turns by which the next are estimated. */
const lastTurns = 10
/** The queue is as long as staff can look through. */
export const mostWaiting = 200

export interface QueueRow {
  id: number
  userId: number
  nickname: string
  headImg: string | null
  question: string
  joinedAt: Date
  seenAt: Date
  calledAt: Date | null
}

/** One room's queue is changed by one at a time. */
export async function lockQueue(trx: DatabaseTransaction, roomId: number): Promise<void> {
  await sql`select 1 from live_rooms where id = ${roomId} for no key update`.execute(trx)
}

/**
 * Notes who is in the room, and ends the places of who has been gone for longer than they are kept; whoever's turn it is
 * loses it the same way. Answers how many have ended.
 */
export async function keepPlaces(
  trx: Database,
  roomId: number,
  hereIds: readonly number[],
  now: Date,
): Promise<number> {
  await sql`
    update answer_queue set seen_at = ${now} where room_id = ${roomId} and ended_at is null and user_id = any(${hereIds}::bigint[])`.execute(
    trx,
  )
  const { rows } = await sql`
    update answer_queue set ended_at = ${now}, end_reason = 'lost'
    where room_id = ${roomId} and ended_at is null and seen_at < ${new Date(now.getTime() - keptMs)} returning id`.execute(
    trx,
  )
  return rows.length
}

/** Rooms in which somebody waits or has their turn. */
export async function listQueueRooms(db: Database): Promise<{ id: number; groupKey: string }[]> {
  const { rows } = await sql<{ id: number; groupKey: string }>`
    select g.room_id as id, g.group_key from im_groups g
    where exists (select 1 from answer_queue q where q.room_id = g.room_id and q.ended_at is null)`.execute(db)
  return rows
}

/** Whose turn it is, then who waits, in the order in which they came. */
export async function listQueue(db: Database, roomId: number): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select q.id, q.user_id, u.nickname, u.head_img, q.question, q.joined_at, q.seen_at, q.called_at
    from answer_queue q join users u on u.id = q.user_id where q.room_id = ${roomId} and q.ended_at is null
    order by q.called_at is null, q.joined_at, q.id limit ${sql.lit(mostWaiting + 1)}`.execute(db)
  return rows
}

/** Seconds that a turn takes here: the mean of the last ones. */
export async function meanTurnSec(db: Database, roomId: number): Promise<number> {
  const { rows } = await sql<{ sec: number | null }>`
    select avg(extract(epoch from t.ended_at - t.called_at))::float8 as sec from (
      select q.ended_at, q.called_at from answer_queue q
      where q.room_id = ${roomId} and q.end_reason = 'answered' order by q.ended_at desc limit ${sql.lit(lastTurns)}) t`.execute(
    db,
  )
  return Math.max(1, Math.round(rows[0]?.sec ?? usualTurnSec))
}

/** A place at the end; who has one keeps it, with the new words. */
export async function insertPlace(
  trx: Database,
  place: { roomId: number; userId: number; question: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into answer_queue as q (room_id, user_id, question, joined_at, seen_at) values (${place.roomId}, ${place.userId}, ${place.question}, ${now}, ${now})
    on conflict (room_id, user_id) where ended_at is null do update set question = excluded.question, seen_at = excluded.seen_at`.execute(
    trx,
  )
}

export type EndReason = 'answered' | 'left' | 'closed'

/** Ends a place or turn; false when it had ended. */
export async function endPlace(trx: Database, entryId: number, reason: EndReason, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update answer_queue set ended_at = ${now}, end_reason = ${reason} where id = ${entryId} and ended_at is null returning id`.execute(
    trx,
  )
  return rows.length > 0
}

/** Everybody goes: the room has closed. */
export async function endQueue(trx: Database, roomId: number, now: Date): Promise<void> {
  await sql`update answer_queue set ended_at = ${now}, end_reason = 'closed' where room_id = ${roomId} and ended_at is null`.execute(
    trx,
  )
}

/** It is this one's turn. */
export async function callPlace(trx: Database, entryId: number, by: number, now: Date): Promise<void> {
  await sql`update answer_queue set called_at = ${now}, called_by = ${by} where id = ${entryId} and ended_at is null and called_at is null`.execute(
    trx,
  )
}
