import { captchaNeeded, spendCaptcha } from '#server/backend/account/captcha/captcha-service.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { loadServiceHours } from '#server/backend/support/hours/hours.ts'
import { visibleText } from '#server/backend/support/visible-text.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { TicketKind } from '#shared/contract/enums.ts'
import type { feedbackApi } from '#shared/contract/feedback.ts'
import { addWorkingDays } from '#shared/rules/service-hours.ts'
import { openTicket } from './open-ticket.ts'
import { findSame } from './ticket-store.ts'
import { hasCourse, isPeriodOf, listCourseChoices, listPeriodChoices } from './own-course-store.ts'
import { answerWorkingDays, readPictures, readWords } from './ticket-words.ts'

type Proof = Parameters<typeof spendCaptcha>[1]

/** A visitor's goes through while it is one of an address's first of the day, or with a solved captcha, which is spent. Not inside a transaction. */
async function allowVisitor(ctx: CallContext, proof: Proof): Promise<void> {
  try {
    await ctx.limits.take('feedbackAddress', ctx.address)
    return
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 429)) throw error
  }
  if (proof.captchaType === 'smsCode') throw new ApiError(Code.CaptchaError, captchaNeeded)
  await spendCaptcha(ctx, proof)
  await ctx.limits.take('feedbackSolved', ctx.address)
}

/** The course and lesson that it is about: the caller's own. */
async function refuseForeignCourse(
  ctx: Pick<CallContext, 'db'>,
  session: Session,
  { courseId, periodId }: { courseId?: number | undefined; periodId?: number | undefined },
): Promise<void> {
  if (courseId === undefined) {
    if (periodId !== undefined) throw new ApiError(Code.Toast, '请先选择课程')
    return
  }
  if (!(await hasCourse(ctx.db, session.userId, { courseId, isCharge: false })))
    throw new ApiError(Code.Toast, '只能选择自己的课程')
  if (periodId !== undefined && !(await isPeriodOf(ctx.db, courseId, periodId)))
    throw new ApiError(Code.Toast, '这节课不在所选的课程里')
}

export const feedbackHandlers: Handlers<typeof feedbackApi> = {
  async feedback(ctx, input, session) {
    const { courseId, periodId, images, clientToken, type } = input
    const userId = session?.userId ?? null
    const same = clientToken === undefined ? undefined : await findSame(ctx.db, { userId, clientToken })
    if (same) return { no: same.no, dueTime: same.dueAt.getTime() }
    const content = readWords(input.content)
    if (!session && (courseId !== undefined || periodId !== undefined || images.length > 0))
      throw new ApiError(Code.LoginTimeout)
    if (session) await refuseForeignCourse(ctx, session, input)
    const pictures = session ? await readPictures(ctx.db, session, images) : []
    if (session) await ctx.limits.take('ticketOpened', String(session.userId))
    else await allowVisitor(ctx, input)
    const now = ctx.clock.now()
    const promised = new Date(addWorkingDays(await loadServiceHours(ctx), now, answerWorkingDays))
    const { no, dueAt } = await ctx.tx((trx) =>
      openTicket(
        trx,
        {
          kind: TicketKind.feedback,
          userId,
          content,
          pictures,
          dueAt: promised,
          contact: visibleText(input.contact) || null,
          category: type,
          courseId: courseId ?? null,
          periodId: periodId ?? null,
          clientToken: clientToken ?? null,
        },
        new Date(now),
      ),
    )
    return { no, dueTime: dueAt.getTime() }
  },

  async myCourseCombobox(ctx, _input, { userId }) {
    return listCourseChoices(ctx.db, userId, false)
  },

  async periodCombobox(ctx, { courseId }, { userId }) {
    if (courseId === undefined || !(await hasCourse(ctx.db, userId, { courseId, isCharge: false }))) return []
    return listPeriodChoices(ctx.db, courseId)
  },
}
