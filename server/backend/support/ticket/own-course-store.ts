import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { everEnrolled } from '#server/backend/db/predicates.ts'
import { TicketKind } from '#shared/contract/enums.ts'

/** Something that can be chosen. */
export interface ChoiceRow {
  id: number
  name: string
}

/** More than anybody has, or than a list to choose from can hold. */
const mostChoices = 200

/** What somebody has or had, the last first; `isCharge`: only what costs something. Money that went back took it away. */
export async function listCourseChoices(db: Database, userId: number, isCharge: boolean): Promise<ChoiceRow[]> {
  const { rows } = await sql<ChoiceRow>`
    select p.id, p.name from products p
    join (select n.product_id, max(n.id) as last from enrolments n where n.user_id = ${userId} and ${everEnrolled('n')} group by n.product_id) o
      on o.product_id = p.id
    where p.deleted_at is null and (p.is_charge or ${!isCharge}) order by o.last desc limit ${sql.lit(mostChoices)}`.execute(
    db,
  )
  return rows
}

/** Whether somebody has or had a course; `isCharge`: one that costs something. Without an id: any. */
export async function hasCourse(
  db: Database,
  userId: number,
  { courseId, isCharge }: { courseId?: number | undefined; isCharge: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from enrolments n join products p on p.id = n.product_id
    where n.user_id = ${userId} and ${everEnrolled('n')} and p.deleted_at is null and (p.is_charge or ${!isCharge})
      and (${courseId ?? null}::bigint is null or p.id = ${courseId ?? null}::bigint) limit 1`.execute(db)
  return rows.length > 0
}

/** Lessons of a course, in its order. */
export async function listPeriodChoices(db: Database, courseId: number): Promise<ChoiceRow[]> {
  const { rows } = await sql<ChoiceRow>`
    select e.id, e.title as name from periods e where e.course_id = ${courseId} and e.deleted_at is null
    order by e.sequence_no limit ${sql.lit(mostChoices)}`.execute(db)
  return rows
}

export async function isPeriodOf(db: Database, courseId: number, periodId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from periods e where e.id = ${periodId} and e.course_id = ${courseId} and e.deleted_at is null`.execute(db)
  return rows.length > 0
}

/** SQL: the courses of one (of a programme: those in it, too), and the classes of them that somebody is or was in, as `courses` and `classes`. */
function taught(userId: RawBuilder<unknown>, courseId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`courses as (
      select ${courseId} as id
      union select b.course_id from class_system_stages s join class_system_courses b on b.stage_id = s.id where s.class_system_id = ${courseId}),
    classes as (
      select n.schedule_id as id from enrolments n join courses c on c.id = n.product_id
      where n.user_id = ${userId} and n.schedule_id is not null and ${everEnrolled('n')}),
    named as (
      select pt.teacher_id as id from product_teachers pt join courses c on c.id = pt.product_id
      union select k.teacher_id from class_schedules k join classes on classes.id = k.id
      union select sp.teacher_id from schedule_periods sp join classes on classes.id = sp.schedule_id)`
}

/**
 * The accounts of who teaches a course (of a programme: its courses), and of who looks after the classes of it that somebody is or was in: what that
 * learner says of it isn't theirs to read.
 */
export async function listTeachingAccounts(db: Database, userId: number, courseId: number): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    with ${taught(sql`${userId}::bigint`, sql`${courseId}::bigint`)}
    select t.user_id from teachers t join named on named.id = t.id where t.user_id is not null
    union select f.user_id from schedule_staff f join classes on classes.id = f.schedule_id`.execute(db)
  return rows.map((row) => row.userId)
}

/** SQL: a complaint `t` is about a course that an account teaches now: also one that its teacher has been given since. */
export function isTaughtBy(accountId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(t.kind = ${sql.lit(TicketKind.complaint)} and t.course_id is not null and exists (
    with ${taught(sql`t.user_id`, sql`t.course_id`)}
    select 1 from teachers tutor join named on named.id = tutor.id where tutor.user_id = ${accountId}))`
}
