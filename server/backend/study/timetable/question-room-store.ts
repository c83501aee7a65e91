import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { RoomKind } from '#shared/contract/enums.ts'
import { enrolled } from '#server/backend/db/predicates.ts'

/** A room for questions that somebody may enter, or has entered. */
export interface QuestionRoom {
  id: number
  title: string
  courseId: number | null
  courseName: string | null
  coverImg: string | null
  teacherName: string | null
  teacherImg: string | null
  beginAt: Date
  endAt: Date
  startedAt: Date | null
  endedAt: Date | null
  isEntered: boolean
}

/** Which of them; left out, all. */
export interface RoomSpan {
  /** Open at some time from then on. */
  readonly from?: Date | undefined
  /** Open at some time before. */
  readonly to?: Date | undefined
}

/** SQL: rooms `r` of courses that somebody has, of none, that they teach in, or were in; what is shut only where they were in it. */
function ownRooms(userId: number, { from, to }: RoomSpan, now: Date): RawBuilder<unknown> {
  return sql`
    live_rooms r left join room_members m on m.room_id = r.id and m.user_id = ${userId}
    left join products p on p.id = r.product_id and p.deleted_at is null
    left join teachers t on t.id = r.teacher_id
    where r.kind = ${sql.lit(RoomKind.answer)} and r.deleted_at is null
      and (m.user_id is not null or t.user_id = ${userId} or (r.is_open and coalesce(r.ended_at, r.end_at) > ${now} and (r.product_id is null or exists (
        select 1 from enrolments n where n.user_id = ${userId} and n.product_id = r.product_id and ${enrolled('n', now)}))))
      and (${from ?? null}::timestamptz is null or coalesce(r.ended_at, r.end_at) > ${from ?? null}::timestamptz)
      and (${to ?? null}::timestamptz is null or r.begin_at < ${to ?? null}::timestamptz)`
}

/** One page of them: the open ones first, then those that come, then those that are over. */
export async function listQuestionRooms(
  db: Database,
  userId: number,
  span: RoomSpan,
  { now, page }: { readonly now: Date; readonly page: PageInput },
): Promise<QuestionRoom[]> {
  const { rows } = await sql<QuestionRoom>`
    select r.id, r.title, p.id as course_id, p.name as course_name, p.cover_img, t.name as teacher_name, t.head_img as teacher_img,
      r.begin_at, r.end_at, r.started_at, r.ended_at, m.user_id is not null as is_entered
    from ${ownRooms(userId, span, now)}
    order by case when coalesce(r.ended_at, r.end_at) <= ${now} or not r.is_open then 3 when r.begin_at > ${now} then 2 else 1 end, r.begin_at, r.id
    limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(db)
  return rows
}

export async function countQuestionRooms(db: Database, userId: number, span: RoomSpan, now: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select 1 from ${ownRooms(userId, span, now)} limit ${sql.lit(countLimit)}) x`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** On how many of them the days from `from` to `to` have one open, 'YYYY-MM-DD' in Asia/Shanghai. */
export async function countQuestionRoomDays(
  db: Database,
  userId: number,
  { from, to }: { readonly from: Date; readonly to: Date },
  now: Date,
): Promise<{ date: string; answer: number }[]> {
  const { rows } = await sql<{ date: string; answer: number }>`
    select to_char(d.at at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD') as date, count(*)::integer as answer
    from generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 day', interval '1 day') as d(at)
    join (select r.begin_at, coalesce(r.ended_at, r.end_at) as end_at from ${ownRooms(userId, { from, to }, now)}) x
      on x.end_at > d.at and x.begin_at < d.at + interval '1 day'
    group by 1 order by 1`.execute(db)
  return rows
}
