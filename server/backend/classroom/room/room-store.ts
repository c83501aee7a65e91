import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { enrolled, notCancelled, notDraft } from '#server/backend/db/predicates.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import { LiveStatus, PeriodKind, RoomKind } from '#shared/contract/enums.ts'
import { liveStatusAt } from '#shared/rules/live-status.ts'
import { isOfScheduleStaff } from './schedule-staff-store.ts'

/** A lesson at the time at which one schedule gives it. */
export interface LessonRow {
  periodId: number
  courseId: number
  kind: PeriodKind
  title: string
  sequenceNo: number
  isFreeStudy: boolean
  mediaId: number | null
  /** Null for recorded lessons, and for a class without a time yet. */
  schedulePeriodId: number | null
  scheduleId: number | null
  scheduleName: string | null
  beginAt: Date | null
  endAt: Date | null
  teacherId: number | null
}

/** Which lesson is meant; `drafts`: one of a course that isn't published yet, too. */
export interface WhichLesson {
  periodId: number
  scheduleId?: number | undefined
  userId?: number | undefined
  drafts?: boolean
}

/**
 * A lesson; undefined when there is none, or its course isn't on sale any more. Its times are those of the asked schedule, else of the
 * class that its asker takes, else of one that they belong to as staff, else of the first schedule that isn't over (else the last).
 */
export function findLesson(db: Database, which: WhichLesson, now: Date): Promise<LessonRow | undefined> {
  const { periodId, scheduleId, userId, drafts } = which
  // of a named schedule everybody gets the same
  const whose = scheduleId === undefined ? `of user ${userId}` : `of schedule ${scheduleId}`
  return sharedRead(db, `lesson ${periodId} ${whose} ${drafts === true}`, () => selectLesson(db, which, now))
}

async function selectLesson(db: Database, which: WhichLesson, now: Date): Promise<LessonRow | undefined> {
  const { rows } = await sql<LessonRow>`
    select e.id as period_id, e.course_id, e.kind, e.title, e.sequence_no, e.is_free_study, e.media_id,
      s.id as schedule_period_id, s.schedule_id, k.name as schedule_name, s.begin_at, s.end_at, coalesce(s.teacher_id, k.teacher_id) as teacher_id
    from periods e
    join products p on p.id = e.course_id and p.deleted_at is null and (${notDraft('p')} or ${which.drafts ?? false}::boolean)
    left join schedule_periods s on s.period_id = e.id
    left join class_schedules k on k.id = s.schedule_id
    where e.id = ${which.periodId} and e.deleted_at is null and (k.id is null or ${notCancelled('k')})
      and (${which.scheduleId ?? null}::bigint is null or k.id is null or k.id = ${which.scheduleId ?? null}::bigint)
    order by exists (
        select 1 from enrolments n where n.user_id = ${which.userId ?? null}::bigint and n.product_id = e.course_id and n.schedule_id = k.id
          and ${enrolled('n', now)}) desc,
      ${isOfScheduleStaff(sql`${which.userId ?? null}::bigint`, { scheduleId: sql`k.id`, teacherId: sql`coalesce(s.teacher_id, k.teacher_id)` })} desc,
      (s.end_at is not null and s.end_at <= ${now}), case when s.end_at > ${now} then s.begin_at end, s.begin_at desc, s.id
    limit 1`.execute(db)
  return rows[0]
}

/** A room with its chat. */
export interface RoomRow {
  id: number
  kind: RoomKind
  groupId: number
  groupKey: string
  lastSeq: number
  schedulePeriodId: number | null
  scheduleId: number | null
  periodId: number | null
  productId: number | null
  title: string
  teacherId: number | null
  beginAt: Date
  endAt: Date
  startedAt: Date | null
  endedAt: Date | null
  streamKey: string | null
  mediaId: number | null
  notice: string | null
  passwordHash: string | null
  saleProductId: number | null
  isOpen: boolean
}

const columns: RawBuilder<unknown> = sql`r.id, r.kind, g.id as group_id, g.group_key, g.last_seq, r.schedule_period_id, s.schedule_id, r.period_id, r.product_id, r.title, r.teacher_id,
  r.begin_at, r.end_at, r.started_at, r.ended_at, r.stream_key, r.media_id, r.notice, r.password_hash, r.sale_product_id, r.is_open`

async function selectRoom(db: Database, where: RawBuilder<unknown>): Promise<RoomRow | undefined> {
  const { rows } = await sql<RoomRow>`
    select ${columns} from live_rooms r join im_groups g on g.room_id = r.id left join schedule_periods s on s.id = r.schedule_period_id
    where r.deleted_at is null and ${where}`.execute(db)
  return rows[0]
}

/** A room by its id, by the key of its chat, or by the stream that feeds it. */
export async function findRoom(
  db: Database,
  key: { id: number } | { groupKey: string } | { streamKey: string },
): Promise<RoomRow | undefined> {
  if ('id' in key) return sharedRead(db, `room ${key.id}`, () => selectRoom(db, sql`r.id = ${key.id}`))
  if ('streamKey' in key) return selectRoom(db, sql`r.stream_key = ${key.streamKey}`)
  return sharedRead(db, `room of chat ${key.groupKey}`, () => selectRoom(db, sql`g.group_key = ${key.groupKey}`))
}

/** The room of a lesson at its time; undefined when nobody has opened it yet, or the lesson has no time. */
export async function findLessonRoom(db: Database, lesson: LessonRow): Promise<RoomRow | undefined> {
  const { schedulePeriodId, beginAt } = lesson
  if (schedulePeriodId === null || beginAt === null) return undefined
  return sharedRead(db, `room of lesson ${schedulePeriodId} ${beginAt.getTime()}`, () =>
    selectRoom(db, sql`r.schedule_period_id = ${schedulePeriodId} and r.begin_at = ${beginAt}`),
  )
}

/** Puts the room of a lesson at its time there; undefined when it is there already. */
export async function insertLessonRoom(trx: Database, lesson: LessonRow, now: Date): Promise<number | undefined> {
  const made = await sql<{ id: number }>`
    insert into live_rooms (kind, schedule_period_id, period_id, product_id, title, teacher_id, begin_at, end_at, media_id, created_at)
    values (${lesson.kind === PeriodKind.aiLive ? RoomKind.aiLive : RoomKind.live}, ${lesson.schedulePeriodId}, ${lesson.periodId}, ${lesson.courseId}, ${lesson.title}, ${lesson.teacherId}, ${lesson.beginAt}, ${lesson.endAt},
      ${lesson.kind === PeriodKind.aiLive ? lesson.mediaId : null}, ${now})
    on conflict (schedule_period_id, begin_at) where schedule_period_id is not null do nothing returning id`.execute(
    trx,
  )
  return made.rows[0]?.id
}

/** Gives the room of a lesson its chat, once. */
export async function insertLessonChat(trx: Database, lesson: LessonRow): Promise<void> {
  await sql`
    insert into im_groups (group_key, room_id)
    select 'room-' || r.id, r.id from live_rooms r where r.schedule_period_id = ${lesson.schedulePeriodId} and r.begin_at = ${lesson.beginAt}
    on conflict (room_id) do nothing`.execute(trx)
}

/** Where a room stands at `now` (epoch ms): what staff did goes before the clock. */
export function roomStatus(
  room: Pick<RoomRow, 'beginAt' | 'endAt' | 'startedAt' | 'endedAt'>,
  now: number,
): LiveStatus {
  if (room.endedAt !== null) return LiveStatus.ended
  const begin =
    room.startedAt === null ? room.beginAt.getTime() : Math.min(room.startedAt.getTime(), room.beginAt.getTime())
  return liveStatusAt(begin, room.endAt.getTime(), now)
}
