import { sql } from 'kysely'
import { toTeacher } from '#server/backend/catalogue/course/product-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import type { LectureType } from '#shared/contract/enums.ts'
import type { Teacher } from '#shared/contract/fields.ts'
import type { LessonRow } from './room-store.ts'

interface AboutRow {
  courseName: string
  lectureType: LectureType
  coverImg: string | null
  teacher: { id: number; name: string; headImg: string | null; title: string | null; intro: string | null } | null
  nextPeriodId: number | null
  nextBeginAt: Date | null
}

/** Course, teacher and the next lesson of the same class. */
export function findAbout(db: Database, lesson: LessonRow): Promise<AboutRow | undefined> {
  const { courseId, teacherId, scheduleId, beginAt } = lesson
  return sharedRead(db, `about ${courseId} ${teacherId} ${scheduleId} ${beginAt?.getTime()}`, () =>
    selectAbout(db, lesson),
  )
}

async function selectAbout(db: Database, lesson: LessonRow): Promise<AboutRow | undefined> {
  const { rows } = await sql<AboutRow>`
    select p.name as course_name, p.lecture_type, p.cover_img, n.period_id as next_period_id, n.begin_at as next_begin_at,
      (select json_build_object('id', t.id, 'name', t.name, 'headImg', t.head_img, 'title', t.title, 'intro', t.intro) from teachers t
        where t.id = coalesce(${lesson.teacherId}::bigint,
          (select x.teacher_id from product_teachers x where x.product_id = p.id order by x.sort, x.teacher_id limit 1))) as teacher
    from products p
    left join lateral (
      select s.period_id, s.begin_at from schedule_periods s join periods e on e.id = s.period_id
      where s.schedule_id = ${lesson.scheduleId}::bigint and s.begin_at > ${lesson.beginAt}::timestamptz and e.deleted_at is null
      order by s.begin_at, s.id limit 1) n on true
    where p.id = ${lesson.courseId}`.execute(db)
  return rows[0]
}

/** A teacher as they are shown. */
export async function findTeacher(db: Database, id: number): Promise<Teacher | undefined> {
  const row = await db
    .selectFrom('teachers')
    .select(['teachers.id', 'teachers.name', 'teachers.headImg', 'teachers.title', 'teachers.intro'])
    .where('teachers.id', '=', id)
    .executeTakeFirst()
  return row && toTeacher(row)
}
