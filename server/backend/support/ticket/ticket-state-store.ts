import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { TicketState } from '#shared/contract/enums.ts'
import { isTaughtBy } from './own-course-store.ts'

const { open, taken, answered, closed } = TicketState

/** A ticket as somebody has read it: of a newer version nothing is changed. */
export interface ReadTicket {
  readonly id: number
  readonly version: number
}

/** Each answers whether it happened: a ticket in another state, or of a newer version, stays as it is. */
async function change(trx: Database, statement: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await statement.execute(trx)
  return rows.length > 0
}

/** Somebody of the staff looks after it from now on. */
export function take(trx: Database, { id, version }: ReadTicket, staffId: number, now: Date): Promise<boolean> {
  return change(
    trx,
    sql`update tickets set state = ${taken}, owner_id = ${staffId}, version = version + 1, updated_at = ${now}
      where id = ${id} and version = ${version} and state = ${open} returning id`,
  )
}

/** Its owner has answered, or who becomes it by that: nothing is due any more. */
export function setAnswered(trx: Database, { id, version }: ReadTicket, staffId: number, now: Date): Promise<boolean> {
  return change(
    trx,
    sql`update tickets set state = ${answered}, owner_id = ${staffId}, answered_at = ${now}, first_answered_at = coalesce(first_answered_at, ${now}), version = version + 1, updated_at = ${now}
      where id = ${id} and version = ${version} and state <> ${closed} and coalesce(owner_id, ${staffId}) = ${staffId} returning id`,
  )
}

/** Somebody else looks after it. */
export function handOver(trx: Database, { id, version }: ReadTicket, toId: number, now: Date): Promise<boolean> {
  return change(
    trx,
    sql`update tickets set owner_id = ${toId}, version = version + 1, updated_at = ${now}
      where id = ${id} and version = ${version} and state in (${taken}, ${answered}) returning id`,
  )
}

/** Staff end it; `isAnswer`: with words that are its answer. */
export function closeByStaff(
  trx: Database,
  { id, version }: ReadTicket,
  { staffId, isAnswer }: { staffId: number; isAnswer: boolean },
  now: Date,
): Promise<boolean> {
  const at = isAnswer ? now : null
  return change(
    trx,
    sql`update tickets set state = ${closed}, closed_at = ${now}, owner_id = coalesce(owner_id, ${staffId}), answered_at = coalesce(${at}, answered_at),
        first_answered_at = coalesce(first_answered_at, ${at}), version = version + 1, updated_at = ${now}
      where id = ${id} and version = ${version} and state <> ${closed} returning id`,
  )
}

/** Who asks has said more: what was answered waits again, with a new promise. */
export async function saidMore(trx: Database, id: number, dueAt: Date, now: Date): Promise<void> {
  await sql`update tickets set due_at = case when state = ${answered} then ${dueAt} else due_at end,
      escalated_at = case when state = ${answered} then null else escalated_at end,
      state = case when state = ${answered} then ${taken} else state end, version = version + 1, updated_at = ${now}
    where id = ${id}`.execute(trx)
}

/** Ends it with a rating, or adds one to what ended without. */
export async function setRating(
  trx: Database,
  id: number,
  { rating, words }: { rating: number; words: string | null },
  now: Date,
): Promise<void> {
  await sql`update tickets set state = ${closed}, closed_at = coalesce(closed_at, ${now}), rating = ${rating}, rating_words = ${words}, rated_at = ${now},
      version = version + 1, updated_at = ${now} where id = ${id}`.execute(trx)
}

/** Everybody who may finds it in the queue again. */
export async function setReopened(trx: Database, id: number, dueAt: Date, now: Date): Promise<void> {
  await sql`update tickets set state = ${open}, owner_id = null, closed_at = null, rating = null, rating_words = null, rated_at = null, answered_at = null,
      escalated_at = null, due_at = ${dueAt}, reopened = reopened + 1, version = version + 1, updated_at = ${now} where id = ${id}`.execute(
    trx,
  )
}

/** A ticket that a job has changed, and whom to tell. */
export interface ChangedTicket {
  id: number
  no: string
  userId: number | null
}

/** Ends what was answered before a moment and about which nothing was said since. */
export async function closeQuiet(trx: Database, before: Date, most: number, now: Date): Promise<ChangedTicket[]> {
  const { rows } = await sql<ChangedTicket>`
    update tickets set state = ${closed}, closed_at = ${now}, version = version + 1, updated_at = ${now}
    where id in (select id from tickets where state = ${sql.lit(answered)} and answered_at < ${before} order by answered_at limit ${most} for update skip locked)
    returning id, no, user_id`.execute(trx)
  return rows
}

/** Marks what is late and was told to nobody yet, and says who mustn't be told. */
export async function escalateLate(
  trx: Database,
  most: number,
  now: Date,
): Promise<(ChangedTicket & { kind: number; dueAt: Date; hidden: number[] })[]> {
  const { rows } = await sql<ChangedTicket & { kind: number; dueAt: Date; hidden: number[] }>`
    update tickets t set escalated_at = ${now}
    where id in (select id from tickets where state in (${sql.lit(open)}, ${sql.lit(taken)}) and escalated_at is null and due_at <= ${now}
      order by due_at limit ${most} for update skip locked)
    returning id, no, user_id, kind, due_at,
      array(select h.user_id from ticket_hidden h where h.ticket_id = t.id
        union select te.user_id from teachers te where te.user_id is not null and ${isTaughtBy(sql`te.user_id`)}) as hidden`.execute(
    trx,
  )
  return rows
}

/** Deletes what ended before a moment, with all that was said; answers how many. */
export async function forgetClosed(trx: Database, before: Date, most: number): Promise<number> {
  const { rows } = await sql`
    delete from tickets where id in (select id from tickets where state = ${sql.lit(closed)} and closed_at < ${before} order by closed_at limit ${most}) returning id`.execute(
    trx,
  )
  return rows.length
}
