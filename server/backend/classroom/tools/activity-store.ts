import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'

export interface ActivityRow {
  id: number
  name: string
  roomId: number | null
  beginAt: Date
  endAt: Date
  drawsPerUser: number
  secret: string
}

export interface PrizeRow {
  id: number
  name: string
  img: string | null
  kind: 'coupon' | 'goods'
  refId: number | null
  weight: number
  stock: number | null
}

export async function findActivity(db: Database, id: number): Promise<ActivityRow | undefined> {
  return db
    .selectFrom('activities')
    .select([
      'activities.id',
      'activities.name',
      'activities.roomId',
      'activities.beginAt',
      'activities.endAt',
      'activities.drawsPerUser',
      'activities.secret',
    ])
    .where('activities.id', '=', id)
    .executeTakeFirst()
}

export async function listPrizes(db: Database, activityId: number): Promise<PrizeRow[]> {
  return db
    .selectFrom('activityPrizes')
    .select([
      'activityPrizes.id',
      'activityPrizes.name',
      'activityPrizes.img',
      'activityPrizes.kind',
      'activityPrizes.refId',
      'activityPrizes.weight',
      'activityPrizes.stock',
    ])
    .where('activityPrizes.activityId', '=', activityId)
    .orderBy('activityPrizes.id')
    .execute()
}

/** One learner's draws go one after another; until the transaction ends. */
export async function lockDraws(trx: Database, activityId: number, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`draw/${activityId}/${userId}`}, 0))`.execute(trx)
}

/** Takes one of a prize; false when there is none left. */
export async function takePrize(trx: Database, activityId: number, prizeId: number): Promise<boolean> {
  const { rows } =
    await sql`update activity_prizes set stock = stock - 1 where id = ${prizeId} and activity_id = ${activityId} and (stock is null or stock > 0) returning id`.execute(
      trx,
    )
  return rows.length > 0
}

/** Puts one back, in the transaction that took it. */
export async function returnPrize(trx: Database, prizeId: number): Promise<void> {
  await sql`update activity_prizes set stock = stock + 1 where id = ${prizeId}`.execute(trx)
}

export interface NewDraw {
  readonly activityId: number
  readonly userId: number
  readonly drawNo: number
  readonly prizeId: number | null
  readonly now: Date
  /** What the learner's page put into it. */
  readonly clientValue: string | null
}

/** Writes a draw down; false when it isn't the activity's time, or no draw is left: then the transaction must be rolled back. */
export async function insertDraw(
  trx: Database,
  { activityId, userId, drawNo, prizeId, now, clientValue }: NewDraw,
): Promise<boolean> {
  const { rows } = await sql`
    insert into activity_draws (activity_id, user_id, draw_no, prize_id, at, client_value)
    select a.id, ${userId}::bigint, ${drawNo}::int, ${prizeId}::bigint, ${now}::timestamptz, ${clientValue}::text from activities a
    where a.id = ${activityId} and ${now}::timestamptz >= a.begin_at and ${now}::timestamptz < a.end_at and ${drawNo}::int <= a.draws_per_user
    on conflict (activity_id, user_id, draw_no) do nothing returning id`.execute(trx)
  return rows.length > 0
}

export interface DrawRow {
  drawNo: number
  prizeId: number | null
  clientValue: string | null
  at: Date
}

/** A learner's draws in their order. */
export function listDraws(db: Database, activityId: number, userId: number): Promise<DrawRow[]> {
  return db
    .selectFrom('activityDraws')
    .select(['activityDraws.drawNo', 'activityDraws.prizeId', 'activityDraws.clientValue', 'activityDraws.at'])
    .where('activityDraws.activityId', '=', activityId)
    .where('activityDraws.userId', '=', userId)
    .orderBy('activityDraws.drawNo')
    .execute()
}

export interface WonRow {
  prizeId: number
  name: string
  img: string | null
  kind: string
  at: Date
}

export async function listWon(db: Database, activityId: number, userId: number): Promise<WonRow[]> {
  const { rows } = await sql<WonRow>`
    select p.id as prize_id, p.name, p.img, p.kind, d.at from activity_draws d join activity_prizes p on p.id = d.prize_id
    where d.activity_id = ${activityId} and d.user_id = ${userId} order by d.id`.execute(db)
  return rows
}
