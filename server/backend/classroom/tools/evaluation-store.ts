import { sql } from 'kysely'
import type { LessonRow, RoomRow } from '#server/backend/classroom/room/room-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import { CommentState, EnrolmentStatus, OrderStatus, PeriodKind } from '#shared/contract/enums.ts'

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
export type EvaluatedLesson = Pick<LessonRow, 'periodId' | 'kind' | 'schedulePeriodId' | 'endAt'>

/**
 * Whether a lesson may be evaluated: the class has ended (by the clock or by its staff; a class that comes round again has ended once
 * already), or its staff asked for it. A film is over for whoever has seen it whole, which is for `hasAttended` to say.
 */
export async function isLessonOver(db: Database, lesson: EvaluatedLesson, now: Date): Promise<boolean> {
  if (lesson.kind === PeriodKind.video) return true
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

/** A lesson that somebody may evaluate, in the class in which they had it. */
export interface UnevaluatedLesson {
  courseId: number
  periodId: number
  scheduleId: number | null
  sequenceNo: number
  title: string
}

/**
 * Lessons that this learner had (a class that is over and in which they were, or one finished) and hasn't evaluated: those of `periodIds`,
 * or the latest of each of `courseIds`.
 */
export async function listUnevaluated(
  db: Database,
  userId: number,
  of: { readonly periodIds: readonly number[] } | { readonly courseIds: readonly number[] },
  now: Date,
): Promise<UnevaluatedLesson[]> {
  const isWanted =
    'periodIds' in of
      ? sql`e.id = any(${[...of.periodIds]}::bigint[])`
      : sql`e.course_id = any(${[...of.courseIds]}::bigint[])`
  const { rows } = await sql<UnevaluatedLesson>`
    select distinct on (${'periodIds' in of ? sql`e.id` : sql`e.course_id`}) e.course_id, e.id as period_id, h.schedule_id, e.sequence_no, e.title
    from (
      select r.period_id, s.schedule_id, coalesce(r.ended_at, r.end_at) as at from room_members m
      join live_rooms r on r.id = m.room_id and r.deleted_at is null left join schedule_periods s on s.id = r.schedule_period_id
      where m.user_id = ${userId} and m.watch_sec > 0 and m.user_type in ('vip', 'freeStudy') and coalesce(r.ended_at, r.end_at) <= ${now}
      union all
      select p.period_id, p.schedule_id, p.finished_at from learn_progress p where p.user_id = ${userId} and p.finished_at is not null) h
    join periods e on e.id = h.period_id and e.deleted_at is null and ${isWanted}
    where not exists (select 1 from live_evaluations v where v.user_id = ${userId} and v.period_id = e.id)
    order by ${'periodIds' in of ? sql`e.id` : sql`e.course_id`}, h.at desc, e.id desc`.execute(db)
  return rows
}

/**
 * The order of a course that a learner has finished whole may be evaluated; of a class system when all courses that came with it are.
 * To be called when these learners have finished a lesson.
 */
export async function openFinishedCourse(trx: Database, userIds: readonly number[], periodId: number): Promise<void> {
  if (userIds.length === 0) return
  await sql`
    update orders o set comment_state = ${CommentState.notCommented}, version = o.version + 1
    where o.user_id = any(${[...userIds]}::bigint[]) and o.comment_state = ${CommentState.notComplete}
      and o.status in (${OrderStatus.allPaid}, ${OrderStatus.partRefund})
      and o.id in (select n.order_id from enrolments n join periods e on e.course_id = n.product_id
        where e.id = ${periodId} and n.user_id = any(${[...userIds]}::bigint[]) and n.status = ${sql.lit(EnrolmentStatus.active)})
      and not exists (
        select 1 from enrolments x join periods q on q.course_id = x.product_id and q.deleted_at is null
        left join learn_progress l on l.period_id = q.id and l.user_id = x.user_id
        where x.order_id = o.id and x.status = ${sql.lit(EnrolmentStatus.active)} and l.finished_at is null)`.execute(
    trx,
  )
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
