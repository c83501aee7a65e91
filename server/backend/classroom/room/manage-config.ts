import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { findFigures, findStream } from '#server/backend/classroom/recording/recording-store.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { onSale } from '#server/backend/db/predicates.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PeriodKind, RoomKind } from '#shared/contract/enums.ts'
import type { liveApi } from '#shared/contract/live.ts'
import { answerAccess } from '#server/backend/classroom/access/answer-room-access.ts'
import { visitLesson } from './lesson-visit.ts'
import { makePreviewToken, previewTokenMs } from './preview-token.ts'
import { ensureLessonRoom } from './lesson-room.ts'
import { findRoom, type LessonRow, type RoomRow } from './room-store.ts'

type Config = CallOutput<'GET /api/live-info/manage-config'>

const mostOfAKind = 20

/** Coupons that can be claimed now, the room's course and what it is part of, the room's lotteries, the evaluation. */
async function listPushes(db: Database, room: RoomRow, now: Date): Promise<Config['pushes']> {
  const { rows } = await sql<{ kind: 'coupon' | 'course' | 'activity'; refId: number; title: string }>`
    (select 'coupon' as kind, c.id as ref_id, c.name as title from coupons c
      where c.enabled and c.is_public and c.claim_begin_at <= ${now} and c.claim_end_at > ${now} and (c.total is null or c.claimed < c.total) order by c.id limit ${sql.lit(mostOfAKind)})
    union all
    (select 'course', p.id, p.name from products p
      where ${onSale('p')} and (p.id = ${room.productId}::bigint or p.id = ${room.saleProductId}::bigint
        or exists (select 1 from class_system_courses b join class_system_stages g on g.id = b.stage_id where b.course_id = ${room.productId}::bigint and g.class_system_id = p.id))
      order by p.id limit ${sql.lit(mostOfAKind)})
    union all
    (select 'activity', a.id, a.name from activities a where a.room_id = ${room.id} and a.end_at > ${now} order by a.begin_at, a.id limit ${sql.lit(mostOfAKind)})`.execute(
    db,
  )
  return room.kind === RoomKind.answer ? rows : [...rows, { kind: 'evaluate', refId: null, title: '课堂评价' }]
}

/** Where a teacher's programme sends its stream; the room's key is made once. A film on the clock takes none. */
async function streamOf(ctx: CallContext, room: RoomRow): Promise<Config['stream']> {
  const { ingest } = ctx.config.classroom
  if (!ingest || room.kind === RoomKind.aiLive) return null
  const { rows } = await sql<{ streamKey: string }>`
    update live_rooms set stream_key = coalesce(stream_key, ${randomBytes(24).toString('base64url')}) where id = ${room.id} returning stream_key`.execute(
    ctx.db,
  )
  const key = rows[0]?.streamKey
  return key === undefined
    ? null
    : { server: ingest.publicUrl, key, isOn: (await findStream(ctx.db, room.id)) !== undefined }
}

function previewUrlOf(ctx: CallContext, room: RoomRow): string | null {
  if (room.periodId === null) return null
  const token = makePreviewToken(ctx, room.periodId, ctx.clock.now() + previewTokenMs)
  return new URL(
    `/preview/${room.kind === RoomKind.aiLive ? 'mind' : 'live'}/${room.periodId}?previewToken=${token}`,
    ctx.config.origin,
  ).href
}

interface Asked {
  readonly periodId?: number | undefined
  readonly roomId?: number | undefined
  readonly scheduleId?: number | undefined
}

/** Staff who enter a room. */
interface StaffVisit {
  /** Undefined while nobody has prepared the room of the lesson. */
  readonly room: RoomRow | undefined
  /** Undefined of a room for questions. */
  readonly lesson?: LessonRow
}

function refusal(): ApiError {
  return new ApiError(Code.Toast, '只有老师和助教可以管理课堂')
}

/** Lets in the room's staff; code 4004 for everybody else. */
async function passAsStaff(
  ctx: CallContext,
  { periodId, roomId, scheduleId }: Asked,
  session: Session,
): Promise<StaffVisit> {
  const room = roomId === undefined ? undefined : await findRoom(ctx.db, { id: roomId })
  if (room?.kind === RoomKind.answer) {
    if (!(await answerAccess(ctx.db, room, session, new Date(ctx.clock.now()))).access.isStaff) throw refusal()
    return { room }
  }
  const visit = await visitLesson(
    ctx,
    roomId === undefined ? { periodId, scheduleId } : { liveInfoId: roomId },
    session,
  )
  if (!visit?.access.isStaff || visit.lesson.kind === PeriodKind.video) throw refusal()
  return visit
}

/** What staff may do in a room, and with what. */
export const manageHandlers: Pick<Handlers<typeof liveApi>, 'manageConfig' | 'streamState'> = {
  async manageConfig(ctx, asked, session) {
    const { room: found, lesson } = await passAsStaff(ctx, asked, session)
    const now = new Date(ctx.clock.now())
    // A lesson's room comes to be when its staff prepare it.
    const room = found ?? (lesson && (await ensureLessonRoom(ctx.db, lesson, now)))
    if (!room) throw refusal()
    return {
      canMute: true,
      canRecall: true,
      canPush: true,
      pushes: await listPushes(ctx.db, room, now),
      stream: await streamOf(ctx, room),
      previewUrl: previewUrlOf(ctx, room),
    }
  },

  async streamState(ctx, asked, session) {
    const { room } = await passAsStaff(ctx, asked, session)
    const figures = room && (await findFigures(ctx.db, room.id, ctx.clock.now()))
    return { isOn: figures !== undefined, figures: figures ?? null }
  },
}
