import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { activeAccount, enrolled } from '#server/backend/db/predicates.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import type { SentMessage } from '#shared/contract/staff-message.ts'

/** What staff say to others. */
export interface NewMessage {
  readonly title: string
  readonly smallTitle: string | null
  readonly contentHtml: string
  readonly buttonName: string | null
  readonly buttonUrl: string | null
  readonly needConfirm: boolean
  readonly allowClose: boolean
  readonly audience: SentMessage['audience']
  readonly audienceId: number | null
  /** Makes it happen once. */
  readonly ref: string
  readonly createdBy: number
}

interface SentRow {
  id: number
  title: string
  audience: SentMessage['audience']
  audienceId: number | null
  needConfirm: boolean
  createdAt: Date
  withdrawnAt: Date | null
  deliveredAt: Date | null
}

const columns = sql`m.id, m.title, m.audience, m.audience_id, m.need_confirm, m.created_at, m.withdrawn_at, m.delivered_at`

function toSent({ createdAt, withdrawnAt, deliveredAt, ...row }: SentRow): SentMessage {
  return {
    ...row,
    sentTime: createdAt.getTime(),
    withdrawnTime: withdrawnAt?.getTime() ?? null,
    deliveredTime: deliveredAt?.getTime() ?? null,
  }
}

/** Writes a message down; undefined when the same one (`ref`) stands already. Nobody has it yet. */
export async function insertSent(trx: Database, at: Date, message: NewMessage): Promise<number | undefined> {
  const row = await trx
    .insertInto('notifyMessages')
    .values({ ...message, topic: null, createdAt: at })
    .onConflict((conflict) => conflict.column('ref').doNothing())
    .returning('notifyMessages.id')
    .executeTakeFirst()
  return row?.id
}

/** The message of this `ref`. */
export async function findSentByRef(db: Database, ref: string): Promise<SentMessage | undefined> {
  const { rows } = await sql<SentRow>`select ${columns} from notify_messages m where m.ref = ${ref}`.execute(db)
  return rows[0] && toSent(rows[0])
}

/** A message of the staff; undefined for one that an event of the school wrote. */
export async function findSent(db: Database, id: number): Promise<SentMessage | undefined> {
  const { rows } =
    await sql<SentRow>`select ${columns} from notify_messages m where m.id = ${id} and m.created_by is not null`.execute(
      db,
    )
  return rows[0] && toSent(rows[0])
}

/** Messages of the staff, the newest first, and how many there are. */
export async function listSent(db: Database, page: PageInput): Promise<{ rows: SentMessage[]; total: number }> {
  const { rows } = await sql<SentRow>`
    select ${columns} from notify_messages m where m.created_by is not null
    order by m.created_at desc, m.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(db)
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from notify_messages m where m.created_by is not null limit ${countLimit}) c`.execute(
    db,
  )
  return { rows: rows.map(toSent), total: counts[0]?.count ?? 0 }
}

/** Gives a message to some accounts (SQL: a query of their keys); who has it already keeps it as it is. Answers to how many. */
async function deliver(trx: Database, id: number, at: Date, receivers: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`
    insert into user_messages (message_id, user_id, received_at, kind, awaits_confirm)
    select m.id, r.id, ${at}::timestamptz, 'notice', m.need_confirm from notify_messages m, (${receivers}) r where m.id = ${id}
    on conflict (message_id, user_id) do nothing returning id`.execute(trx)
  return rows.length
}

async function markDelivered(trx: Database, id: number, at: Date): Promise<void> {
  await trx.updateTable('notifyMessages').set({ deliveredAt: at }).where('notifyMessages.id', '=', id).execute()
}

/** Gives a message to one account. */
export async function deliverToUser(trx: Database, id: number, at: Date, userId: number): Promise<void> {
  await deliver(trx, id, at, sql`select u.id from users u where u.id = ${userId}`)
  await markDelivered(trx, id, at)
}

/** Gives a message to all who are in a class. Answers to how many. */
export async function deliverToSchedule(trx: Database, id: number, at: Date, scheduleId: number): Promise<number> {
  const count = await deliver(
    trx,
    id,
    at,
    sql`select distinct n.user_id as id from enrolments n join users u on u.id = n.user_id and ${activeAccount('u')}
      where n.schedule_id = ${scheduleId} and ${enrolled('n', at)}`,
  )
  await markDelivered(trx, id, at)
  return count
}

/** Messages that are still on their way to everybody. */
export async function listGoingOut(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from notify_messages m
    where m.created_by is not null and m.delivered_at is null and m.withdrawn_at is null order by m.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Gives a message to the next accounts in the order of their keys, as far as they were there when it was sent; marks it delivered when
 * there are no more. Two processes at once: one waits, and goes on where the other has ended. Answers how many accounts it looked at.
 */
export async function deliverToNext(trx: Database, id: number, at: Date, most: number): Promise<number> {
  const { rows } = await sql<{ createdAt: Date; deliveredUntil: number | null }>`
    select m.created_at, m.delivered_until from notify_messages m
    where m.id = ${id} and m.delivered_at is null and m.withdrawn_at is null for update`.execute(trx)
  const message = rows[0]
  if (!message) return 0
  const { rows: next } = await sql<{ id: number }>`
    select u.id from users u where u.id > ${message.deliveredUntil ?? 0} and ${activeAccount('u')}
      and u.created_at <= ${message.createdAt} order by u.id limit ${most}`.execute(trx)
  const last = next.at(-1)
  if (!last) {
    await markDelivered(trx, id, at)
    return 0
  }
  await deliver(trx, id, at, sql`select unnest(${next.map((user) => user.id)}::bigint[]) as id`)
  await trx.updateTable('notifyMessages').set({ deliveredUntil: last.id }).where('notifyMessages.id', '=', id).execute()
  return next.length
}

/** Takes a message back: nobody sees it any more. False when it was taken back before. */
export async function withdrawSent(trx: Database, id: number, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('notifyMessages')
    .set({ withdrawnAt: now })
    .where('notifyMessages.id', '=', id)
    .where('notifyMessages.withdrawnAt', 'is', null)
    .returning('notifyMessages.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Who has a message. */
export interface Receiver {
  readonly userId: number
  readonly nickname: string | null
  readonly receivedAt: Date
  readonly readAt: Date | null
  readonly confirmedAt: Date | null
}

/** A page of those who have it, who read it last first, then who hasn't. */
export async function listReceivers(db: Database, id: number, page: PageInput): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select u.user_id, p.nickname, u.received_at, u.read_at, u.confirmed_at from user_messages u join users p on p.id = u.user_id
    where u.message_id = ${id} order by u.read_at desc nulls last, u.id limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(
    db,
  )
  return rows
}

/** How many have it, have read it and have confirmed it. */
export async function countReceivers(
  db: Database,
  id: number,
): Promise<{ all: number; readers: number; confirmed: number }> {
  const { rows } = await sql<{ all: number; readers: number; confirmed: number }>`
    select count(*)::int as "all", count(u.read_at)::int as readers, count(u.confirmed_at)::int as confirmed
    from user_messages u where u.message_id = ${id}`.execute(db)
  return rows[0] ?? { all: 0, readers: 0, confirmed: 0 }
}

/** Whether there is such an account that is in use. */
export async function hasActiveUser(db: Database, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from users u where u.id = ${id} and ${activeAccount('u')}`.execute(db)
  return rows.length > 0
}

/** Whether there is such a class. */
export async function hasSchedule(db: Database, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from class_schedules k where k.id = ${id}`.execute(db)
  return rows.length > 0
}
