import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { HomeworkState, PeriodKind } from '#shared/contract/enums.ts'
import { enrolled, everEnrolled, notCancelled } from '#server/backend/db/predicates.ts'

/** One task of a learner with what they handed in, if anything. */
export interface OwnHomeworkRow {
  id: number | null
  taskId: number
  title: string
  courseId: number
  courseName: string
  coverImg: string | null
  periodId: number
  periodName: string
  scheduleId: number | null
  scheduleName: string | null
  state: HomeworkState
  isReturned: boolean
  dueAt: Date | null
  isLate: boolean
  isClosed: boolean
  submittedAt: Date | null
  score: number | null
}

/** Which of them. */
export interface OwnHomeworkFilter {
  readonly state?: number | undefined
  readonly courseId?: number | undefined
  readonly scheduleId?: number | undefined
  readonly periodId?: number | undefined
}

const state = HomeworkState

/**
 * SQL: the courses `o` that somebody takes or has taken, by class; money that went back took them away. `is_active`: their time of service
 * runs.
 */
export function ownCourses(userId: number, now: Date): RawBuilder<unknown> {
  return sql`(
    select n.product_id as course_id, n.schedule_id, bool_or(${enrolled('n', now)}) as is_active,
      max(n.id) as enrolment_id
    from enrolments n where n.user_id = ${userId} and ${everEnrolled('n')} group by n.product_id, n.schedule_id) o`
}

/** SQL: the task `t` of a lesson for a class; the class's own goes before the one for everybody. */
export function taskOf(periodId: RawBuilder<unknown>, scheduleId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lateral (
    select x.* from homework_tasks x where x.period_id = ${periodId} and (x.schedule_id is null or x.schedule_id = ${scheduleId})
    order by x.schedule_id nulls last limit 1) t`
}

/**
 * SQL: the same task `t` where many lessons `e` are looked through for theirs: a plain join, so that the database may begin with the tasks
 * instead of asking for each lesson's.
 */
function tasksOf(periodId: RawBuilder<unknown>, scheduleId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`homework_tasks t on t.period_id = ${periodId} and (t.schedule_id = ${scheduleId} or (t.schedule_id is null
    and not exists (select 1 from homework_tasks x where x.period_id = t.period_id and x.schedule_id = ${scheduleId})))`
}

/** SQL: when a task `t` is due for a class at its time `s` with its room `r`; the class's real end counts. */
export const dueAt: RawBuilder<Date | null> = sql`coalesce(t.due_at, coalesce(r.ended_at, r.end_at, s.end_at) + make_interval(hours => t.due_hours))`

/**
 * SQL: every task of a learner. One of a class stands from the class's beginning on; one of a recorded lesson once it was begun; what was
 * handed in stays. Tasks that were closed before anything came are left out, and so are those of a time of service that is over.
 */
function ownTasks(userId: number, now: Date): RawBuilder<unknown> {
  return sql`(
    select h.id, t.id as task_id, t.title, o.course_id, p.name as course_name, p.cover_img, e.id as period_id, e.title as period_name,
      o.schedule_id, k.name as schedule_name, coalesce(h.state, ${sql.lit(state.notComplete)}) as state,
      coalesce(h.state = ${sql.lit(state.notComplete)} and d.outcome = 1, false) as is_returned,
      case when h.state > ${sql.lit(state.notComplete)} then d.due_at else ${dueAt} end as due_at,
      coalesce(h.state > ${sql.lit(state.notComplete)} and d.is_late, false) as is_late, t.closed_at is not null as is_closed,
      h.submitted_at, h.score, e.sequence_no
    from ${ownCourses(userId, now)}
    join periods e on e.course_id = o.course_id and e.deleted_at is null
    join products p on p.id = o.course_id and p.deleted_at is null
    join ${tasksOf(sql`e.id`, sql`o.schedule_id`)}
    left join class_schedules k on k.id = o.schedule_id
    left join schedule_periods s on s.schedule_id = o.schedule_id and s.period_id = e.id
    left join live_rooms r on r.schedule_period_id = s.id and r.begin_at = s.begin_at and r.deleted_at is null
    left join homeworks h on h.user_id = ${userId} and h.period_id = e.id and coalesce(h.schedule_id, 0) = coalesce(o.schedule_id, 0)
    left join homework_rounds d on d.homework_id = h.id and d.round_no = h.round_no
    where h.id is not null or (o.is_active and t.closed_at is null and (k.id is null or ${notCancelled('k')}) and case
      when e.kind = ${sql.lit(PeriodKind.video)} then exists (select 1 from learn_progress w where w.user_id = ${userId} and w.period_id = e.id)
      else s.begin_at <= ${now} end)) x`
}

function matching({ courseId, scheduleId, periodId }: OwnHomeworkFilter): RawBuilder<boolean> {
  return sql<boolean>`(${courseId ?? null}::bigint is null or x.course_id = ${courseId ?? null}::bigint)
    and (${scheduleId ?? null}::bigint is null or x.schedule_id = ${scheduleId ?? null}::bigint)
    and (${periodId ?? null}::bigint is null or x.period_id = ${periodId ?? null}::bigint)`
}

/** What is to be done first, the soonest due before others; then what was handed in, the newest first. */
export async function listOwnHomework(
  db: Database,
  userId: number,
  filter: OwnHomeworkFilter & PageInput,
  now: Date,
): Promise<OwnHomeworkRow[]> {
  const { rows } = await sql<OwnHomeworkRow>`
    select x.* from ${ownTasks(userId, now)}
    where ${matching(filter)} and (${filter.state ?? null}::int is null or x.state = ${filter.state ?? null}::int)
    order by x.state <> ${sql.lit(state.notComplete)}, x.state = ${sql.lit(state.notComplete)} and x.is_closed, case when x.state = ${sql.lit(state.notComplete)} then x.due_at end, x.submitted_at desc nulls last,
      x.course_id, x.sequence_no
    limit ${rowsOf(filter)} offset ${offsetOf(filter)}`.execute(db)
  return rows
}

/** What is due in a span of time and not done, the soonest first. */
export async function listDueHomework(
  db: Database,
  userId: number,
  { from, to }: { readonly from: Date; readonly to: Date },
  now: Date,
): Promise<OwnHomeworkRow[]> {
  const { rows } = await sql<OwnHomeworkRow>`
    select x.* from ${ownTasks(userId, now)}
    where x.state = ${sql.lit(state.notComplete)} and not x.is_closed and x.due_at >= ${from} and x.due_at < ${to}
    order by x.due_at, x.course_id, x.sequence_no limit ${sql.lit(mostChoices)}`.execute(db)
  return rows
}

/** How many stand in each state. */
export interface HomeworkCounts {
  notComplete: number
  waitingCorrection: number
  corrected: number
}

export async function countOwnHomework(
  db: Database,
  userId: number,
  filter: OwnHomeworkFilter,
  now: Date,
): Promise<HomeworkCounts> {
  const { rows } = await sql<HomeworkCounts>`
    select count(*) filter (where c.state = ${sql.lit(state.notComplete)})::int as not_complete,
      count(*) filter (where c.state = ${sql.lit(state.waitingCorrection)})::int as waiting_correction,
      count(*) filter (where c.state = ${sql.lit(state.corrected)})::int as corrected
    from (select x.state from ${ownTasks(userId, now)} where ${matching(filter)} limit ${sql.lit(countLimit)}) c`.execute(
    db,
  )
  return rows[0] ?? { notComplete: 0, waitingCorrection: 0, corrected: 0 }
}

interface Named {
  id: number
  name: string
}

/** More courses, classes or lessons than this nobody chooses from. */
const mostChoices = 200

/** Courses of a learner in which homework is set. */
export async function listCoursesWithHomework(db: Database, userId: number, now: Date): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select p.id, p.name from products p join (
      select o.course_id, max(o.enrolment_id) as last from ${ownCourses(userId, now)}
      where exists (select 1 from periods e join homework_tasks t on t.period_id = e.id and (t.schedule_id is null or t.schedule_id = o.schedule_id)
        where e.course_id = o.course_id and e.deleted_at is null)
      group by o.course_id) c on c.course_id = p.id
    where p.deleted_at is null order by c.last desc limit ${sql.lit(mostChoices)}`.execute(db)
  return rows
}

/** Classes of a course that a learner takes or has taken, the last joined first. */
export async function listOwnSchedules(db: Database, userId: number, courseId: number, now: Date): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select k.id, k.name from ${ownCourses(userId, now)} join class_schedules k on k.id = o.schedule_id
    where o.course_id = ${courseId} order by o.is_active desc, o.enrolment_id desc limit ${sql.lit(mostChoices)}`.execute(
    db,
  )
  return rows
}

export interface PeriodWithHomework extends Named {
  homeworkId: number | null
  state: HomeworkState
}

/** Lessons in which homework is set for a learner, in their order; of one course, of one class, or of all. */
export async function listPeriodsWithHomework(
  db: Database,
  userId: number,
  { courseId, scheduleId }: Pick<OwnHomeworkFilter, 'courseId' | 'scheduleId'>,
  now: Date,
): Promise<PeriodWithHomework[]> {
  const { rows } = await sql<PeriodWithHomework>`
    select e.id, e.title as name, h.id as homework_id, coalesce(h.state, ${sql.lit(state.notComplete)}) as state
    from ${ownCourses(userId, now)}
    join periods e on e.course_id = o.course_id and e.deleted_at is null
    join ${taskOf(sql`e.id`, sql`o.schedule_id`)} on true
    left join homeworks h on h.user_id = ${userId} and h.period_id = e.id and coalesce(h.schedule_id, 0) = coalesce(o.schedule_id, 0)
    where (${courseId ?? null}::bigint is null or o.course_id = ${courseId ?? null}::bigint)
      and (${scheduleId ?? null}::bigint is null or o.schedule_id = ${scheduleId ?? null}::bigint)
    order by o.course_id, e.sequence_no, o.schedule_id nulls first limit ${sql.lit(mostChoices)}`.execute(db)
  return rows
}
