import { sql } from 'kysely'
import { teacherNames } from '#server/backend/catalogue/course/course-store.ts'
import { type ProductFilter, whereOnSale } from '#server/backend/catalogue/course/product-filter.ts'
import type { Database } from '#server/backend/db/database.ts'
import { onePlan } from '#server/backend/db/one-plan.ts'
import { onSale } from '#server/backend/db/predicates.ts'
import { countLimit, inOrder, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import type { ClassSystemDetail, ClassSystemStage } from '#shared/contract/classes.ts'
import { CourseTypeKind, LectureType, ScheduleStatus } from '#shared/contract/enums.ts'
import type { ClassSystemCard, ClassSystemType } from '#shared/contract/fields.ts'
import { toYuan } from '#shared/rules/money.ts'

type ClassSystemFilter = Pick<ProductFilter, 'subjectOneId' | 'subjectTwoId' | 'collegeId'>

function classSystems(db: Database, filter: ClassSystemFilter) {
  const { subjectOneId, subjectTwoId, collegeId } = filter
  return whereOnSale(db.selectFrom('products').select('products.id'), {
    subjectOneId,
    subjectTwoId,
    collegeId,
    lectureType: LectureType.classSystem,
  })
}

export async function listClassSystemIds(db: Database, filter: ClassSystemFilter, page: PageInput): Promise<number[]> {
  const query = classSystems(db, filter).orderBy('products.sort').orderBy('products.id')
  const rows = await query.limit(rowsOf(page)).offset(offsetOf(page)).execute()
  return rows.map((row) => row.id)
}

export async function countClassSystems(db: Database, filter: ClassSystemFilter): Promise<number> {
  const inner = classSystems(db, filter).limit(countLimit)
  const row = await db
    .selectFrom(inner.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

interface CardRow {
  id: number
  name: string
  coverImg: string | null
  learnAim: string | null
  priceFen: number
  originPriceFen: number | null
  studyCount: number
  teacherName: string | null
  collegeName: string | null
  courseCount: number
  periodCount: number
  beginDate: string | null
  oneId: number | null
  oneName: string | null
  onePath: string | null
  twoId: number | null
  twoName: string | null
  twoPath: string | null
}

/** A type of a product, or null when it has none. */
export function toTypeRef(
  id: number | null,
  name: string | null,
  path: string | null,
): { id: number; name: string; path: string } | null {
  return id === null ? null : { id, name: name ?? '', path: path ?? '' }
}

/** The cards of `ids` in their order; `today` ('YYYY-MM-DD' in Shanghai) decides the next opening day. */
export async function findClassSystemCards(
  db: Database,
  ids: readonly number[],
  today: string,
): Promise<ClassSystemCard[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CardRow>`${onePlan}
    select p.id, p.name, p.cover_img, p.learn_aim, p.price_fen, p.origin_price_fen, p.study_count, ${teacherNames} as teacher_name,
      c.name as college_name, o.id as one_id, o.name as one_name, o.path as one_path, w.id as two_id, w.name as two_name, w.path as two_path,
      (select min(s.begin_date) from class_schedules s where s.product_id = p.id and s.status = ${sql.lit(ScheduleStatus.open)} and s.begin_date >= ${today}::date) as begin_date,
      coalesce(n.course_count, 0) as course_count, coalesce(n.period_count, 0)::int as period_count
    from products p
    left join colleges c on c.id = p.college_id
    left join course_types o on o.id = p.subject_one_id
    left join course_types w on w.id = p.subject_two_id
    left join (
      select g.class_system_id, count(distinct b.course_id) as course_count,
        sum((select count(*) from periods e where e.course_id = b.course_id and e.deleted_at is null)) as period_count
      from class_system_stages g join class_system_courses b on b.stage_id = g.id
      where g.class_system_id = any(${ids}::bigint[]) group by g.class_system_id) n on n.class_system_id = p.id
    where p.id = any(${ids}::bigint[])`.execute(db)
  return inOrder(rows, ids).map((row) => ({
    id: row.id,
    name: row.name,
    coverImg: row.coverImg ?? '',
    learnAim: row.learnAim ?? '',
    price: toYuan(row.priceFen),
    originPrice: row.originPriceFen === null ? null : toYuan(row.originPriceFen),
    courseCount: row.courseCount,
    periodCount: row.periodCount,
    studyCount: row.studyCount,
    teacherName: row.teacherName ?? '',
    collegeName: row.collegeName ?? '',
    beginDate: row.beginDate,
    subjectOne: toTypeRef(row.oneId, row.oneName, row.onePath),
    subjectTwo: toTypeRef(row.twoId, row.twoName, row.twoPath),
  }))
}

interface StageRow {
  stageId: number
  stageName: string
  id: number | null
  name: string
  lectureType: LectureType
  learnAim: string | null
  coverImg: string | null
  teacherName: string | null
  periodCount: number
  totalDuration: number
  hasTrial: boolean
}

/** The stages of a class system with the courses in each. */
export async function listStages(db: Database, classSystemId: number): Promise<ClassSystemStage[]> {
  const { rows } = await sql<StageRow>`
    select g.id as stage_id, g.name as stage_name, p.id, p.name, p.lecture_type, p.learn_aim, p.cover_img, ${teacherNames} as teacher_name,
      n.period_count, n.total_duration, n.has_trial
    from class_system_stages g
    left join class_system_courses b on b.stage_id = g.id
    left join products p on p.id = b.course_id and ${onSale('p')}
    left join lateral (
      select count(*) as period_count, coalesce(sum(e.duration_sec), 0) as total_duration, coalesce(bool_or(e.is_free_study), false) as has_trial
      from periods e where e.course_id = p.id and e.deleted_at is null) n on true
    where g.class_system_id = ${classSystemId} order by g.sort, g.id, b.sort, b.course_id`.execute(db)
  const stages = new Map<number, ClassSystemStage>()
  for (const row of rows) {
    const stage = stages.get(row.stageId) ?? { id: row.stageId, name: row.stageName, courses: [] }
    stages.set(row.stageId, stage)
    if (row.id === null) continue
    const { stageId: _stageId, stageName: _stageName, ...course } = row
    stage.courses.push({
      ...course,
      id: row.id,
      learnAim: row.learnAim ?? '',
      coverImg: row.coverImg ?? '',
      teacherName: row.teacherName ?? '',
    })
  }
  return [...stages.values()]
}

/** subjectOne types with their second-level types of class systems. */
export async function listClassSystemTypes(db: Database): Promise<ClassSystemType[]> {
  const rows = await db
    .selectFrom('courseTypes')
    .select(['courseTypes.id', 'courseTypes.parentId', 'courseTypes.name', 'courseTypes.path'])
    .where('courseTypes.enabled', '=', true)
    .where('courseTypes.kind', 'in', [CourseTypeKind.subject, CourseTypeKind.classDirection])
    .orderBy('courseTypes.sort')
    .orderBy('courseTypes.id')
    .execute()
  const nodeOf = (row: (typeof rows)[number]): ClassSystemType => ({
    id: row.id,
    pid: row.parentId ?? 0,
    name: row.name,
    path: row.path,
    children: rows.filter((child) => child.parentId === row.id).map(nodeOf),
  })
  return rows.filter((row) => row.parentId === null).map(nodeOf)
}

/** Class systems recommended beside one: the chosen ones, then others of its subject, then the rest. */
export async function listMoreClassSystemIds(db: Database, id: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from products p
    join products me on me.id = ${id}
    left join product_recommends r on r.product_id = me.id and r.other_id = p.id
    where p.lecture_type = ${sql.lit(LectureType.classSystem)} and ${onSale('p')} and p.id <> me.id
    order by (r.other_id is null), r.sort, (p.subject_one_id is distinct from me.subject_one_id),
      (p.subject_two_id is distinct from me.subject_two_id), p.sort, p.id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** The stored payload of an unpublished version by the hash of its token, while the token is valid. */
export async function findDraft(
  db: Database,
  tokenHash: Uint8Array,
  id: number | undefined,
  now: Date,
): Promise<ClassSystemDetail | undefined> {
  let query = db
    .selectFrom('contentDrafts')
    .select('contentDrafts.payload')
    .where('contentDrafts.kind', '=', 'classSystem')
    .where('contentDrafts.tokenHash', '=', tokenHash)
    .where('contentDrafts.expiresAt', '>', now)
  if (id !== undefined) query = query.where('contentDrafts.refId', '=', id)
  const row = await query.executeTakeFirst()
  return row?.payload as ClassSystemDetail | undefined
}
