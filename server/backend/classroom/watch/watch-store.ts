import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { gathered } from '#server/backend/db/gathered.ts'
import type { OtherPlayer } from '#shared/contract/play-fields.ts'

/** Without a heartbeat a player counts for so long. */
const leaseMs = 30_000

export interface NewWatch {
  readonly id: string
  readonly userId: number
  /** Null: of a room for questions. */
  readonly periodId: number | null
  readonly scheduleId: number | null
  readonly roomId: number | null
  readonly device: string
}

export async function insertWatch(trx: Database, watch: NewWatch, now: Date): Promise<void> {
  await trx
    .insertInto('playWatches')
    .values({ ...watch, begunAt: now, beatAt: now })
    .execute()
}

interface Opening extends NewWatch {
  /** The player that the same page had before; its own id when there was none. */
  readonly former: string
}

/** Opens a player and takes the account's lease for it, as `holdLease` does; many in one statement, because a class comes in at once. */
export function openLeased(db: Database, watch: NewWatch, former: string | undefined, now: Date): Promise<boolean> {
  const { periodId, scheduleId, roomId } = watch
  const opening = { ...watch, former: former ?? watch.id }
  return gathered(db, `players of ${periodId} ${scheduleId} ${roomId}`, opening, (openings) =>
    openAllLeased(db, openings, now),
  )
}

/** All of one lesson and room. Of an account only one at a time: the database refuses two, and then each comes by itself. */
async function openAllLeased(db: Database, openings: readonly Opening[], now: Date): Promise<boolean[]> {
  const [first] = openings
  const column = <K extends keyof Opening>(name: K): Opening[K][] => openings.map((opening) => opening[name])
  const { rows } = await sql<{ userId: number }>`
    with given as (
      select * from unnest(${column('id')}::uuid[], ${column('userId')}::bigint[], ${column('device')}::text[], ${column('former')}::uuid[])
        as g(id, user_id, device, former)),
    opened as (
      insert into play_watches (id, user_id, period_id, schedule_id, room_id, device, begun_at, beat_at)
      select g.id, g.user_id, ${first?.periodId ?? null}::bigint, ${first?.scheduleId ?? null}::bigint, ${first?.roomId ?? null}::bigint, g.device,
        ${now}::timestamptz, ${now}::timestamptz
      from given g returning user_id, id)
    insert into play_leases (user_id, watch_id, expires_at)
    select o.user_id, o.id, ${new Date(now.getTime() + leaseMs)}::timestamptz from opened o order by o.user_id
    ${unlessAnotherPlays(sql`(select g.former from given g where g.id = excluded.watch_id)`, now)}
    returning user_id`.execute(db)
  const held = new Set(rows.map(({ userId }) => userId))
  return openings.map(({ userId }) => held.has(userId))
}

/** A player with what its heartbeats are measured by. */
export interface WatchRow {
  id: string
  /** Null: of a room for questions. */
  periodId: number | null
  scheduleId: number | null
  begunAt: Date
  beatAt: Date
  /** Seconds of the lesson; 0: unknown. */
  durationSec: number
  filmSec: number | null
  filmRepeats: boolean | null
  /** Null for recorded lessons. */
  roomId: number | null
  /** The earlier one of the timetable's begin and the real one. */
  roomBeginAt: Date | null
  roomStartedAt: Date | null
  roomEndAt: Date | null
  roomIsOver: boolean | null
}

/** A player of this learner; undefined for unknown ones and those of others. A room begins and ends when its teacher did. */
export async function findWatch(db: Database, id: string, userId: number): Promise<WatchRow | undefined> {
  const { rows } = await sql<WatchRow>`
    select w.id, w.period_id, w.schedule_id, w.begun_at, w.beat_at, coalesce(e.duration_sec, 0) as duration_sec, m.duration_sec as film_sec, m.repeats as film_repeats,
      w.room_id, least(r.started_at, r.begin_at) as room_begin_at, r.started_at as room_started_at,
      coalesce(r.ended_at, r.end_at) as room_end_at, r.ended_at is not null as room_is_over
    from play_watches w
    left join periods e on e.id = w.period_id
    left join live_rooms r on r.id = w.room_id
    left join media_assets m on m.id = coalesce(r.media_id, e.media_id)
    where w.id = ${id} and w.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** A lease changes hands when it is over, or belongs to the player itself or to one that it replaces. */
function unlessAnotherPlays(former: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`
    on conflict (user_id) do update set watch_id = excluded.watch_id, expires_at = excluded.expires_at
    where play_leases.expires_at <= ${now} or play_leases.watch_id in (excluded.watch_id, ${former})
      -- a clock that was set back must not lock anybody out
      or play_leases.expires_at > ${new Date(now.getTime() + 2 * leaseMs)}`
}

/** Takes or renews the account's one lease for a player; false while another player's is alive, which nobody loses by this. The lease stays locked until a transaction ends. */
export async function holdLease(
  trx: Database,
  lease: { userId: number; watchId: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into play_leases (user_id, watch_id, expires_at)
    values (${lease.userId}, ${lease.watchId}, ${new Date(now.getTime() + leaseMs)})
    ${unlessAnotherPlays(sql`excluded.watch_id`, now)}
    returning user_id`.execute(trx)
  return rows.length > 0
}

/** Whether the account's lease belongs to this player of this lesson; nothing is renewed by asking. */
export async function hasLease(
  db: Database,
  lease: { userId: number; watchId: string; periodId: number },
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('playLeases')
    .innerJoin('playWatches', 'playWatches.id', 'playLeases.watchId')
    .select('playLeases.userId')
    .where('playLeases.userId', '=', lease.userId)
    .where('playLeases.watchId', '=', lease.watchId)
    .where('playLeases.expiresAt', '>', now)
    .where('playWatches.periodId', '=', lease.periodId)
    .executeTakeFirst()
  return row !== undefined
}

/** The player that has the account's lease now; nothing is renewed by asking. */
export async function findLeaseHolder(db: Database, userId: number, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('playLeases')
    .select('playLeases.watchId')
    .where('playLeases.userId', '=', userId)
    .where('playLeases.expiresAt', '>', now)
    // left from a clock that was set back
    .where('playLeases.expiresAt', '<=', new Date(now.getTime() + 2 * leaseMs))
    .executeTakeFirst()
  return row?.watchId
}

/** Gives the lease to a player, whoever has it; its time counts from now. */
export async function moveLease(trx: Database, lease: { userId: number; watchId: string }, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + leaseMs)
  await trx
    .insertInto('playLeases')
    .values({ ...lease, expiresAt })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ watchId: lease.watchId, expiresAt }))
    .execute()
  await trx
    .updateTable('playWatches')
    .set({ begunAt: now, beatAt: now })
    .where('playWatches.id', '=', lease.watchId)
    .execute()
}

/** The player has gone: others need not ask. */
export async function releaseLease(trx: Database, watchId: string, now: Date): Promise<void> {
  await trx.updateTable('playLeases').set({ expiresAt: now }).where('playLeases.watchId', '=', watchId).execute()
}

/** The player that has the account's lease, in words. */
export async function findOtherPlayer(db: Database, userId: number): Promise<OtherPlayer | null> {
  const { rows } = await sql<{ device: string; title: string; begunAt: Date }>`
    select w.device, coalesce(e.title, r.title) as title, w.begun_at from play_leases l join play_watches w on w.id = l.watch_id
    left join periods e on e.id = w.period_id left join live_rooms r on r.id = w.room_id
    where l.user_id = ${userId}`.execute(db)
  const row = rows[0]
  return row ? { device: row.device, title: row.title, begunTime: row.begunAt.getTime() } : null
}

/** What a heartbeat leaves behind at its player. */
export async function updateBeat(trx: Database, watchId: string, beatAt: Date, playedSec: number): Promise<void> {
  await sql`update play_watches set beat_at = ${beatAt}, watched_sec = watched_sec + ${Math.round(playedSec)} where id = ${watchId}`.execute(
    trx,
  )
}
