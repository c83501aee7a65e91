import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { RoundClosedBy } from '#shared/contract/enums.ts'

/** Begins the next round; what is said from now on is in it. Its first word comes next. */
export async function beginRound(
  trx: Database,
  id: number,
  { now, isOnDuty }: { now: Date; isOnDuty: boolean },
): Promise<void> {
  await sql`
    with c as (update conversations set round_no = round_no + 1, agent_id = null, hours_over_at = null where id = ${id} returning id, round_no, last_seq)
    insert into conversation_rounds (conversation_id, round_no, first_seq, opened_at, is_on_duty)
    select c.id, c.round_no, c.last_seq + 1, ${now}::timestamptz, ${isOnDuty}::boolean from c`.execute(trx)
}

/** The round that runs ends; nobody has it and nobody waits any more. False when none ran. */
export async function endRound(trx: Database, id: number, by: RoundClosedBy, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with c as (update conversations set agent_id = null, waiting_since = null where id = ${id} returning id, round_no)
    update conversation_rounds r set closed_at = ${now}::timestamptz, closed_by = ${by}::smallint from c
    where r.conversation_id = c.id and r.round_no = c.round_no and r.closed_at is null returning 1`.execute(trx)
  return rows.length > 0
}

export async function setTicketNo(trx: Database, id: number, roundNo: number, ticketNo: string): Promise<void> {
  await trx
    .updateTable('conversationRounds')
    .set({ ticketNo })
    .where('conversationRounds.conversationId', '=', id)
    .where('conversationRounds.roundNo', '=', roundNo)
    .execute()
}

/** An agent has it from now on. */
export async function giveTo(
  trx: Database,
  {
    id,
    roundNo,
    agentId,
    byId,
    note = null,
  }: { id: number; roundNo: number; agentId: number; byId: number; note?: string | null },
  now: Date,
): Promise<void> {
  await trx.updateTable('conversations').set({ agentId }).where('conversations.id', '=', id).execute()
  await trx
    .insertInto('conversationTurns')
    .values({ conversationId: id, roundNo, agentId, byId, note, at: now })
    .execute()
}

/** An answer under `seq`: nobody waits any more, and the first of a round says how long its owner waited. */
export async function noteAnswer(
  trx: Database,
  { id, seq, agentId }: { id: number; seq: number; agentId: number },
  now: Date,
): Promise<void> {
  await sql`
    with c as (update conversations set waiting_since = null, answered_seq = ${seq}, answered_at = ${now}::timestamptz where id = ${id} returning id, round_no)
    update conversation_rounds r set agent_id = ${agentId}, first_answer_at = coalesce(r.first_answer_at, ${now}::timestamptz),
      answer_sec = coalesce(r.answer_sec, greatest(0, extract(epoch from ${now}::timestamptz - r.opened_at))::integer)
    from c where r.conversation_id = c.id and r.round_no = c.round_no`.execute(trx)
}

/** An answer under `seq` to what was asked in a round before this one: who waits in this one goes on waiting. */
export async function noteLateAnswer(
  trx: Database,
  { id, seq }: { id: number; seq: number },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('conversations')
    .set({ answeredSeq: seq, answeredAt: now })
    .where('conversations.id', '=', id)
    .execute()
}

/** Rates the last round, when it is over and wasn't rated; false otherwise. */
export async function rateRound(
  trx: Database,
  { id, score, words }: { id: number; score: number; words: string | null },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update conversation_rounds r set rating = ${score}::smallint, rating_words = ${words}::text, rated_at = ${now}::timestamptz
    from conversations c where c.id = ${id} and r.conversation_id = c.id and r.round_no = c.round_no
      and r.closed_at is not null and r.rating is null returning 1`.execute(trx)
  return rows.length > 0
}
