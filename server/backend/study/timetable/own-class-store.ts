import { type RawBuilder, sql } from 'kysely'
import { teacherNames } from '#server/backend/catalogue/course/course-store.ts'
import { roomStatus } from '#server/backend/classroom/room/room-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { enrolled, notCancelled, notDraft } from '#server/backend/db/predicates.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { PeriodKind } from '#shared/contract/enums.ts'
import type { LiveCard } from '#shared/contract/fields.ts'
import { toYuan } from '#shared/rules/money.ts'
import { lessonUrl } from '#shared/rules/room-url.ts'

interface ClassRow {
  id: number
  name: string
  coverImg: string | null
  teacherName: string | null
  periodId: number
  periodName: string
  kind: PeriodKind
  scheduleId: number
  beginAt: Date
  endAt: Date
  startedAt: Date | null
  isCharge: boolean
  priceFen: number
  studyCount: number
}

/** SQL: classes that somebody takes or teaches and that aren't over at `now`. */
function ownClasses(userId: number, now: Date): RawBuilder<unknown> {
  return sql`
    class_schedules k
    join schedule_periods s on s.schedule_id = k.id
    join periods e on e.id = s.period_id and e.deleted_at is null and e.kind <> ${sql.lit(PeriodKind.video)}
    join products p on p.id = k.product_id and p.deleted_at is null and ${notDraft('p')}
    left join live_rooms r on r.schedule_period_id = s.id and r.begin_at = s.begin_at and r.deleted_at is null
    cross join lateral (select coalesce(r.end_at, s.end_at) as end_at) z
    where ${notCancelled('k')} and z.end_at > ${now} and r.ended_at is null and coalesce(r.is_open, true)
      and (k.id in (select n.schedule_id from enrolments n where n.user_id = ${userId} and n.product_id = p.id and ${enrolled('n', now)})
        or coalesce(s.teacher_id, k.teacher_id) in (select t.id from teachers t where t.user_id = ${userId}))`
}

/** Those of one page, the soonest first. */
export async function listOwnClasses(db: Database, userId: number, now: Date, page: PageInput): Promise<LiveCard[]> {
  const { rows } = await sql<ClassRow>`
    select p.id, p.name, p.cover_img, ${teacherNames} as teacher_name, e.id as period_id, e.title as period_name, e.kind, k.id as schedule_id, s.begin_at, z.end_at,
      r.started_at, p.is_charge, p.price_fen, p.study_count
    from ${ownClasses(userId, now)} order by s.begin_at, s.id limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(
    db,
  )
  return rows.map(({ kind, scheduleId, beginAt, endAt, startedAt, priceFen, coverImg, teacherName, ...row }) => ({
    ...row,
    coverImg: coverImg ?? '',
    teacherName: teacherName ?? '',
    begDate: beginAt.getTime(),
    endDate: endAt.getTime(),
    liveStatus: roomStatus({ beginAt, endAt, startedAt, endedAt: null }, now.getTime()),
    price: toYuan(priceFen),
    roomUrl: lessonUrl(kind, row.periodId, scheduleId),
  }))
}

/** How many there are, counted up to `countLimit`. */
export async function countOwnClasses(db: Database, userId: number, now: Date): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from (select 1 from ${ownClasses(userId, now)} limit ${sql.lit(countLimit)}) c`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}
