import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { ConversationEvent, ConversationSide, RoundClosedBy } from '#shared/contract/enums.ts'
import { appendMessage, type Conversation } from './conversation-store.ts'

const joinedText = '登录前的对话接在下面'

/** A visitor's conversation becomes an account's that has none. */
export async function giveToAccount(trx: Database, id: number, userId: number): Promise<void> {
  await trx.updateTable('conversations').set({ userId, visitorHash: null }).where('conversations.id', '=', id).execute()
}

/**
 * What a visitor said goes on in the account's conversation, under its next numbers, and the visitor's is gone. Both are locked. Of two
 * rounds that run the account's ends: what was asked last is what is answered next.
 */
export async function joinConversations(
  trx: Database,
  { from, into }: { from: Conversation; into: Conversation },
  now: Date,
): Promise<void> {
  const isRunning = from.roundNo > 0 && from.closedAt === null
  if (isRunning)
    await sql`update conversation_rounds set closed_at = ${now}::timestamptz, closed_by = ${sql.lit(RoundClosedBy.idle)}
      where conversation_id = ${into.id} and round_no = ${into.roundNo} and closed_at is null`.execute(trx)
  const first = await appendMessage(
    trx,
    into.id,
    { side: ConversationSide.school, event: ConversationEvent.joined, content: joinedText },
    now,
  )
  await sql`
    insert into conversation_rounds (conversation_id, round_no, first_seq, opened_at, is_on_duty, ticket_no, agent_id, first_answer_at, answer_sec, closed_at,
      closed_by, rating, rating_words, rated_at)
    select ${into.id}::bigint, r.round_no + ${into.roundNo}::integer, r.first_seq + ${first}::integer, r.opened_at, r.is_on_duty, r.ticket_no, r.agent_id,
      r.first_answer_at, r.answer_sec, r.closed_at, r.closed_by, r.rating, r.rating_words, r.rated_at
    from conversation_rounds r where r.conversation_id = ${from.id}`.execute(trx)
  await sql`
    insert into conversation_messages (conversation_id, seq, round_no, side, event, agent_id, client_msg_id, content, sent_at)
    select ${into.id}::bigint, m.seq + ${first}::integer, m.round_no + ${into.roundNo}::integer, m.side, m.event, m.agent_id,
      case when exists (select 1 from conversation_messages o where o.conversation_id = ${into.id} and o.side = m.side and o.client_msg_id = m.client_msg_id)
        then null else m.client_msg_id end, m.content, m.sent_at
    from conversation_messages m where m.conversation_id = ${from.id}`.execute(trx)
  await sql`
    update conversation_turns set conversation_id = ${into.id}, round_no = round_no + ${into.roundNo}::integer where conversation_id = ${from.id}`.execute(
    trx,
  )
  await sql`
    update conversations c set last_seq = ${first}::integer + v.last_seq, round_no = c.round_no + v.round_no,
      agent_id = case when ${isRunning}::boolean then v.agent_id else c.agent_id end,
      waiting_since = case when ${isRunning}::boolean then v.waiting_since else c.waiting_since end,
      hours_over_at = case when ${isRunning}::boolean then v.hours_over_at else c.hours_over_at end,
      answered_seq = case when v.answered_seq > 0 then ${first}::integer + v.answered_seq else c.answered_seq end,
      answered_at = coalesce(v.answered_at, c.answered_at),
      seen_seq = case when c.seen_seq >= ${into.lastSeq} then ${first}::integer + v.seen_seq else c.seen_seq end,
      contact = coalesce(c.contact, v.contact), last_at = greatest(c.last_at, v.last_at)
    from conversations v where c.id = ${into.id} and v.id = ${from.id}`.execute(trx)
  await trx.deleteFrom('conversations').where('conversations.id', '=', from.id).execute()
}
