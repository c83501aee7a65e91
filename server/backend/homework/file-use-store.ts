import { type RawBuilder, sql } from 'kysely'
import { isNamingInForce } from '#server/backend/classroom/room/schedule-staff-store.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { everEnrolled, notCancelled } from '#server/backend/db/predicates.ts'
import { HomeworkSide } from '#shared/contract/enums.ts'
import { correctsAll } from './corrector.ts'

/** A file of learners' work. */
export interface StudyFile {
  readonly url: string
  /** Who uploaded it; null when their account has ended. */
  readonly ownerId: number | null
}

/** SQL: a round of the homework `h` holds the file. */
function holds(url: string, { isShown = false } = {}): RawBuilder<boolean> {
  const shown = sql`and d.round_no = h.round_no and f.side = ${sql.lit(HomeworkSide.learner)}`
  return sql`exists (select 1 from homework_rounds d join homework_files f on f.round_id = d.id
    where d.homework_id = h.id and f.url = ${url} ${isShown ? shown : sql``})`
}

/** SQL: somebody may correct the homework `h`: what `mayCorrect` says of its class. */
function mayCorrectIt(session: Session): RawBuilder<boolean> {
  if (correctsAll(session)) return sql`true`
  const { userId } = session
  return sql`(exists (
      select 1 from teachers t
      left join class_schedules k on k.id = h.schedule_id
      left join schedule_periods s on s.schedule_id = h.schedule_id and s.period_id = h.period_id
      where t.user_id = ${userId} and (t.id = coalesce(s.teacher_id, k.teacher_id)
        or (coalesce(s.teacher_id, k.teacher_id) is null
          and exists (select 1 from product_teachers pt where pt.product_id = h.course_id and pt.teacher_id = t.id))))
    or exists (
      select 1 from schedule_staff n join class_schedules c on c.id = n.schedule_id and ${notCancelled('c')} and c.product_id = h.course_id
      where n.user_id = ${userId} and (h.schedule_id is null or n.schedule_id = h.schedule_id) and ${isNamingInForce}))`
}

/**
 * Whether somebody may see a file of a homework that isn't their own upload: its learner what came back, who may correct it everything, the class
 * what is excellent. What a learner hands in is their own upload, so that its homeworks are looked for among theirs: how many rounds hold it costs
 * nothing to whoever has no right.
 */
export async function maySeeHomeworkFile(
  db: Database,
  session: Session,
  { url, ownerId }: StudyFile,
): Promise<boolean> {
  const { userId } = session
  const { rows } = await sql`
    select 1 where exists (select 1 from homeworks h where h.user_id = ${userId} and ${holds(url)})
      or exists (select 1 from homeworks h where h.user_id = ${ownerId}::bigint and ${mayCorrectIt(session)} and ${holds(url)})
      or exists (select 1 from homeworks h where h.user_id = ${ownerId}::bigint and h.excellent_at is not null and h.may_show
        and exists (select 1 from enrolments n where n.user_id = ${userId} and n.product_id = h.course_id and ${everEnrolled('n')}
          and n.schedule_id is not distinct from h.schedule_id) and ${holds(url, { isShown: true })})
      or exists (select 1 from homework_files f join homework_rounds d on d.id = f.round_id join homeworks h on h.id = d.homework_id
        where f.url = ${url} and f.side = ${sql.lit(HomeworkSide.correction)} and ${mayCorrectIt(session)})`.execute(db)
  return rows.length > 0
}
