import { sql } from 'kysely'
import { shanghaiDay, shanghaiTime } from '#server/backend/base/shanghai-day.ts'
import type { Database } from '#server/backend/db/database.ts'
import { onSale } from '#server/backend/db/predicates.ts'
import { missing } from '#server/backend/http/missing.ts'
import type { Schedule } from '#shared/contract/course.ts'
import { type LectureType, ScheduleStatus } from '#shared/contract/enums.ts'
import type { Teacher } from '#shared/contract/fields.ts'

/** A product on sale with what its detail page says about it. */
export interface ProductRow {
  id: number
  lectureType: LectureType
  name: string
  coverImg: string | null
  learnAim: string | null
  introHtml: string | null
  isCharge: boolean
  priceFen: number
  originPriceFen: number | null
  serviceDays: number | null
  studyCount: number
  suits: { title: string; content: string }[]
  publishedAt: Date | null
  createdAt: Date
  collegeId: number | null
  collegeName: string | null
  collegePath: string | null
  oneId: number | null
  oneName: string | null
  onePath: string | null
  learnId: number | null
  learnName: string | null
  learnPath: string | null
  twoId: number | null
  twoName: string | null
  twoPath: string | null
  periodCount: number
  totalDuration: number
}

/** Throws code 404 for a product that is unknown or has never been on sale, code 410 for one that was. */
export async function getProduct(db: Database, id: number): Promise<ProductRow> {
  const { rows } = await sql<ProductRow>`
    select p.id, p.lecture_type, p.name, p.cover_img, p.learn_aim, p.intro_html, p.is_charge, p.price_fen, p.origin_price_fen,
      p.service_days, p.study_count, p.suits, p.published_at, p.created_at,
      c.id as college_id, c.name as college_name, c.path as college_path, o.id as one_id, o.name as one_name, o.path as one_path,
      l.id as learn_id, l.name as learn_name, l.path as learn_path, w.id as two_id, w.name as two_name, w.path as two_path,
      n.period_count, n.total_duration
    from products p
    left join colleges c on c.id = p.college_id
    left join course_types o on o.id = p.subject_one_id
    left join course_types l on l.id = p.learn_id
    left join course_types w on w.id = p.subject_two_id
    cross join lateral (
      select count(*) as period_count, coalesce(sum(e.duration_sec), 0) as total_duration
      from periods e where e.course_id = p.id and e.deleted_at is null) n
    where p.id = ${id} and ${onSale('p')}`.execute(db)
  const row = rows[0]
  if (!row) throw await missing(db, 'product', id)
  return row
}

export async function listTeachersOf(db: Database, productId: number): Promise<Teacher[]> {
  const rows = await db
    .selectFrom('productTeachers')
    .innerJoin('teachers', 'teachers.id', 'productTeachers.teacherId')
    .select(['teachers.id', 'teachers.name', 'teachers.headImg', 'teachers.title', 'teachers.intro'])
    .where('productTeachers.productId', '=', productId)
    .orderBy('productTeachers.sort')
    .orderBy('teachers.id')
    .execute()
  return rows.map(toTeacher)
}

export function toTeacher(row: {
  id: number
  name: string
  headImg: string | null
  title: string | null
  intro: string | null
}): Teacher {
  return { id: row.id, name: row.name, headImg: row.headImg ?? '', title: row.title ?? '', intro: row.intro ?? '' }
}

/** Open schedules that aren't over at `now`, the soonest first. */
export async function listSchedulesOf(db: Database, productId: number, now: number): Promise<Schedule[]> {
  const rows = await db
    .selectFrom('classSchedules')
    .select([
      'classSchedules.id',
      'classSchedules.name',
      'classSchedules.beginDate',
      'classSchedules.endDate',
      'classSchedules.timeText',
      'classSchedules.status',
    ])
    .where('classSchedules.productId', '=', productId)
    .where('classSchedules.status', '=', ScheduleStatus.open)
    .where('classSchedules.endDate', '>=', shanghaiDay(now))
    .orderBy('classSchedules.beginDate')
    .orderBy('classSchedules.id')
    .limit(20)
    .execute()
  return rows.map((row) => ({
    ...row,
    beginDate: shanghaiTime(row.beginDate, 0),
    endDate: shanghaiTime(row.endDate, 24 * 60) - 1,
  }))
}
