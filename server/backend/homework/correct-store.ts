import { type RawBuilder, sql } from 'kysely'
import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { HomeworkOutcome, HomeworkState } from '#shared/contract/enums.ts'
import { mostQueued } from '#shared/contract/text-lengths.ts'
import { isStillTaught, isToCorrectBy, listQueueCourses } from './queue-right-store.ts'

interface Decision {
  readonly id: number
  /** Of the homework as it was read. */
  readonly version: number
  readonly by: number
}

/** Decides about the round that waits; answers its id, undefined when the homework isn't as it was read any more. */
export async function correctRound(
  trx: Database,
  { id, version, score, comment, by }: Decision & { score: number; comment: string },
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with h as (
      update homeworks set state = ${sql.lit(HomeworkState.corrected)}, version = version + 1, score = ${score}, corrected_at = ${now}
      where id = ${id} and version = ${version} and state = ${sql.lit(HomeworkState.waitingCorrection)} returning id, round_no)
    update homework_rounds d set outcome = ${sql.lit(HomeworkOutcome.corrected)}, score = ${score}, comment = ${comment === '' ? null : comment},
      corrected_by = ${by}, corrected_at = ${now}
    from h where d.homework_id = h.id and d.round_no = h.round_no returning d.id`.execute(trx)
  return rows[0]?.id
}

/** Sends the last round back; answers its id, undefined when the homework isn't as it was read any more. What was said of it before stays. */
export async function returnRound(
  trx: Database,
  { id, version, reason, by }: Decision & { reason: string },
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with h as (
      update homeworks set state = ${sql.lit(HomeworkState.notComplete)}, version = version + 1, corrected_at = null, score = null, excellent_at = null, excellent_by = null
      where id = ${id} and version = ${version} and state <> ${sql.lit(HomeworkState.notComplete)} returning id, round_no)
    update homework_rounds d set outcome = ${sql.lit(HomeworkOutcome.returned)}, return_reason = ${reason}, returned_by = ${by}, returned_at = ${now}
    from h where d.homework_id = h.id and d.round_no = h.round_no returning d.id`.execute(trx)
  return rows[0]?.id
}

/** False when it was so already. */
export async function setExcellent(
  trx: Database,
  { id, isExcellent, by }: { id: number; isExcellent: boolean; by: number },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update homeworks set excellent_at = ${isExcellent ? now : null}, excellent_by = ${isExcellent ? by : null}
    where id = ${id} and state = ${sql.lit(HomeworkState.corrected)} and (excellent_at is not null) <> ${isExcellent}::boolean returning id`.execute(
    trx,
  )
  return rows.length > 0
}

export interface QueueRow {
  id: number
  nickname: string
  headImg: string | null
  title: string
  courseId: number
  courseName: string
  periodName: string
  scheduleName: string | null
  state: HomeworkState
  roundNo: number
  submittedAt: Date
  isLate: boolean
  score: number | null
}

export interface QueueFilter extends PageInput {
  readonly state: number
  readonly courseId?: number | undefined
  readonly scheduleId?: number | undefined
}

function queueOf(session: Session, { state, courseId, scheduleId }: QueueFilter, now: Date): RawBuilder<unknown> {
  const waits = state === HomeworkState.waitingCorrection
  // asked row by row in the queue's order, of the first rows only: as a join it would be made of all of them
  return sql`h.state = ${sql.lit(state)} and h.user_id <> ${session.userId} and ${waits ? sql`(select ${isStillTaught('h')})` : sql`true`}
    and (${courseId ?? null}::bigint is null or h.course_id = ${courseId ?? null}::bigint)
    and (${scheduleId ?? null}::bigint is null or h.schedule_id = ${scheduleId ?? null}::bigint)
    and ${isToCorrectBy(session, now)}`
}

/** The oldest first; of what was corrected the newest. */
function orderOf({ state }: QueueFilter): RawBuilder<unknown> {
  return state === HomeworkState.corrected ? sql`h.corrected_at desc, h.id desc` : sql`h.submitted_at, h.id`
}

/** SQL: ids of the first `most` of somebody's queue, in its order; of each of their courses by itself, so that no other one is looked at. */
async function firstOf(
  db: Database,
  session: Session,
  { filter, most }: { filter: QueueFilter; most: number },
  now: Date,
): Promise<RawBuilder<unknown>> {
  const order = orderOf(filter)
  const found = (courses: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`select h.id, h.submitted_at, h.corrected_at from homeworks h where ${courses} and ${queueOf(session, filter, now)} order by ${order} limit ${sql.lit(most)}`
  const courses = filter.courseId === undefined ? await listQueueCourses(db, session) : undefined
  if (courses === undefined) return found(sql`true`)
  return sql`
    select h.id, h.submitted_at, h.corrected_at from unnest(${courses}::bigint[]) c(id) cross join lateral (${found(sql`h.course_id = c.id`)}) h
    order by ${order} limit ${sql.lit(most)}`
}

/** Homework that is the caller's to correct, what has waited longest first; or what was corrected, the newest first. */
export async function listQueue(db: Database, session: Session, filter: QueueFilter, now: Date): Promise<QueueRow[]> {
  const order = orderOf(filter)
  const offset = Math.min(offsetOf(filter), mostQueued)
  const most = Math.min(offset + rowsOf(filter), mostQueued)
  const first = await firstOf(db, session, { filter, most }, now)
  // the page first, then what is shown of it
  const { rows } = await sql<QueueRow>`
    with page as materialized (select f.id from (${first}) f offset ${sql.lit(offset)})
    select h.id, u.nickname, u.head_img, t.title, p.id as course_id, p.name as course_name, e.title as period_name, k.name as schedule_name,
      h.state, h.round_no, h.submitted_at, d.is_late, h.score
    from page join homeworks h on h.id = page.id
    join users u on u.id = h.user_id join homework_tasks t on t.id = h.task_id join products p on p.id = h.course_id join periods e on e.id = h.period_id
    join homework_rounds d on d.homework_id = h.id and d.round_no = h.round_no
    left join class_schedules k on k.id = h.schedule_id
    order by ${order}`.execute(db)
  return rows
}

/** How long a queue is, as far as it is shown. `isWhole`: nothing waits behind that. */
export async function countQueue(
  db: Database,
  session: Session,
  filter: QueueFilter,
  now: Date,
): Promise<{ total: number; isWhole: boolean }> {
  const first = await firstOf(db, session, { filter, most: mostQueued + 1 }, now)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (${first}) c`.execute(db)
  const total = rows[0]?.total ?? 0
  return { total: Math.min(total, mostQueued), isWhole: total <= mostQueued }
}
