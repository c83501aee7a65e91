import { notDraft } from '#server/backend/db/predicates.ts'
import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { LectureType } from '#shared/contract/enums.ts'
import type { PlayCourse } from '#shared/contract/play-fields.ts'

/** A course that has been on sale. */
export async function findCourseRow(db: Database, courseId: number): Promise<Omit<PlayCourse, 'url'> | undefined> {
  const { rows } = await sql<Omit<PlayCourse, 'url'>>`
    select p.id, p.name, p.cover_img, p.lecture_type from products p
    where p.id = ${courseId} and p.deleted_at is null and ${notDraft('p')} and p.lecture_type <> ${sql.lit(LectureType.classSystem)}`.execute(
    db,
  )
  return rows[0]
}

/** The lesson of a course where the learner was last, else its first. */
export async function findLastLessonId(
  db: Database,
  courseId: number,
  userId: number | undefined,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select e.id from periods e left join learn_progress p on p.period_id = e.id and p.user_id = ${userId ?? null}::bigint
    where e.course_id = ${courseId} and e.deleted_at is null
    order by p.last_at desc nulls last, e.sequence_no, e.id limit 1`.execute(db)
  return rows[0]?.id
}

/** There was such a lesson. */
export async function hasPeriod(db: Database, periodId: number): Promise<boolean> {
  const row = await db.selectFrom('periods').select('periods.id').where('periods.id', '=', periodId).executeTakeFirst()
  return row !== undefined
}
