import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { enrolled, everEnrolled } from '#server/backend/db/predicates.ts'
import { HomeworkOutcome, HomeworkSide, HomeworkState, type PeriodKind } from '#shared/contract/enums.ts'
import { dueAt, ownCourses, taskOf } from './own-homework-store.ts'

/** The lesson of which a homework is, for one class or none. */
export interface HomeworkPlace {
  readonly periodId: number
  readonly scheduleId: number | null
}

/** A homework with its task, whether or not anything was handed in. */
export interface HomeworkView {
  /** Null: nothing was handed in yet. */
  id: number | null
  userId: number
  taskId: number
  taskVersion: number
  state: HomeworkState
  /** 0 before the first hand-in. */
  version: number
  roundNo: number
  submittedAt: Date | null
  courseId: number
  courseName: string
  scheduleId: number | null
  scheduleName: string | null
  periodId: number
  periodName: string
  kind: PeriodKind
  hasCoachFilm: boolean
  title: string
  requirement: string
  /** As the timetable has it now; what came has its own. */
  dueAt: Date | null
  closedAt: Date | null
  /** When the class begins; null without one. */
  beginAt: Date | null
  teacherId: number | null
  /** Its learner may hand in: the time of service runs. */
  isActive: boolean
  /** The money for the course went back: its learner reads on, nobody corrects. */
  isRefunded: boolean
  mayShow: boolean
  isExcellent: boolean
}

async function selectView(
  db: Database,
  { userId, where, place }: { userId: RawBuilder<unknown>; where: RawBuilder<unknown>; place: RawBuilder<unknown> },
  now: Date,
): Promise<HomeworkView | undefined> {
  const { rows } = await sql<HomeworkView>`
    select h.id, ${userId}::bigint as user_id, t.id as task_id, t.version as task_version, coalesce(h.state, ${sql.lit(HomeworkState.notComplete)}) as state,
      coalesce(h.version, 0) as version, coalesce(h.round_no, 0) as round_no, h.submitted_at,
      p.id as course_id, p.name as course_name, k.id as schedule_id, k.name as schedule_name,
      e.id as period_id, e.title as period_name, e.kind, e.coach_media_id is not null as has_coach_film,
      t.title, t.requirement, ${dueAt} as due_at, t.closed_at, s.begin_at, coalesce(s.teacher_id, k.teacher_id) as teacher_id,
      exists (select 1 from enrolments n where n.user_id = ${userId} and n.product_id = p.id and n.schedule_id is not distinct from k.id
        and ${enrolled('n', now)}) as is_active,
      not exists (select 1 from enrolments n where n.user_id = ${userId} and n.product_id = p.id and ${everEnrolled('n')}) as is_refunded,
      coalesce(h.may_show, false) as may_show, h.excellent_at is not null as is_excellent
    from ${place}
    join periods e on e.id = q.period_id
    join products p on p.id = e.course_id
    left join class_schedules k on k.id = q.schedule_id
    left join schedule_periods s on s.schedule_id = k.id and s.period_id = e.id
    left join live_rooms r on r.schedule_period_id = s.id and r.begin_at = s.begin_at and r.deleted_at is null
    left join homeworks h on h.user_id = ${userId} and h.period_id = e.id and coalesce(h.schedule_id, 0) = coalesce(q.schedule_id, 0)
    join ${taskOf(sql`e.id`, sql`q.schedule_id`)} on true
    where ${where}`.execute(db)
  return rows[0]
}

/** A homework by its own id, whosever it is. */
export function findHomework(db: Database, id: number, now: Date): Promise<HomeworkView | undefined> {
  const place = sql`(select y.user_id, y.period_id, y.schedule_id, y.id from homeworks y where y.id = ${id}) q`
  return selectView(db, { userId: sql`q.user_id`, where: sql`h.id = ${id}`, place }, now)
}

/** What a lesson asks of a learner who takes it (or has), in the class that they named or are in; undefined when it asks nothing. */
export function findHomeworkOf(
  db: Database,
  userId: number,
  { periodId, scheduleId }: { periodId: number; scheduleId: number | undefined },
  now: Date,
): Promise<HomeworkView | undefined> {
  const place = sql`(
    select e.id as period_id, o.schedule_id from periods e join ${ownCourses(userId, now)} on o.course_id = e.course_id
    where e.id = ${periodId} and (${scheduleId ?? null}::bigint is null or o.schedule_id = ${scheduleId ?? null}::bigint)
    order by o.is_active desc, o.enrolment_id desc limit 1) q`
  return selectView(
    db,
    { userId: sql`${userId}::bigint`, where: sql`e.deleted_at is null and p.deleted_at is null`, place },
    now,
  )
}

/** Pictures of a task, in order. */
export async function listTaskPictures(db: Database, taskId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('homeworkTaskPictures')
    .select('homeworkTaskPictures.url')
    .where('homeworkTaskPictures.taskId', '=', taskId)
    .orderBy('homeworkTaskPictures.sort')
    .execute()
  return rows.map(({ url }) => url)
}

export interface FileRow {
  url: string
  name: string
  contentType: string
}

export interface RoundRow {
  id: number
  roundNo: number
  content: string
  submittedAt: Date
  isLate: boolean
  outcome: HomeworkOutcome | null
  score: number | null
  comment: string | null
  teacherName: string | null
  correctedAt: Date | null
  returnReason: string | null
  returnedAt: Date | null
  markCount: number
  files: FileRow[]
  corrections: FileRow[]
}

/** A learner hands the same homework in so often at most. */
export const mostRounds = 50

/** The rounds that count, the last first: what was taken back or replaced before anybody decided isn't shown. */
export async function listRounds(db: Database, homeworkId: number): Promise<RoundRow[]> {
  const { rows } = await sql<Omit<RoundRow, 'files' | 'corrections'>>`
    select d.id, d.round_no, d.content, d.submitted_at, d.is_late, d.outcome, d.score, d.comment, d.corrected_at, d.return_reason, d.returned_at,
      (select count(*)::int from homework_marks m join homework_files f on f.id = m.file_id where f.round_id = d.id and m.removed_at is null) as mark_count,
      coalesce((select t.name from teachers t where t.user_id = u.id order by t.id limit 1), u.nickname) as teacher_name
    from homework_rounds d left join users u on u.id = coalesce(d.corrected_by, d.returned_by)
    where d.homework_id = ${homeworkId} and (d.outcome is null or d.outcome in (${sql.lit(HomeworkOutcome.returned)}, ${sql.lit(HomeworkOutcome.corrected)}))
    order by d.round_no desc limit ${sql.lit(mostRounds)}`.execute(db)
  const files = await db
    .selectFrom('homeworkFiles')
    .innerJoin('homeworkRounds', 'homeworkRounds.id', 'homeworkFiles.roundId')
    .select([
      'homeworkFiles.roundId',
      'homeworkFiles.side',
      'homeworkFiles.url',
      'homeworkFiles.name',
      'homeworkFiles.contentType',
    ])
    .where('homeworkRounds.homeworkId', '=', homeworkId)
    .orderBy('homeworkFiles.sort')
    .limit(mostRounds * 20)
    .execute()
  const of = (roundId: number, side: HomeworkSide): FileRow[] =>
    files
      .filter((file) => file.roundId === roundId && file.side === side)
      .map(({ url, name, contentType }) => ({ url, name, contentType }))
  return rows.map((row) => ({
    ...row,
    files: of(row.id, HomeworkSide.learner),
    corrections: of(row.id, HomeworkSide.correction),
  }))
}

/** What is handed in. */
export interface HandIn {
  readonly content: string
  readonly files: readonly FileRow[]
  readonly dueAt: Date | null
  readonly isLate: boolean
}

export async function insertFiles(
  trx: Database,
  roundId: number,
  side: HomeworkSide,
  files: readonly FileRow[],
): Promise<void> {
  if (files.length === 0) return
  await trx
    .insertInto('homeworkFiles')
    .values(files.map(({ url, name, contentType }, sort) => ({ roundId, side, sort, url, name, contentType })))
    .execute()
}

async function insertRound(
  trx: Database,
  { homeworkId, roundNo }: { homeworkId: number; roundNo: number },
  { content, files, dueAt: due, isLate }: HandIn,
  now: Date,
): Promise<void> {
  const { id } = await trx
    .insertInto('homeworkRounds')
    .values({ homeworkId, roundNo, content, submittedAt: now, dueAt: due, isLate })
    .returning('homeworkRounds.id')
    .executeTakeFirstOrThrow()
  await insertFiles(trx, id, HomeworkSide.learner, files)
}

/** The first hand-in; undefined when one came before it. */
export async function insertHomework(
  trx: Database,
  {
    userId,
    taskId,
    courseId,
    periodId,
    scheduleId,
  }: Pick<HomeworkView, 'userId' | 'taskId' | 'courseId'> & HomeworkPlace,
  handIn: HandIn,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into homeworks (user_id, task_id, course_id, period_id, schedule_id, state, submitted_at)
    values (${userId}, ${taskId}, ${courseId}, ${periodId}, ${scheduleId}, ${sql.lit(HomeworkState.waitingCorrection)}, ${now})
    on conflict (user_id, period_id, coalesce(schedule_id, 0)) do nothing returning id`.execute(trx)
  const id = rows[0]?.id
  if (id !== undefined) await insertRound(trx, { homeworkId: id, roundNo: 1 }, handIn, now)
  return id
}

/**
 * Another hand-in of the same homework, which isn't corrected: what waited is replaced. False when it isn't as it was read any more.
 */
export async function handInAgain(
  trx: Database,
  { id, version, taskId }: { id: number; version: number; taskId: number },
  handIn: HandIn,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ roundNo: number }>`
    update homeworks set state = ${sql.lit(HomeworkState.waitingCorrection)}, version = version + 1, round_no = round_no + 1, submitted_at = ${now}, task_id = ${taskId}, score = null
    where id = ${id} and version = ${version} and state <> ${sql.lit(HomeworkState.corrected)} and round_no < ${sql.lit(mostRounds)}
    returning round_no`.execute(trx)
  const roundNo = rows[0]?.roundNo
  if (roundNo === undefined) return false
  await sql`
    update homework_rounds set outcome = ${sql.lit(HomeworkOutcome.replaced)}, ended_at = ${now}
    where homework_id = ${id} and outcome is null`.execute(trx)
  await insertRound(trx, { homeworkId: id, roundNo }, handIn, now)
  return true
}

/** Takes back what waits; false when nothing does any more. */
export async function takeBack(trx: Database, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('homeworks')
    .set((eb) => ({ state: HomeworkState.notComplete, version: eb('homeworks.version', '+', 1) }))
    .where('homeworks.id', '=', id)
    .where('homeworks.state', '=', HomeworkState.waitingCorrection)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await trx
    .updateTable('homeworkRounds')
    .set({ outcome: HomeworkOutcome.takenBack, endedAt: now })
    .where('homeworkRounds.homeworkId', '=', id)
    .where('homeworkRounds.outcome', 'is', null)
    .execute()
  return true
}

export async function setMayShow(trx: Database, id: number, mayShow: boolean): Promise<void> {
  await trx.updateTable('homeworks').set({ mayShow }).where('homeworks.id', '=', id).execute()
}

/** Whose homework it is, as whoever corrects it sees them. */
export async function findLearner(
  db: Database,
  userId: number,
): Promise<{ id: number; nickname: string; headImg: string | null }> {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.nickname', 'users.headImg'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
}
