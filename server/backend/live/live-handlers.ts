import type { CallContext, Session } from '#server/backend/backend-context.ts'
import type { Handlers } from '#server/backend/binding.ts'
import { signAddress } from '#server/backend/play/sign-address.ts'
import type { LiveRoomInfo, liveApi } from '#shared/contract/live.ts'
import { aiHandlers } from './ai-live.ts'
import { answerHandlers } from './answer-handlers.ts'
import { evaluationHandlers } from './evaluation.ts'
import { isEvaluationOpen } from './evaluation-store.ts'
import { findLessonSource } from './lesson-source.ts'
import { type LessonVisit, visitLesson } from './lesson-visit.ts'
import { findLiveInfo, noLiveInfo } from './live-info.ts'
import { manageHandlers } from './manage-config.ts'
import { findPendants } from './pendant-store.ts'
import { findFakeStudents, findRoomActivity, findSaleInfo } from './room-extras.ts'

const nothingInside = { urlInfoV2: [], livePendant: {}, notice: null, saleInfo: null, activityId: null, groupId: null, fakeStudents: [], canEvaluate: false }

/** What only those who are in the room see. */
async function inside(ctx: CallContext, { lesson, room, access, isPreview }: LessonVisit, session: Session | undefined): Promise<Omit<LiveRoomInfo, keyof typeof noLiveInfo>> {
  const now = new Date(ctx.clock.now())
  const source = await findLessonSource(ctx.db, lesson, room, { now: now.getTime(), isPreview })
  const urlInfoV2 = source ? signAddress(ctx, source.urls, source.mode).urlInfoV2 : []
  const canEvaluate = session !== undefined && !access.isStaff && (await isEvaluationOpen(ctx.db, lesson, session.userId, now))
  if (!room) return { ...nothingInside, urlInfoV2, canEvaluate }
  return {
    urlInfoV2,
    livePendant: await findPendants(ctx.db, room.id),
    notice: room.notice,
    saleInfo: await findSaleInfo(ctx.db, room.saleProductId, session?.userId, now),
    activityId: await findRoomActivity(ctx.db, room.id, now),
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

  async infoV2(ctx, asked, session) {
    const visit = await visitLesson(ctx, asked, session)
    if (!visit) return { ...noLiveInfo, ...nothingInside }
    const info = await findLiveInfo(ctx.db, visit.lesson, visit.room, new Date(ctx.clock.now()))
    return { ...info, ...(visit.isIn || visit.isPreview ? await inside(ctx, visit, session) : nothingInside) }
  },
}
