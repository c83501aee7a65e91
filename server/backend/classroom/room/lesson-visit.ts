import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import { type Access, checkAccess } from '#server/backend/classroom/access/access-check.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { CheckCode } from '#shared/contract/enums.ts'
import { isPreviewToken } from './preview-token.ts'
import { whileRoomOpen } from './room-opening.ts'
import { findLesson, findLessonRoom, findRoom, type LessonRow, type RoomRow } from './room-store.ts'

/** Which lesson's room is asked for, and how. */
export interface AskedLesson {
  readonly periodId?: number | undefined
  readonly liveInfoId?: number | undefined
  readonly scheduleId?: number | undefined
  readonly isPreview?: boolean | undefined
  readonly previewToken?: string | undefined
}

/** Somebody who enters a lesson's room. */
export interface LessonVisit {
  readonly lesson: LessonRow
  /** Undefined: nobody has opened it yet. */
  readonly room: RoomRow | undefined
  readonly access: Access
  /** Passed by the check, and signed in. */
  readonly isIn: boolean
  /** May look into the room whatever its state. */
  readonly isPreview: boolean
}

/** Rooms are for who is logged in; whoever has a link that was signed for it looks into it without. Code -3 for others. */
export function requireLogin(session: Session | undefined, { previewToken }: Pick<AskedLesson, 'previewToken'>): void {
  if (!session && previewToken === undefined) throw new ApiError(Code.LoginTimeout)
}

/** Who comes to which lesson's room; undefined when there is none, or they may not look into it. */
export async function visitLesson(
  ctx: CallContext,
  asked: AskedLesson,
  session: Session | undefined,
): Promise<LessonVisit | undefined> {
  const now = new Date(ctx.clock.now())
  const asRoom = asked.liveInfoId === undefined ? undefined : await findRoom(ctx.db, { id: asked.liveInfoId })
  // NOTE: a room that is asked for names its own lesson: a room for questions has none, and is not entered this way
  const periodId = asked.liveInfoId === undefined ? asked.periodId : asRoom?.periodId
  if (periodId == null) return undefined
  const hasToken = isPreviewToken(ctx, periodId, asked.previewToken)
  const which = { periodId, scheduleId: asRoom?.scheduleId ?? asked.scheduleId, userId: session?.userId }
  const published = await findLesson(ctx.db, which, now)
  const lesson =
    published ?? (hasToken || session?.isStaff ? await findLesson(ctx.db, { ...which, drafts: true }, now) : undefined)
  if (!lesson) return undefined
  const room = asRoom ?? (await findLessonRoom(ctx.db, lesson))
  const access = whileRoomOpen(await checkAccess(ctx.db, session, lesson, now), room)
  if (!published && !hasToken && !access.isStaff) return undefined
  const isPreview = hasToken || (asked.isPreview === true && access.isStaff)
  // A look into a room is for those who have the right to it, also when the room is open to the caller.
  if ((asked.isPreview === true || asked.previewToken !== undefined) && !isPreview) return undefined
  return { lesson, room, access, isIn: session !== undefined && access.checkCode === CheckCode.pass, isPreview }
}
