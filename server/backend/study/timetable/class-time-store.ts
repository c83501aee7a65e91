import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { PeriodKind, ScheduleStatus } from '#shared/contract/enums.ts'
import { enrolled, everEnrolled, notCancelled } from '#server/backend/db/predicates.ts'

/** Which of somebody's classes: those that begin from `from` on (or aren't over then) and before `to`. */
export interface ClassSpan {
  readonly from: Date
  /** Left out: without an end. */
  readonly to?: Date
  /** `begins`: those that begin then; `lasts`: those that are on at `from`, too. */
  readonly by?: 'begins' | 'lasts'
  /** Those that were called off, too; a timetable doesn't have them. */
  readonly withCancelled?: boolean
}

/** One class of a learner (or of who teaches it) at its time. */
export interface ClassTime {
  /** Of the lesson in its class's timetable: the same when the class is moved. */
  id: number
  periodId: number
  kind: PeriodKind
  title: string
  sequenceNo: number
  courseId: number
  courseName: string
  scheduleId: number
  scheduleName: string
  teacherName: string | null
  teacherImg: string | null
  beginAt: Date
  endAt: Date
  /** What its staff did; null: by the clock. */
  startedAt: Date | null
  endedAt: Date | null
  /** False: its room is shut. */
  isOpen: boolean
  isCancelled: boolean
  /** How often its time changed, and it was called off or on again. */
  revision: number
  changedAt: Date | null
  /** When it was to begin before it was moved; null when it wasn't. */
  formerBeginAt: Date | null
  /** Seen by who teaches it. */
  isTaught: boolean
  /** The learner's time of service holds, or anybody may come. */
  isInService: boolean
  /** There is something to watch when it is over. */
  hasFilm: boolean
}

/** A class is shorter than this: where it may be on at a moment, it began less than so long before. */
const longest = sql`interval '1 day'`

/** SQL: lessons `s` of timetables that lie in a span. What its staff ended early is over; only what has begun is looked at for that. */
function lessonsIn({ from, to, by = 'begins' }: ClassSpan): RawBuilder<unknown> {
  const before = to ? sql`and s.begin_at < ${to}` : sql``
  if (by === 'begins') return sql`s.begin_at >= ${from} ${before}`
  const roomEnd = sql`(select coalesce(r.ended_at, r.end_at) from live_rooms r
    where r.schedule_period_id = s.id and r.begin_at = s.begin_at and r.deleted_at is null)`
  return sql`s.begin_at > ${from}::timestamptz - ${longest} ${before} and (s.begin_at > ${from} or coalesce(${roomEnd}, s.end_at) > ${from})`
}

/**
 * SQL: somebody's classes as rows `c` (of which lesson and kind, when, and in which room where that is known): those of timetables that they
 * take, teach, or asked to be reminded of; and those that they were in before a class came round again, each of which had a room of its own.
 * Most are of what they take, and come once each for their class; only the few others are held against each other, and against those.
 */
function ownClasses(userId: number, span: ClassSpan, now: Date): RawBuilder<unknown> {
  const { from, to, withCancelled } = span
  const lies = lessonsIn(span)
  const teachers = sql`(select t.id from teachers t where t.user_id = ${userId})`
  const taken = sql`n.user_id = ${userId} and ${everEnrolled('n')}`
  const isOn = withCancelled ? sql`` : sql`and ${notCancelled('k')}`
  const stands = sql`
    join class_schedules k on k.id = s.schedule_id ${isOn} join products p on p.id = k.product_id and p.deleted_at is null
    join periods e on e.id = s.period_id and e.kind <> ${sql.lit(PeriodKind.video)} ${withCancelled ? sql`` : sql`and e.deleted_at is null`}`
  // hardly a lesson of a class is anything but a live one that stands: those that are are known once, instead of each lesson being looked up
  const others = (which: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select e.id from periods e where e.course_id in (select n.product_id from enrolments n where ${taken} and n.schedule_id is not null) and (${which}))`
  const gone = sql`e.kind = ${sql.lit(PeriodKind.video)} ${withCancelled ? sql`` : sql`or e.deleted_at is not null`}`
  return sql`(
    select s.id, s.begin_at, null::bigint as room_id,
        case when s.period_id in ${others(sql`e.kind = ${sql.lit(PeriodKind.aiLive)}`)} then ${sql.lit(PeriodKind.aiLive)} else ${sql.lit(PeriodKind.live)} end as kind
      from (select n.schedule_id, max(coalesce(n.end_at, 'infinity')) as end_at from enrolments n
        join class_schedules k on k.id = n.schedule_id ${isOn} join products p on p.id = k.product_id and p.deleted_at is null
        where ${taken} group by n.schedule_id) n
      join schedule_periods s on s.schedule_id = n.schedule_id and s.begin_at < n.end_at and ${lies}
      where s.period_id not in ${others(gone)}
    union all
    select s.id, s.begin_at, null, e.kind from (
      select s.id, s.begin_at, s.period_id, s.schedule_id from schedule_periods s where s.teacher_id in ${teachers} and ${lies}
      union select s.id, s.begin_at, s.period_id, s.schedule_id from class_schedules k join schedule_periods s on s.schedule_id = k.id and s.teacher_id is null
        where k.teacher_id in ${teachers} and ${lies}
      union select s.id, s.begin_at, s.period_id, s.schedule_id from class_reminders m join schedule_periods s on s.id = m.schedule_period_id
        where m.user_id = ${userId} and ${lies}) s ${stands}
      where not exists (select 1 from enrolments n where n.schedule_id = s.schedule_id and ${taken} and (n.end_at is null or s.begin_at < n.end_at))
    union all
    select s.id, r.begin_at, r.id, e.kind from room_members m join live_rooms r on r.id = m.room_id and r.deleted_at is null
      join schedule_periods s on s.id = r.schedule_period_id and s.begin_at <> r.begin_at ${stands}
      where m.user_id = ${userId} and m.watch_sec > 0 and r.end_at <= ${now} and r.begin_at >= ${from} ${to ? sql`and r.begin_at < ${to}` : sql``}
  ) c`
}

/** SQL: the learner's time of service for a class holds, or anybody may come to it. */
function isInService(userId: number, now: Date): RawBuilder<boolean> {
  return sql`(e.is_free_study or exists (select 1 from enrolments n where n.user_id = ${userId} and n.schedule_id = k.id and ${enrolled('n', now)}))`
}

/** SQL: what is told of the classes `c`. */
const details = (userId: number, now: Date): RawBuilder<unknown> => sql`
  s.id, s.period_id, e.kind, e.title, e.sequence_no, p.id as course_id, p.name as course_name, k.id as schedule_id, k.name as schedule_name,
  t.name as teacher_name, t.head_img as teacher_img, c.begin_at, coalesce(r.end_at, s.end_at) as end_at, r.started_at,
  case when c.room_id is null then r.ended_at else coalesce(r.ended_at, r.end_at) end as ended_at, coalesce(r.is_open, true) as is_open,
  k.status = ${sql.lit(ScheduleStatus.cancelled)} or e.deleted_at is not null as is_cancelled, s.revision, s.changed_at,
  case when c.room_id is null then s.former_begin_at end as former_begin_at, ${isInService(userId, now)} as is_in_service,
  exists (select 1 from teachers o where o.id = coalesce(r.teacher_id, s.teacher_id, k.teacher_id) and o.user_id = ${userId}) as is_taught,
  e.kind = ${sql.lit(PeriodKind.live)} and coalesce(r.media_id, e.media_id) is not null as has_film`

/** SQL: where it stands. */
const places = sql`
  left join schedule_periods s on s.id = c.id
  left join periods e on e.id = s.period_id
  left join class_schedules k on k.id = s.schedule_id
  left join products p on p.id = k.product_id
  left join live_rooms r on r.schedule_period_id = s.id and r.begin_at = c.begin_at and r.deleted_at is null
  left join teachers t on t.id = coalesce(r.teacher_id, s.teacher_id, k.teacher_id,
    (select pt.teacher_id from product_teachers pt where pt.product_id = p.id order by pt.sort, pt.teacher_id limit 1))`

/** Somebody's classes in a span of time, the earliest first; `page`: those of one page. */
export async function listClassTimes(
  db: Database,
  userId: number,
  span: ClassSpan,
  { now, page }: { readonly now: Date; readonly page?: PageInput },
): Promise<ClassTime[]> {
  const { rows } = await sql<ClassTime>`
    select ${details(userId, now)}
    from (select c.id, c.begin_at, c.room_id from ${ownClasses(userId, span, now)}
      order by c.begin_at, c.id limit ${page ? rowsOf(page) : sql.lit(countLimit)} offset ${page ? offsetOf(page) : sql.lit(0)}) c
    ${places} order by c.begin_at, c.id`.execute(db)
  return rows
}

/** Those of one page, how many there are in all (counted up to `countLimit`), and when the last of them begins. */
export async function listClassPage(
  db: Database,
  userId: number,
  span: ClassSpan,
  { now, page }: { readonly now: Date; readonly page: PageInput },
): Promise<{ records: ClassTime[]; total: number; lastBeginAt: Date | null }> {
  const { rows } = await sql<ClassTime & { total: number; lastBeginAt: Date | null }>`
    with own as materialized (select c.id, c.begin_at, c.room_id from ${ownClasses(userId, span, now)})
    select ${details(userId, now)}, a.total, a.last_begin_at
    from (select least(count(*), ${sql.lit(countLimit)})::integer as total, max(begin_at) as last_begin_at from own) a
    left join (select * from own order by begin_at, id limit ${rowsOf(page)} offset ${offsetOf(page)}) c on true
    ${places} order by c.begin_at, c.id`.execute(db)
  const { total = 0, lastBeginAt = null } = rows[0] ?? {}
  // a page without classes still tells how many there are
  const records = rows.filter(({ id }: { id: number | null }) => id !== null)
  return { records, total, lastBeginAt }
}

/** Classes of one day, by their kind. */
export interface ClassDay {
  /** 'YYYY-MM-DD' in Asia/Shanghai. */
  date: string
  live: number
  aiLive: number
}

/** The days of a span on which somebody has classes; the span begins with a day. */
export async function countClassDays(db: Database, userId: number, span: ClassSpan, now: Date): Promise<ClassDay[]> {
  const { rows } = await sql<ClassDay>`
    select to_char(d.at at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD') as date, d.live, d.ai_live from (
      select date_bin('1 day', c.begin_at, ${span.from}::timestamptz) as at,
        count(*) filter (where c.kind = ${sql.lit(PeriodKind.live)})::integer as live,
        count(*) filter (where c.kind = ${sql.lit(PeriodKind.aiLive)})::integer as ai_live
      from ${ownClasses(userId, span, now)} group by 1) d
    order by d.at`.execute(db)
  return rows
}
