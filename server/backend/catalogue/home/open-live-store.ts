import { sql } from 'kysely'
import { teacherNames } from '#server/backend/catalogue/course/course-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { onePlan } from '#server/backend/db/one-plan.ts'
import { notCancelled, onSale } from '#server/backend/db/predicates.ts'
import { countLimit, inOrder } from '#server/backend/http/paging.ts'
import { LectureType, LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import type { LiveCard } from '#shared/contract/fields.ts'
import { liveStatusAt } from '#shared/rules/live-status.ts'
import { toYuan } from '#shared/rules/money.ts'
import { lessonUrl } from '#shared/rules/room-url.ts'

/** For so long after its end a class stands in the list with its replay; then its course shows the next class. */
const replayMs = 6 * 3_600_000

/** The class that stands for one open live course. */
export interface OpenClass {
  id: number
  periodId: number
  begin: number
  end: number
  status: LiveStatus
  roomUrl: string | null
}

interface ClassRow {
  id: number
  periodId: number
  kind: PeriodKind
  /** Everybody who is signed in may go in. */
  isOpen: boolean
  scheduleId: number
  beginAt: Date
  endAt: Date
}

function toOpenClass({ id, periodId, kind, isOpen, scheduleId, beginAt, endAt }: ClassRow, now: number): OpenClass {
  const [begin, end] = [beginAt.getTime(), endAt.getTime()]
  return {
    id,
    periodId,
    begin,
    end,
    status: liveStatusAt(begin, end, now),
    roomUrl: isOpen && kind !== PeriodKind.video ? lessonUrl(kind, periodId, scheduleId) : null,
  }
}

/**
 * One class a course, of the school or of one college: the running one, else one that has just ended, else the next one, else the last.
 * Running classes come first, then coming ones by time, then ended ones, the newest first. A class ends when its staff end it.
 */
export async function listOpenClasses(db: Database, now: number, collegeId?: number): Promise<OpenClass[]> {
  const at = new Date(now)
  const justEnded = new Date(now - replayMs)
  const { rows } = await sql<ClassRow>`${onePlan}
    with open as (
      select p.id, p.sort from products p
      where p.lecture_type = ${sql.lit(LectureType.live)} and ${onSale('p')} and p.is_open_live
        and (${collegeId ?? null}::bigint is null or p.college_id = ${collegeId ?? null}::bigint)
      order by p.sort, p.id limit ${sql.lit(countLimit)}
    ), chosen as (
      select distinct on (k.product_id) k.product_id, s.period_id, s.schedule_id, s.begin_at, z.end_at, coalesce(r.is_open, true) as is_open
      from open join class_schedules k on k.product_id = open.id and ${notCancelled('k')} join schedule_periods s on s.schedule_id = k.id
      left join live_rooms r on r.schedule_period_id = s.id and r.begin_at = s.begin_at and r.deleted_at is null
      cross join lateral (select coalesce(r.ended_at, r.end_at, s.end_at) as end_at) z
      where s.period_id not in (select d.id from periods d where d.deleted_at is not null)
      order by k.product_id, case when s.begin_at <= ${at} and z.end_at > ${at} then 0 when z.end_at <= ${at} and z.end_at > ${justEnded} then 1
          when s.begin_at > ${at} then 2 else 3 end,
        greatest(s.begin_at - ${at}::timestamptz, ${at}::timestamptz - s.begin_at), s.id
    )
    select c.product_id as id, c.period_id, e.kind, e.is_free_study and c.is_open as is_open, c.schedule_id, c.begin_at, c.end_at
    from chosen c join open on open.id = c.product_id join periods e on e.id = c.period_id
    order by open.sort, open.id`.execute(db)
  const rank = { [LiveStatus.live]: 0, [LiveStatus.notStarted]: 1, [LiveStatus.ended]: 2, [LiveStatus.notFound]: 3 }
  return rows
    .map((row) => toOpenClass(row, now))
    .sort(
      (a, b) =>
        rank[a.status] - rank[b.status] ||
        (a.status === LiveStatus.ended ? b.end - a.end : a.begin - b.begin) ||
        a.id - b.id,
    )
}

interface CardRow {
  id: number
  name: string
  coverImg: string | null
  isCharge: boolean
  priceFen: number
  studyCount: number
  teacherName: string | null
  periodName: string | null
}

/** The cards of these classes in their order. */
export async function findLiveCards(db: Database, classes: readonly OpenClass[]): Promise<LiveCard[]> {
  if (classes.length === 0) return []
  const ids = classes.map((item) => item.id)
  const { rows } = await sql<CardRow>`${onePlan}
    select p.id, p.name, p.cover_img, p.is_charge, p.price_fen, p.study_count, ${teacherNames} as teacher_name, e.title as period_name
    from unnest(${ids}::bigint[], ${classes.map((item) => item.periodId)}::bigint[]) w(id, period_id)
    join products p on p.id = w.id left join periods e on e.id = w.period_id`.execute(db)
  const classOf = new Map(classes.map((item) => [item.id, item]))
  return inOrder(rows, ids).flatMap((row) => {
    const item = classOf.get(row.id)
    if (!item) return []
    return {
      id: row.id,
      name: row.name,
      coverImg: row.coverImg ?? '',
      teacherName: row.teacherName ?? '',
      periodId: item.periodId,
      periodName: row.periodName ?? '',
      begDate: item.begin,
      endDate: item.end,
      liveStatus: item.status,
      isCharge: row.isCharge,
      price: toYuan(row.priceFen),
      studyCount: row.studyCount,
      roomUrl: item.roomUrl,
    }
  })
}
