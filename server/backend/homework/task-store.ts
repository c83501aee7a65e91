import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { HomeworkState } from '#shared/contract/enums.ts'
import { notCancelled } from '#server/backend/db/predicates.ts'
import { isStillTaught } from './queue-right-store.ts'

export interface TaskRow {
  id: number
  periodId: number
  periodName: string
  scheduleId: number | null
  title: string
  requirement: string
  pictures: string[]
  dueHours: number | null
  dueAt: Date | null
  closedAt: Date | null
  version: number
  handedIn: number
  waiting: number
}

/** Of which course's lessons, and of which class beside those for everybody. */
export interface WhichTasks {
  readonly courseId: number
  readonly scheduleId: number | undefined
}

function tasksOf({ courseId, scheduleId }: WhichTasks): RawBuilder<unknown> {
  return sql`homework_tasks t join periods e on e.id = t.period_id and e.deleted_at is null
    where e.course_id = ${courseId} and (t.schedule_id is null or t.schedule_id = ${scheduleId ?? null}::bigint)`
}

/** In the order of the lessons; the one for everybody before the class's own. */
export async function listTasks(db: Database, which: WhichTasks, page: PageInput): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select t.id, t.period_id, e.title as period_name, t.schedule_id, t.title, t.requirement, t.due_hours, t.due_at, t.closed_at, t.version,
      coalesce((select array_agg(x.url order by x.sort) from homework_task_pictures x where x.task_id = t.id), '{}') as pictures,
      (select count(*)::int from homeworks h where h.task_id = t.id and h.state > ${sql.lit(HomeworkState.notComplete)}) as handed_in,
      (select count(*)::int from homeworks h where h.task_id = t.id and h.state = ${sql.lit(HomeworkState.waitingCorrection)} and ${isStillTaught('h')}) as waiting
    from ${tasksOf(which)} order by e.sequence_no, t.schedule_id nulls first limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(
    db,
  )
  return rows
}

export async function countTasks(db: Database, which: WhichTasks): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from ${tasksOf(which)} limit ${sql.lit(countLimit)}) c`.execute(db)
  return rows[0]?.total ?? 0
}

/** Where a task is: of which course, and who teaches the class that it is for. */
export interface TaskPlace {
  periodId: number
  courseId: number
  scheduleId: number | null
  teacherId: number | null
}

/** A lesson, and a class of its course when one is named; undefined when there is none of that kind. */
export async function findTaskPlace(
  db: Database,
  periodId: number,
  scheduleId: number | undefined,
): Promise<TaskPlace | undefined> {
  const { rows } = await sql<TaskPlace>`
    select e.id as period_id, e.course_id, k.id as schedule_id, coalesce(s.teacher_id, k.teacher_id) as teacher_id
    from periods e join products p on p.id = e.course_id and p.deleted_at is null
    left join class_schedules k on k.id = ${scheduleId ?? null}::bigint and k.product_id = p.id and ${notCancelled('k')}
    left join schedule_periods s on s.schedule_id = k.id and s.period_id = e.id
    where e.id = ${periodId} and e.deleted_at is null and (${scheduleId ?? null}::bigint is null or k.id is not null)`.execute(
    db,
  )
  return rows[0]
}

/** Whether somebody is a teacher of the course itself, not of a class of it alone. */
export async function teachesCourse(db: Database, userId: number, courseId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from product_teachers pt join teachers t on t.id = pt.teacher_id
    where pt.product_id = ${courseId} and t.user_id = ${userId} limit 1`.execute(db)
  return rows.length > 0
}

/** Who teaches a class of a course; undefined when the course has no such class. */
export async function findClassTeacher(
  db: Database,
  { courseId, scheduleId }: WhichTasks,
): Promise<{ teacherId: number | null } | undefined> {
  if (scheduleId === undefined) return { teacherId: null }
  return db
    .selectFrom('classSchedules')
    .select('classSchedules.teacherId')
    .where('classSchedules.id', '=', scheduleId)
    .where('classSchedules.productId', '=', courseId)
    .executeTakeFirst()
}

/** What is set. */
export interface TaskWords {
  readonly periodId: number
  readonly scheduleId: number | null
  readonly title: string
  readonly requirement: string
  readonly pictures: readonly string[]
  readonly dueHours: number | null
  readonly dueAt: Date | null
}

/** Sets a task (`version` 0) or changes the one that was read; undefined when there is another by now. The lesson says from then on that it has homework. */
export async function saveTask(
  trx: Database,
  { periodId, scheduleId, title, requirement, pictures, dueHours, dueAt }: TaskWords,
  { version, by }: { version: number; by: number },
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into homework_tasks as t (period_id, schedule_id, title, requirement, due_hours, due_at, created_by, created_at, updated_at)
    values (${periodId}, ${scheduleId}, ${title}, ${requirement}, ${dueHours}, ${dueAt}, ${by}, ${now}, ${now})
    on conflict (period_id, coalesce(schedule_id, 0)) do update set title = excluded.title, requirement = excluded.requirement,
      due_hours = excluded.due_hours, due_at = excluded.due_at, updated_at = excluded.updated_at, version = t.version + 1
      where t.version = ${version}
    returning id`.execute(trx)
  const id = rows[0]?.id
  if (id === undefined) return undefined
  await trx.deleteFrom('homeworkTaskPictures').where('homeworkTaskPictures.taskId', '=', id).execute()
  if (pictures.length > 0)
    await trx
      .insertInto('homeworkTaskPictures')
      .values(pictures.map((url, sort) => ({ taskId: id, sort, url })))
      .execute()
  await trx.updateTable('periods').set({ hasHomework: true }).where('periods.id', '=', periodId).execute()
  return id
}

export async function findTask(
  db: Database,
  id: number,
): Promise<{ periodId: number; scheduleId: number | null; closedAt: Date | null } | undefined> {
  return db
    .selectFrom('homeworkTasks')
    .select(['homeworkTasks.periodId', 'homeworkTasks.scheduleId', 'homeworkTasks.closedAt'])
    .where('homeworkTasks.id', '=', id)
    .executeTakeFirst()
}

/** False when it isn't as it was read any more. */
export async function closeTask(
  trx: Database,
  { id, version, isClosed }: { id: number; version: number; isClosed: boolean },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update homework_tasks set closed_at = ${isClosed ? now : null}, updated_at = ${now}, version = version + 1
    where id = ${id} and version = ${version} returning id`.execute(trx)
  return rows.length > 0
}
