import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { everEnrolled } from '#server/backend/db/predicates.ts'
import type { HomeworkSide } from '#shared/contract/enums.ts'

/** A homework that holds a file. */
export interface FileUse {
  ownerId: number
  side: HomeworkSide
  courseId: number
  scheduleId: number | null
  periodId: number
  teacherId: number | null
  /** Of the last round of an excellent homework whose learner lets the class see it. */
  isShown: boolean
}

/** A file is part of few homeworks. */
const mostUses = 20

/** The homeworks that hold a file. */
export async function listUses(db: Database, url: string): Promise<FileUse[]> {
  const { rows } = await sql<FileUse>`
    select h.user_id as owner_id, f.side, h.course_id, h.schedule_id, h.period_id, coalesce(s.teacher_id, k.teacher_id) as teacher_id,
      h.excellent_at is not null and h.may_show and d.round_no = h.round_no as is_shown
    from homework_files f join homework_rounds d on d.id = f.round_id join homeworks h on h.id = d.homework_id
    left join class_schedules k on k.id = h.schedule_id
    left join schedule_periods s on s.schedule_id = h.schedule_id and s.period_id = h.period_id
    where f.url = ${url} order by f.id limit ${sql.lit(mostUses)}`.execute(db)
  return rows
}

/** Whether somebody takes the lesson's course in this class, or has. */
export async function takesLesson(db: Database, userId: number, { courseId, scheduleId }: FileUse): Promise<boolean> {
  const { rows } = await sql`
    select 1 from enrolments n where n.user_id = ${userId} and n.product_id = ${courseId} and ${everEnrolled('n')}
      and n.schedule_id is not distinct from ${scheduleId}::bigint limit 1`.execute(db)
  return rows.length > 0
}
