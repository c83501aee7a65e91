import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { enrolled, everEnrolled } from '#server/backend/db/predicates.ts'

/** Something that a learner has: a course, or a class system. */
export interface OwnProduct {
  id: number
  name: string
  coverImg: string | null
  lectureType: LectureType
  /** When the time of service ends; null: never. */
  endAt: Date | null
  isRunning: boolean
  scheduleId: number | null
  scheduleName: string | null
}

/** Which of them: running or ended ones (undefined: all), of one lecture type. */
export interface OwnFilter {
  readonly isRunning?: boolean | undefined
  readonly lectureType?: LectureType | undefined
}

const isBundle = sql`p.lecture_type = ${sql.lit(LectureType.classSystem)}`

/**
 * SQL: what somebody has or had, as rows `m`, a product once; what was given back isn't among it. `isWhole`: a course that only
 * came with a class system which they still see, and which they haven't begun, stands in that alone.
 */
function ownProducts(userId: number, now: Date, isWhole: boolean): RawBuilder<unknown> {
  const inBundle = sql`(${isBundle}) = false and not exists (
      select 1 from learn_progress l join periods e on e.id = l.period_id where l.user_id = ${userId} and e.course_id = g.product_id)
    and g.bundle_ids is not null and exists (
      select 1 from enrolments b where b.user_id = ${userId} and b.product_id = any(g.bundle_ids)
        and (${enrolled('b', now)} or not g.is_running and ${everEnrolled('b')}))`
  return sql`(
    select g.product_id, g.is_running, g.begin_at, case when g.is_running then g.running_end_at else g.last_end_at end as end_at,
      p.name, p.cover_img, p.lecture_type, greatest(g.begin_at, a.last_at) as active_at
    from (
      select n.product_id, bool_or(v.is_running) as is_running, max(n.created_at) as begin_at, max(n.end_at) as last_end_at,
        case when not bool_or(v.is_running and n.end_at is null) then max(n.end_at) filter (where v.is_running) end as running_end_at,
        case when bool_and(o.product_id is not null and o.product_id <> n.product_id) then array_agg(o.product_id) end as bundle_ids
      from enrolments n left join orders o on o.id = n.order_id
      cross join lateral (select ${enrolled('n', now)} as is_running) v
      where n.user_id = ${userId} and ${everEnrolled('n')} group by n.product_id) g
    join products p on p.id = g.product_id and p.deleted_at is null
    left join lateral (
      select max(l.last_at) as last_at from learn_progress l join periods e on e.id = l.period_id
      where l.user_id = ${userId} and (e.course_id = g.product_id or (${isBundle}) and e.course_id in (
        select b.course_id from class_system_stages s join class_system_courses b on b.stage_id = s.id where s.class_system_id = g.product_id))) a on true
    ${isWhole ? sql`where not (${inBundle})` : sql``}
  ) m`
}

function fits({ isRunning, lectureType }: OwnFilter): RawBuilder<unknown> {
  return sql`(${isRunning ?? null}::boolean is null or m.is_running = ${isRunning ?? null}::boolean)
    and (${lectureType ?? null}::integer is null or m.lecture_type = ${lectureType ?? null}::integer)`
}

/** SQL: the class of a product that somebody has chosen, the latest choice in force before one that is over. */
function ownSchedule(userId: number, productId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select k.id, k.name from enrolments n join class_schedules k on k.id = n.schedule_id
    where n.user_id = ${userId} and n.product_id = ${productId} and ${everEnrolled('n')} order by n.status, n.id desc limit 1)`
}

/** One page of what somebody has, where they were last first. */
export async function listOwnProducts(
  db: Database,
  userId: number,
  filter: OwnFilter & { readonly page: PageInput },
  now: Date,
): Promise<OwnProduct[]> {
  const { page } = filter
  const { rows } = await sql<OwnProduct>`
    select m.product_id as id, m.name, m.cover_img, m.lecture_type, m.end_at, m.is_running, k.id as schedule_id, k.name as schedule_name
    from ${ownProducts(userId, now, filter.lectureType === undefined)} left join lateral ${ownSchedule(userId, sql`m.product_id`)} k on true
    where ${fits(filter)} order by m.is_running desc, m.active_at desc, m.product_id desc limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(
    db,
  )
  return rows
}

/** One of them; undefined when they never had it, or gave it back. */
export async function findOwnProduct(
  db: Database,
  userId: number,
  productId: number,
  now: Date,
): Promise<OwnProduct | undefined> {
  const { rows } = await sql<OwnProduct>`
    select m.product_id as id, m.name, m.cover_img, m.lecture_type, m.end_at, m.is_running, k.id as schedule_id, k.name as schedule_name
    from ${ownProducts(userId, now, false)} left join lateral ${ownSchedule(userId, sql`m.product_id`)} k on true
    where m.product_id = ${productId}`.execute(db)
  return rows[0]
}

/** How many are running and ended, of one lecture type or of all. */
export async function countOwnProducts(
  db: Database,
  userId: number,
  lectureType: LectureType | undefined,
  now: Date,
): Promise<{ running: number; ended: number }> {
  const { rows } = await sql<{ running: number; ended: number }>`
    select count(*) filter (where m.is_running)::integer as running, count(*) filter (where not m.is_running)::integer as ended
    from ${ownProducts(userId, now, lectureType === undefined)} where ${fits({ lectureType })}`.execute(db)
  const { running = 0, ended = 0 } = rows[0] ?? {}
  return { running: Math.min(running, countLimit), ended: Math.min(ended, countLimit) }
}
