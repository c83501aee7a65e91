import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'

/**
 * What a learner of a course did for it before they chose a class comes along into the class: else its homework would be asked for again, and what
 * was handed in would wait for nobody. What they have in that class already stays as it is.
 */
export async function moveWorkToClass(
  trx: Database,
  { userId, courseId, scheduleId }: { userId: number; courseId: number; scheduleId: number },
): Promise<void> {
  await sql`
    update homeworks h set schedule_id = ${scheduleId}
    where h.user_id = ${userId} and h.course_id = ${courseId} and h.schedule_id is null
      and not exists (select 1 from homeworks o where o.user_id = h.user_id and o.period_id = h.period_id and o.schedule_id = ${scheduleId})`.execute(
    trx,
  )
  await sql`
    update homework_drafts d set schedule_id = ${scheduleId}
    where d.user_id = ${userId} and d.schedule_id is null and d.period_id in (select e.id from periods e where e.course_id = ${courseId})
      and not exists (select 1 from homework_drafts o where o.user_id = d.user_id and o.period_id = d.period_id and o.schedule_id = ${scheduleId})`.execute(
    trx,
  )
}
