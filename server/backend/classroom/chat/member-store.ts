import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { gathered } from '#server/backend/db/gathered.ts'
import type { ImUserType } from '#shared/contract/enums.ts'
import { AccountStatus } from '#shared/contract/enums.ts'
import type { ImUser } from '#shared/contract/im.ts'

/** Most people of one list. */
const mostMembers = 500

interface MemberRow {
  userId: number
  nickname: string
  headImg: string | null
  userType: ImUserType
  isEstoppel: boolean
  untilAt: Date | null
  onLine: boolean
}

/** A mute of `u` that is in force; there is one at most. */
const joinMute = (groupId: number, now: Date): RawBuilder<unknown> =>
  sql`left join im_mutes x on x.group_id = ${groupId} and x.user_id = u.id and x.lifted_at is null and (x.until_at is null or x.until_at > ${now})`

function toUser<T extends Pick<MemberRow, 'userId' | 'untilAt'>>({
  userId,
  untilAt,
  ...row
}: T): Omit<T, 'userId' | 'untilAt'> & { userId: string; untilTime: number | null } {
  return { ...row, userId: String(userId), untilTime: untilAt?.getTime() ?? null }
}

/** Writes down that somebody is of a room, and answers how they appear there; in one statement, because a class comes in at once. */
export async function saveMember(
  trx: Database,
  room: { id: number; groupId: number },
  { userId, userType, now }: { userId: number; userType: ImUserType; now: Date },
): Promise<Omit<ImUser, 'userType'>> {
  return (await seatMember(trx, room, { userId, userType }, now)).member
}

interface Arrival {
  readonly userId: number
  readonly userType: ImUserType
}

interface Seat {
  readonly member: Omit<ImUser, 'userType'>
  readonly phone: string | null
}

/** The same, with the person's number: never for others. */
export function seatMember(
  trx: Database,
  room: { id: number; groupId: number },
  arrival: Arrival,
  now: Date,
): Promise<Seat> {
  return gathered(trx, `seats of room ${room.id}`, arrival, (arrivals) => seatMembers(trx, room, arrivals, now))
}

/** Rows are taken in one order, whoever came first: two processes don't wait for each other. */
async function seatMembers(
  trx: Database,
  room: { id: number; groupId: number },
  arrivals: readonly Arrival[],
  now: Date,
): Promise<Seat[]> {
  const types = new Map(arrivals.map(({ userId, userType }) => [userId, userType]))
  const { rows } = await sql<Omit<MemberRow, 'onLine' | 'userType'> & { phone: string | null }>`
    with saved as (
      insert into room_members (room_id, user_id, user_type, entered_at, last_seen_at)
      select ${room.id}, g.user_id, g.user_type, ${now}, ${now}
      from unnest(${[...types.keys()]}::bigint[], ${[...types.values()]}::text[]) as g(user_id, user_type) order by g.user_id
      on conflict (room_id, user_id) do update set user_type = excluded.user_type, last_seen_at = excluded.last_seen_at returning user_id)
    select u.id as user_id, u.nickname, u.head_img, u.phone, x.id is not null as is_estoppel, x.until_at
    from saved s, lateral (select * from users where users.id = s.user_id offset 0) u ${joinMute(room.groupId, now)}`.execute(
    trx,
  )
  const seats = new Map(rows.map(({ phone, ...member }) => [member.userId, { member: toUser(member), phone }]))
  return arrivals.map(({ userId }) => {
    const seat = seats.get(userId)
    if (!seat) throw new Error(`user ${userId} could not be made one of room ${room.id}`)
    return seat
  })
}

/** People of a room: staff first, then who is there, by name; `search` is a part of the name. */
export async function listMembers(
  db: Database,
  room: { id: number; groupId: number },
  { online, search, now }: { online: readonly string[]; search: string; now: Date },
): Promise<(ImUser & { onLine: boolean })[]> {
  const { rows } = await sql<MemberRow>`
    select u.id as user_id, u.nickname, u.head_img, m.user_type, x.id is not null as is_estoppel, x.until_at, u.id = any(${online.map(Number)}::bigint[]) as on_line
    from room_members m join users u on u.id = m.user_id ${joinMute(room.groupId, now)}
    where m.room_id = ${room.id} and u.account_status <> ${sql.lit(AccountStatus.deregistered)} and (${search} = '' or position(lower(${search}) in lower(u.nickname)) > 0)
    order by (m.user_type in ('vip', 'freeStudy')), on_line desc, u.nickname, u.id limit ${mostMembers}`.execute(db)
  return rows.map(toUser)
}

/** People of a room, and those who have written in it, by their ids; others are left out. */
export async function findMembers(
  db: Database,
  room: { id: number; groupId: number },
  userIds: readonly number[],
  now: Date,
): Promise<ImUser[]> {
  const { rows } = await sql<Omit<MemberRow, 'onLine'>>`
    select u.id as user_id, u.nickname, u.head_img, x.id is not null as is_estoppel, x.until_at,
      coalesce(m.user_type, (select w.user_type from im_messages w where w.group_id = ${room.groupId} and w.from_user_id = u.id and w.user_type is not null order by w.seq desc limit 1)) as user_type
    from users u left join room_members m on m.room_id = ${room.id} and m.user_id = u.id ${joinMute(room.groupId, now)}
    where u.id = any(${userIds}::bigint[])
      and (m.user_id is not null or exists (select 1 from im_messages w where w.group_id = ${room.groupId} and w.from_user_id = u.id and w.user_type is not null))
    order by u.id`.execute(db)
  return rows.map(toUser)
}

/** Deletes what was written down of tickets that nobody can use any more; answers how many there were. */
export async function forgetOldTickets(trx: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('imTickets').where('imTickets.expiresAt', '<', now).executeTakeFirst()
  return Number(numDeletedRows)
}
