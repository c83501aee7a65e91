import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { signAddress } from '#server/backend/classroom/watch/sign-address.ts'
import { hasLease } from '#server/backend/classroom/watch/watch-store.ts'
import { PeriodKind } from '#shared/contract/enums.ts'
import type { LiveRoomInfo, liveApi } from '#shared/contract/live.ts'
import type { PlayUrl } from '#shared/contract/play-fields.ts'
import { aiHandlers } from './ai-live.ts'
import { answerHandlers } from '#server/backend/classroom/tools/answer-handlers.ts'
import { evaluationHandlers } from '#server/backend/classroom/tools/evaluation.ts'
import { isEvaluationOpen } from '#server/backend/classroom/tools/evaluation-store.ts'
import { findLessonSource } from './lesson-source.ts'
import { type LessonVisit, requireLogin, visitLesson } from './lesson-visit.ts'
import { findLiveInfo, noLiveInfo } from './live-info.ts'
import { manageHandlers } from './manage-config.ts'
import { findHangings, nothingHangs } from './room-extras.ts'
import { findFakeStudents } from './room-extras-store.ts'
import { ensureLessonRoom } from './lesson-room.ts'
import { turnHandlers } from './room-turns.ts'

const nothingInside = { ...nothingHangs, urlInfoV2: [], groupId: null, fakeStudents: [], canEvaluate: false }

/** Addresses for whoever may play here at this moment: an account plays in one place, staff and who looks into the room wherever they are. */
async function addressesOf(
  ctx: CallContext,
  { lesson, room, access, isPreview }: LessonVisit,
  session: Session | undefined,
  watchId: string | undefined,
): Promise<PlayUrl[]> {
  const now = new Date(ctx.clock.now())
  const isFree = isPreview || access.isStaff
  if (
    !isFree &&
    !(
      session &&
      watchId &&
      (await hasLease(ctx.db, { userId: session.userId, watchId, periodId: lesson.periodId }, now))
    )
  )
    return []
  const source = await findLessonSource(ctx.db, lesson, room, { now: now.getTime(), isPreview })
  // whoever holds the sealed address of a preview may look for its hour, signed in or not
  return source ? signAddress(ctx, source.urls, source.mode, { isOpen: isPreview }).urlInfoV2 : []
}

/** What only those who are in the room see. */
async function inside(
  ctx: CallContext,
  visit: LessonVisit,
  session: Session | undefined,
  watchId: string | undefined,
): Promise<Omit<LiveRoomInfo, keyof typeof noLiveInfo>> {
  const { lesson, room, access } = visit
  const now = new Date(ctx.clock.now())
  const urlInfoV2 = await addressesOf(ctx, visit, session, watchId)
  const canEvaluate =
    session !== undefined && !access.isStaff && (await isEvaluationOpen(ctx.db, lesson, session.userId, now))
  if (!room) return { ...nothingInside, urlInfoV2, canEvaluate }
  return {
    urlInfoV2,
    ...(await findHangings(ctx.db, room, { userId: session?.userId, isStaff: access.isStaff }, now)),
    groupId: session ? room.groupKey : null,
    fakeStudents: await findFakeStudents(ctx.db, room.id),
    canEvaluate,
  }
}

export const liveHandlers: Handlers<typeof liveApi> = {
  ...aiHandlers,
  ...answerHandlers,
  ...manageHandlers,
  ...evaluationHandlers,
  ...turnHandlers,

  async infoV2(ctx, { watchId, ...asked }, session) {
    requireLogin(session, asked)
    const found = await visitLesson(ctx, asked, session)
    if (!found) return { ...noLiveInfo, ...nothingInside }
    // The first who may be in the room sees what hangs there, too: it comes to be now.
    const opens = found.isIn && found.lesson.kind !== PeriodKind.video
    const room =
      found.room ??
      (opens ? await ctx.tx((trx) => ensureLessonRoom(trx, found.lesson, new Date(ctx.clock.now()))) : undefined)
    const visit = { ...found, room }
    const info = await findLiveInfo(ctx.db, visit.lesson, visit.room, new Date(ctx.clock.now()))
    return { ...info, ...(visit.isIn || visit.isPreview ? await inside(ctx, visit, session, watchId) : nothingInside) }
  },
}
