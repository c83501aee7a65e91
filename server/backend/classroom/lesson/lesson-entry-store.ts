import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { enrolled } from '#server/backend/db/predicates.ts'
import type { LectureType } from '#shared/contract/enums.ts'

/** A course that leads to a lesson. */
export interface Course {
  readonly id: number
  readonly lectureType: LectureType
}

/** The courses of a class system that the learner has, in the order of its stages. */
export async function listOwnCourses(
  db: Database,
  classSystemId: number,
  userId: number,
  now: Date,
): Promise<Course[]> {
  const { rows } = await sql<Course>`
    select p.id, p.lecture_type from class_system_stages g
    join class_system_courses b on b.stage_id = g.id
    join products p on p.id = b.course_id and p.deleted_at is null
    where g.class_system_id = ${classSystemId}
      and exists (select 1 from enrolments n where n.user_id = ${userId} and n.product_id = p.id and ${enrolled('n', now)})
    order by g.sort, g.id, b.sort, p.id`.execute(db)
  return rows
}

/** The course of these in which the learner was last. */
export async function findLastOf(
  db: Database,
  courses: readonly Course[],
  userId: number,
): Promise<Course | undefined> {
  const { rows } = await sql<{ courseId: number }>`
    select e.course_id from learn_progress p join periods e on e.id = p.period_id and e.deleted_at is null
    where p.user_id = ${userId} and e.course_id = any(${courses.map(({ id }) => id)}::bigint[]) order by p.last_at desc, e.id limit 1`.execute(
    db,
  )
  return courses.find(({ id }) => id === rows[0]?.courseId)
}
