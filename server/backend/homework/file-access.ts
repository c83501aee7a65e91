import { sql } from 'kysely'
import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { HomeworkSide } from '#shared/contract/enums.ts'
import { mayCorrect } from './corrector.ts'

interface FileUse {
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

async function listUses(db: Database, url: string): Promise<FileUse[]> {
  const { rows } = await sql<FileUse>`
    select h.user_id as owner_id, f.side, h.course_id, h.schedule_id, h.period_id, coalesce(s.teacher_id, k.teacher_id) as teacher_id,
      h.excellent_at is not null and h.may_show and d.round_no = h.round_no as is_shown
    from homework_files f join homework_rounds d on d.id = f.round_id join homeworks h on h.id = d.homework_id
    left join class_schedules k on k.id = h.schedule_id
    left join schedule_periods s on s.schedule_id = h.schedule_id and s.period_id = h.period_id
    where f.url = ${url} order by f.id limit ${sql.lit(mostUses)}`.execute(db)
  return rows
}

async function takesLesson(db: Database, userId: number, { courseId, scheduleId }: FileUse): Promise<boolean> {
  const { rows } = await sql`
    select 1 from enrolments n where n.user_id = ${userId} and n.product_id = ${courseId} and n.status in (1, 2)
      and n.schedule_id is not distinct from ${scheduleId}::bigint limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Whether somebody may see a file of a homework that isn't their own upload: its learner what came back, who may correct it everything, the class
 * what is excellent.
 */
export async function maySeeHomeworkFile(db: Database, session: Session, url: string, now: Date): Promise<boolean> {
  for (const use of await listUses(db, url)) {
    if (use.ownerId === session.userId) return true
    if (await mayCorrect(db, session, use, now)) return true
    if (use.isShown && use.side === HomeworkSide.learner && (await takesLesson(db, session.userId, use))) return true
  }
  return false
}
