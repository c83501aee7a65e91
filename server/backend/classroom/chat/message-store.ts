import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import { CustomMessage, type ImUserType, type SystemMessage } from '#shared/contract/enums.ts'
import type { GiftContent, ImMessage, SystemContent, TextContent } from '#shared/contract/im-fields.ts'

/** Most messages of one answer. */
export const mostMessages = 200

interface MessageRow {
  seq: number
  clientMsgId: string | null
  fromUserId: number | null
  fakeStudentId: number | null
  userType: ImUserType | null
  customType: CustomMessage | null
  systemType: SystemMessage | null
  content: object
  sentAt: Date
  recalledAt: Date | null
  nickname: string | null
  headImg: string | null
}

/** What is to be the next one of a room. */
export interface NewMessage {
  fromUserId: number | null
  /** Said by a student of a demonstration instead. */
  fakeStudentId?: number
  userType?: ImUserType
  clientMsgId?: string
  customType?: CustomMessage
  systemType?: SystemMessage
  content: object
}

/**
 * Makes everything that changes a room's chat wait for each other; call it first in a transaction. The statements after it see what
 * the one before has committed: a message that comes after a mute is refused, a second try finds the first.
 */
export async function lockGroup(trx: Database, groupId: number): Promise<void> {
  await sql`select 1 from im_groups g where g.id = ${groupId} for update`.execute(trx)
}

/** The number that a message of this sender already has. */
export async function findSent(
  db: Database,
  groupId: number,
  userId: number,
  clientMsgId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('imMessages')
    .select('imMessages.seq')
    .where('imMessages.groupId', '=', groupId)
    .where('imMessages.fromUserId', '=', userId)
    .where('imMessages.clientMsgId', '=', clientMsgId)
    .executeTakeFirst()
  return row?.seq
}

/**
 * Appends a message under the room's next number; a number is taken only together with its message, so there are no gaps.
 * Undefined: its sender is muted, nothing was written. Staff and the system can't be (`mayBeMuted` false).
 */
export async function appendMessage(
  trx: Database,
  groupId: number,
  { message, now, mayBeMuted }: { message: NewMessage; now: Date; mayBeMuted: boolean },
): Promise<ImMessage | undefined> {
  const { rows } = await sql<{ seq: number }>`
    with g as (
      update im_groups set last_seq = last_seq + 1
      where id = ${groupId} and not (${mayBeMuted}::boolean and exists (
        select 1 from im_mutes m where m.group_id = ${groupId} and m.user_id = ${message.fromUserId}::bigint
          and m.lifted_at is null and (m.until_at is null or m.until_at > ${now})))
      returning id, last_seq)
    insert into im_messages (group_id, seq, client_msg_id, from_user_id, fake_student_id, user_type, custom_type, system_type, content, sent_at)
    select g.id, g.last_seq, ${message.clientMsgId ?? null}::text, ${message.fromUserId}::bigint, ${message.fakeStudentId ?? null}::bigint, ${message.userType ?? null}::text,
      ${message.customType ?? null}::smallint, ${message.systemType ?? null}::smallint, ${JSON.stringify(message.content)}::jsonb, ${now}::timestamptz
    from g returning seq`.execute(trx)
  const seq = rows[0]?.seq
  return seq === undefined
    ? undefined
    : (await selectMessages(trx, groupId, { where: sql`m.seq = ${seq}`, order: sql`m.seq`, size: 1 }))[0]
}

interface MessageRange {
  readonly beforeSeq?: number | undefined
  readonly afterSeq?: number | undefined
  readonly size: number
}

/** Messages in the order of their numbers: the newest before a number, else the first after one, else the newest of all. */
export function listMessages(db: Database, groupId: number, range: MessageRange): Promise<ImMessage[]> {
  const { beforeSeq, afterSeq, size } = range
  return sharedRead(db, `messages of ${groupId} ${beforeSeq} ${afterSeq} ${size}`, () =>
    selectRange(db, groupId, range),
  )
}

async function selectRange(
  db: Database,
  groupId: number,
  { beforeSeq, afterSeq, size }: MessageRange,
): Promise<ImMessage[]> {
  if (afterSeq !== undefined)
    return selectMessages(db, groupId, {
      where: sql`m.seq > ${afterSeq} and (${beforeSeq ?? null}::bigint is null or m.seq < ${beforeSeq ?? null}::bigint)`,
      order: sql`m.seq`,
      size,
    })
  const newest = await selectMessages(db, groupId, {
    where: beforeSeq === undefined ? sql`true` : sql`m.seq < ${beforeSeq}`,
    order: sql`m.seq desc`,
    size,
  })
  return newest.reverse()
}

/** What was said and given within a time, both ends included, without what was taken back. */
export async function listSpoken(
  db: Database,
  groupId: number,
  { since, until, size }: { since: Date; until: Date; size: number },
): Promise<ImMessage[]> {
  return selectMessages(db, groupId, {
    where: sql`m.sent_at >= ${since} and m.sent_at <= ${until} and m.system_type is null and m.recalled_at is null`,
    order: sql`m.seq`,
    size,
  })
}

async function selectMessages(
  db: Database,
  groupId: number,
  { where, order, size }: { where: RawBuilder<unknown>; order: RawBuilder<unknown>; size: number },
): Promise<ImMessage[]> {
  const { rows } = await sql<MessageRow>`
    select m.seq, m.client_msg_id, m.from_user_id, m.fake_student_id, m.user_type, m.custom_type, m.system_type, m.content, m.sent_at, m.recalled_at,
      coalesce(u.nickname, f.nickname) as nickname, coalesce(u.head_img, f.head_img) as head_img
    from im_messages m left join users u on u.id = m.from_user_id left join fake_students f on f.id = m.fake_student_id
    where m.group_id = ${groupId} and ${where} order by ${order} limit ${size}`.execute(db)
  return rows.map(toMessage)
}

function toMessage(row: MessageRow): ImMessage {
  const recalled = row.recalledAt !== null
  const isGift = row.customType === CustomMessage.gift
  const said = row.systemType === null && !recalled
  return {
    seq: row.seq,
    clientMsgId: row.systemType === null ? row.clientMsgId : null,
    from: row.systemType === null ? senderOf(row) : null,
    type: row.systemType !== null ? 'system' : row.customType !== null ? 'custom' : 'text',
    customType: row.customType,
    systemType: row.systemType,
    text: said && !isGift ? (row.content as TextContent) : null,
    gift: said && isGift ? (row.content as GiftContent) : null,
    system: row.systemType === null ? null : (row.content as SystemContent),
    time: row.sentAt.getTime(),
    recalled,
  }
}

function senderOf({ fromUserId, fakeStudentId, nickname, headImg, userType }: MessageRow): ImMessage['from'] {
  return {
    userId: fromUserId === null ? `fake-${fakeStudentId}` : String(fromUserId),
    nickname: nickname ?? '',
    headImg,
    userType: userType ?? 'freeStudy',
  }
}

/**
 * Takes the words out of a message for good. 'taken': they were gone already; undefined: no such message, or not this caller's to
 * take back (`only`: of this author, and not before that time).
 */
export async function eraseMessage(
  trx: Database,
  groupId: number,
  { seq, by, now, only }: { seq: number; by: number; now: Date; only?: { author: number; since: Date } | undefined },
): Promise<'erased' | 'taken' | 'foreign' | undefined> {
  const row = await trx
    .selectFrom('imMessages')
    .select(['imMessages.fromUserId', 'imMessages.sentAt', 'imMessages.recalledAt'])
    .where('imMessages.groupId', '=', groupId)
    .where('imMessages.seq', '=', seq)
    .where('imMessages.systemType', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  if (only && row.fromUserId !== only.author) return 'foreign'
  if (row.recalledAt !== null) return 'taken'
  if (only && row.sentAt < only.since) return 'foreign'
  await trx
    .updateTable('imMessages')
    .set({ content: '{}', recalledAt: now, recalledBy: by })
    .where('imMessages.groupId', '=', groupId)
    .where('imMessages.seq', '=', seq)
    .where('imMessages.recalledAt', 'is', null)
    .execute()
  return 'erased'
}
