import { findFigures, findStream } from '#server/backend/classroom/recording/recording-store.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PeriodKind, RoomKind } from '#shared/contract/enums.ts'
import type { liveApi } from '#shared/contract/live.ts'
import { answerAccess } from '#server/backend/classroom/access/answer-room-access.ts'
import { visitLesson } from './lesson-visit.ts'
import { makePreviewToken, previewTokenMs } from './preview-token.ts'
import { ensureLessonRoom } from './lesson-room.ts'
import { findRoom, type LessonRow, type RoomRow } from './room-store.ts'
import { type Config, listPushes, takeStreamKey } from './manage-config-store.ts'

/** Where a teacher's programme sends its stream; the room's key is made once. A film on the clock takes none. */
async function streamOf(ctx: CallContext, room: RoomRow): Promise<Config['stream']> {
  const { ingest } = ctx.config.classroom
  if (!ingest || room.kind === RoomKind.aiLive) return null
  const made = await takeStreamKey(ctx.db, room.id)
  const key = made?.streamKey
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
