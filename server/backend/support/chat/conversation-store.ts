import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { type ConversationEvent, ConversationSide } from '#shared/contract/enums.ts'
import { type StaffRole, staffRoleNames } from '#shared/contract/staff-rights.ts'
import type { SupportMessage } from '#shared/contract/support.ts'

/** Whose a conversation is: an account's, or a browser's by the hash of its secret. */
export type ConversationOwner = { readonly userId: number } | { readonly visitorHash: Buffer }

/** A conversation as it stands. */
export interface Conversation {
  id: number
  userId: number | null
  contact: string | null
  lastSeq: number
  seenSeq: number
  answeredSeq: number
  roundNo: number
  agentId: number | null
  waitingSince: Date | null
  hoursOverAt: Date | null
  lastAt: Date
  /** Of the last round. */
  openedAt: Date | null
  isOnDuty: boolean | null
  ticketNo: string | null
  firstAnswerAt: Date | null
  closedAt: Date | null
  rating: number | null
}

const columns = sql`c.id, c.user_id, c.contact, c.last_seq, c.seen_seq, c.answered_seq, c.round_no, c.agent_id, c.waiting_since, c.hours_over_at, c.last_at,
  r.opened_at, r.is_on_duty, r.ticket_no, r.first_answer_at, r.closed_at, r.rating`
const withRound = sql`conversations c left join conversation_rounds r on r.conversation_id = c.id and r.round_no = c.round_no`

function ofOwner(owner: ConversationOwner): RawBuilder<unknown> {
  return 'userId' in owner ? sql`c.user_id = ${owner.userId}` : sql`c.visitor_hash = ${owner.visitorHash}`
}

async function selectOne(db: Database, where: RawBuilder<unknown>): Promise<Conversation | undefined> {
  const { rows } = await sql<Conversation>`select ${columns} from ${withRound} where ${where}`.execute(db)
  return rows[0]
}

export function findConversation(db: Database, owner: ConversationOwner): Promise<Conversation | undefined> {
  return selectOne(db, ofOwner(owner))
}

export function findConversationById(db: Database, id: number): Promise<Conversation | undefined> {
  return selectOne(db, sql`c.id = ${id}`)
}

/** Makes everything that changes a conversation wait for each other; what is read after it is what the one before has committed. */
export async function lockConversation(trx: Database, id: number): Promise<Conversation | undefined> {
  await sql`select 1 from conversations c where c.id = ${id} for update`.execute(trx)
  return findConversationById(trx, id)
}

/** The owner's conversation, begun when there is none. */
export async function openConversation(trx: Database, owner: ConversationOwner, now: Date): Promise<Conversation> {
  const [userId, visitorHash] = 'userId' in owner ? [owner.userId, null] : [null, owner.visitorHash]
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into conversations (user_id, visitor_hash, created_at, last_at)
      values (${userId}::bigint, ${visitorHash}::bytea, ${now}::timestamptz, ${now}::timestamptz) on conflict do nothing returning id)
    select id from made union all select c.id from conversations c where ${ofOwner(owner)}`.execute(trx)
  // two first words at once: the other's row is committed by now
  const id = rows[0]?.id ?? (await findConversation(trx, owner))?.id
  const found = id === undefined ? undefined : await lockConversation(trx, id)
  if (!found) throw new Error('A conversation that was just opened is gone.')
  return found
}

/** What is to be said next. */
export interface NewMessage {
  readonly side: ConversationSide
  readonly event?: ConversationEvent
  readonly agentId?: number
  readonly clientMsgId?: string
  readonly content: string
  readonly pictures?: readonly { readonly url: string; readonly name: string; readonly contentType: string }[]
}

/** Appends under the next number, in the round that runs; a number is taken only together with its message, so there are no gaps. The conversation is locked. */
export async function appendMessage(trx: Database, id: number, message: NewMessage, now: Date): Promise<number> {
  const { side, event = null, agentId = null, clientMsgId = null, content, pictures = [] } = message
  const { rows } = await sql<{ seq: number }>`
    with c as (update conversations set last_seq = last_seq + 1, last_at = ${now} where id = ${id} returning id, last_seq, round_no)
    insert into conversation_messages (conversation_id, seq, round_no, side, event, agent_id, client_msg_id, content, sent_at)
    select c.id, c.last_seq, c.round_no, ${side}::smallint, ${event}::smallint, ${agentId}::bigint, ${clientMsgId}::text, ${content}::text, ${now}::timestamptz
    from c returning seq`.execute(trx)
  const seq = rows[0]?.seq
  if (seq === undefined) throw new Error(`There is no conversation ${id}.`)
  if (pictures.length > 0)
    await trx
      .insertInto('conversationPictures')
      .values(pictures.map((picture, sort) => ({ conversationId: id, seq, sort, ...picture })))
      .execute()
  return seq
}

/** The number that a message of this side already has. */
export async function findSent(
  db: Database,
  conversationId: number,
  side: ConversationSide,
  clientMsgId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('conversationMessages')
    .select('conversationMessages.seq')
    .where('conversationMessages.conversationId', '=', conversationId)
    .where('conversationMessages.side', '=', side)
    .where('conversationMessages.clientMsgId', '=', clientMsgId)
    .executeTakeFirst()
  return row?.seq
}

/** What an agent is called: what they are in the school; administrators have no role beside that. */
function agentTitle(role: StaffRole | null): string {
  return role === null ? '客服' : `${staffRoleNames[role]}老师`
}

interface MessageRow {
  seq: number
  side: ConversationSide
  event: ConversationEvent | null
  content: string
  clientMsgId: string | null
  sentAt: Date
  role: StaffRole | null
  pictures: { url: string; name: string }[]
}

function toMessage({ content, sentAt, role, ...row }: MessageRow): SupportMessage {
  return {
    ...row,
    text: content,
    agentRole: row.side === ConversationSide.agent ? agentTitle(role) : null,
    sentTime: sentAt.getTime(),
  }
}

/** The messages after a number, else the newest before one, else the newest of all; in the order of their numbers. */
export async function listMessages(
  db: Database,
  conversationId: number,
  { afterSeq, beforeSeq, size }: { afterSeq?: number | undefined; beforeSeq?: number | undefined; size: number },
): Promise<SupportMessage[]> {
  const isForward = afterSeq !== undefined
  const { rows } = await sql<MessageRow>`
    select m.seq, m.side, m.event, m.content, m.client_msg_id, m.sent_at,
      (select min(x.role) from user_roles x where x.user_id = m.agent_id) as role,
      coalesce((select jsonb_agg(jsonb_build_object('url', p.url, 'name', p.name) order by p.sort)
        from conversation_pictures p where p.conversation_id = m.conversation_id and p.seq = m.seq), '[]'::jsonb) as pictures
    from conversation_messages m
    where m.conversation_id = ${conversationId} and m.seq > ${afterSeq ?? 0} and (${beforeSeq ?? null}::integer is null or m.seq < ${beforeSeq ?? null}::integer)
    order by ${isForward ? sql`m.seq` : sql`m.seq desc`} limit ${size}`.execute(db)
  const messages = rows.map(toMessage)
  return isForward ? messages : messages.reverse()
}

/** How many answers came after the number up to which the owner has seen it. */
export async function countUnread(
  db: Database,
  { id, seenSeq }: Pick<Conversation, 'id' | 'seenSeq'>,
): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::integer as unread from (select 1 from conversation_messages m
      where m.conversation_id = ${id} and m.seq > ${seenSeq} and m.side = ${sql.lit(ConversationSide.agent)} limit 100) x`.execute(
    db,
  )
  return rows[0]?.unread ?? 0
}

/** Seen up to a number, never further than there are messages, and never back. */
export async function markSeen(db: Database, id: number, upTo: number): Promise<void> {
  await sql`update conversations set seen_seq = least(${upTo}::integer, last_seq) where id = ${id} and seen_seq < ${upTo}`.execute(
    db,
  )
}

export async function setContact(trx: Database, id: number, contact: string): Promise<void> {
  await trx.updateTable('conversations').set({ contact }).where('conversations.id', '=', id).execute()
}

/** That nobody is there was said, or is no longer so. */
export async function setHoursOver(trx: Database, id: number, at: Date | null): Promise<void> {
  await trx.updateTable('conversations').set({ hoursOverAt: at }).where('conversations.id', '=', id).execute()
}

/** The owner waits from now on, unless they did already. */
export async function setWaiting(trx: Database, id: number, now: Date): Promise<void> {
  await sql`update conversations set waiting_since = coalesce(waiting_since, ${now}::timestamptz) where id = ${id}`.execute(
    trx,
  )
}

/** How many wait longer than this one, and how long the last answers took: the median in seconds of at least five of the last week. */
export async function readQueuePlace(
  db: Database,
  { id, waitingSince }: { id: number; waitingSince: Date },
  weekAgo: Date,
): Promise<{ ahead: number; medianSec: number | null }> {
  const { rows } = await sql<{ ahead: number; medianSec: number | null }>`
    select (select count(*)::integer from (select 1 from conversations c where (c.waiting_since, c.id) < (${waitingSince}::timestamptz, ${id}::bigint) limit 1000) x) as ahead,
      (select case when count(*) >= 5 then percentile_cont(0.5) within group (order by r.answer_sec) end from (
        select r.answer_sec from conversation_rounds r where r.opened_at > ${weekAgo} and r.is_on_duty and r.answer_sec is not null
        order by r.opened_at desc limit 50) r) as median_sec`.execute(db)
  return rows[0] ?? { ahead: 0, medianSec: null }
}

/** What the agent who has it is in the school. */
export async function findAgentRole(db: Database, agentId: number): Promise<string> {
  const row = await db
    .selectFrom('userRoles')
    .select('userRoles.role')
    .where('userRoles.userId', '=', agentId)
    .orderBy('userRoles.role')
    .limit(1)
    .executeTakeFirst()
  return agentTitle(row?.role ?? null)
}

/** The last words of its owner. */
export async function findSaid(db: Database, id: number): Promise<string> {
  const row = await db
    .selectFrom('conversationMessages')
    .select('conversationMessages.content')
    .where('conversationMessages.conversationId', '=', id)
    .where('conversationMessages.side', '=', ConversationSide.owner)
    .orderBy('conversationMessages.seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.content || '（图片）'
}

/** Whether a picture was sent in a conversation that somebody has, or may read as staff. */
export async function isConversationPicture(
  db: Database,
  url: string,
  { userId, isStaff }: { userId: number; isStaff: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from conversation_pictures p join conversations c on c.id = p.conversation_id
    where p.url = ${url} and (${isStaff} or c.user_id = ${userId}) limit 1`.execute(db)
  return rows.length > 0
}
