import { sql } from 'kysely'
import type { LessonRow, RoomRow } from '#server/backend/classroom/room/room-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import { CommentState, EnrolmentStatus, OrderStatus } from '#shared/contract/enums.ts'

/** The evaluation of the room's class may be given: orders of those who are enrolled say so; when the class is simply over, of those who were there. */
export async function openEvaluation(
  db: Database,
  room: Pick<RoomRow, 'id' | 'productId' | 'scheduleId'>,
  of: 'enrolled' | 'attended',
): Promise<void> {
  if (room.productId === null) return
  await sql`
    update orders o set comment_state = ${CommentState.notCommented}, version = o.version + 1
    where o.comment_state = ${CommentState.notComplete} and o.status in (${OrderStatus.allPaid}, ${OrderStatus.partRefund}) and o.id in (
      select e.order_id from enrolments e
      where e.product_id = ${room.productId} and e.status = ${sql.lit(EnrolmentStatus.active)} and (e.schedule_id is null or e.schedule_id = ${room.scheduleId}::bigint)
        and (${of === 'enrolled'} or exists (select 1 from room_members m where m.room_id = ${room.id} and m.user_id = e.user_id and m.watch_sec > 0)))`.execute(
    db,
  )
}

/** What an evaluation is about: a lesson as one class has it. */
export type EvaluatedLesson = Pick<LessonRow, 'periodId' | 'schedulePeriodId' | 'endAt'>

/**
 * Whether a lesson may be evaluated: the class has ended (by the clock or by its staff; a class that comes round again has ended once
 * already), or its staff asked for it.
 */
export async function isLessonOver(db: Database, lesson: EvaluatedLesson, now: Date): Promise<boolean> {
  if (lesson.endAt !== null && lesson.endAt <= now) return true
  const { schedulePeriodId } = lesson
  return sharedRead(db, `end of lesson ${schedulePeriodId}`, async () => {
    const { rows } = await sql`
      select 1 from live_rooms r
      where r.schedule_period_id = ${schedulePeriodId}::bigint and r.deleted_at is null
        and (r.ended_at is not null or r.end_at <= ${now} or exists (select 1 from live_pushes p where p.room_id = r.id and p.kind = 'evaluate')) limit 1`.execute(
      db,
    )
    return rows.length > 0
  })
}

async function hasEvaluated(db: Database, userId: number, periodId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from live_evaluations v where v.user_id = ${userId} and v.period_id = ${periodId}`.execute(db)
  return rows.length > 0
}

/**
 * Whether this learner was in a class of the lesson, as was written down while it was on, has entered one that is still on, or has watched
 * its replay to the end.
 */
export async function hasAttended(db: Database, userId: number, periodId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select 1 from room_members m join live_rooms r on r.id = m.room_id where m.user_id = ${userId} and r.period_id = ${periodId}
        and (m.watch_sec > 0 or (r.ended_at is null and r.begin_at <= ${now} and r.end_at > ${now})))
      or exists (select 1 from learn_progress p where p.user_id = ${userId} and p.period_id = ${periodId} and p.finished_at is not null)`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether this learner may evaluate the lesson now: it is over, they were there, and have not yet. */
export async function isEvaluationOpen(
  db: Database,
  lesson: EvaluatedLesson,
  userId: number,
  now: Date,
): Promise<boolean> {
  if (!(await isLessonOver(db, lesson, now)) || (await hasEvaluated(db, userId, lesson.periodId))) return false
  return hasAttended(db, userId, lesson.periodId, now)
}

export interface NewEvaluation {
  readonly userId: number
  readonly periodId: number
  readonly productId: number
  readonly score: number
  readonly tags: readonly string[]
  readonly content: string
  readonly now: Date
}

/** Keeps an evaluation; false when this learner has given one for the lesson. Their order counts as commented. */
export async function insertEvaluation(
  trx: Database,
  { userId, periodId, productId, score, tags, content, now }: NewEvaluation,
): Promise<boolean> {
  const { rows } = await sql<{ orderId: number | null }>`
    insert into live_evaluations (user_id, period_id, order_id, score, tags, content, at)
    values (${userId}, ${periodId}, (select max(e.order_id) from enrolments e where e.user_id = ${userId} and e.product_id = ${productId} and e.status = ${sql.lit(EnrolmentStatus.active)}),
      ${score}, ${[...tags]}::text[], ${content}, ${now})
    on conflict (user_id, period_id) do nothing returning order_id`.execute(trx)
  const row = rows[0]
  if (!row) return false
  await sql`update orders set comment_state = ${CommentState.commented}, version = version + 1
    where id = ${row.orderId}::bigint and user_id = ${userId} and comment_state in (${CommentState.notComplete}, ${CommentState.notCommented})`.execute(
    trx,
  )
  return true
}
