import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { loadServiceHours } from '#server/backend/support/hours/hours.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { complaintApi } from '#shared/contract/complaint.ts'
import { TicketKind } from '#shared/contract/enums.ts'
import { addWorkingDays } from '#shared/rules/service-hours.ts'
import { openTicket } from './open-ticket.ts'
import { hasCourse, listCourseChoices, listTeachingAccounts } from './own-course-store.ts'
import { listProblems, type ProblemRow } from './problem-store.ts'
import { findSame } from './ticket-store.ts'
import { answerWorkingDays, readPictures, readWords } from './ticket-words.ts'

const phoneForm = /^\+?[0-9]{7,15}$/

/** A telephone number as typed, spaces and hyphens left out; null when there is none. Throws for what isn't one. */
function readPhone(typed: string): string | null {
  const phone = typed.replaceAll(/[\s-]/g, '')
  if (phone === '') return null
  if (!phoneForm.test(phone)) throw new ApiError(Code.PhoneError, '电话号码格式不正确')
  return phone
}

/** A problem that can be chosen: one at the end of its branch. */
async function refuseUnknownProblem(ctx: Pick<CallContext, 'db'>, problemId: number): Promise<void> {
  const problems = await listProblems(ctx.db)
  const isEnd = (one: ProblemRow): boolean => !problems.some(({ parentId }) => parentId === one.id)
  if (!problems.some((one) => one.id === problemId && isEnd(one))) throw new ApiError(Code.Toast, '请选择问题的类型')
}

export const complaintHandlers: Handlers<typeof complaintApi> = {
  async existChargeCourse(ctx, _input, { userId }) {
    return hasCourse(ctx.db, userId, { isCharge: true })
  },

  async courses(ctx, _input, { userId }) {
    return listCourseChoices(ctx.db, userId, true)
  },

  async problems(ctx) {
    const problems = await listProblems(ctx.db)
    return problems
      .filter(({ parentId }) => parentId === null)
      .map(({ id, name }) => ({ id, name, children: problems.filter(({ parentId }) => parentId === id) }))
  },

  async save(ctx, { courseId, problemId, images, phone, clientToken, ...input }, session) {
    const { userId } = session
    const same = clientToken === undefined ? undefined : await findSame(ctx.db, { userId, clientToken })
    if (same) return { no: same.no, dueTime: same.dueAt.getTime() }
    const content = readWords(input.content)
    const contact = readPhone(phone)
    if (problemId === undefined) throw new ApiError(Code.Toast, '请选择问题的类型')
    await refuseUnknownProblem(ctx, problemId)
    if (courseId !== undefined && !(await hasCourse(ctx.db, userId, { courseId, isCharge: true })))
      throw new ApiError(Code.Toast, '只能选择自己购买的课程')
    const pictures = await readPictures(ctx.db, session, images)
    await ctx.limits.take('ticketOpened', String(userId))
    const now = ctx.clock.now()
    const promised = new Date(addWorkingDays(await loadServiceHours(ctx), now, answerWorkingDays))
    const hiddenFrom = courseId === undefined ? [] : await listTeachingAccounts(ctx.db, userId, courseId)
    const { no, dueAt } = await openTicket(
      ctx.db,
      {
        kind: TicketKind.complaint,
        userId,
        content,
        pictures,
        dueAt: promised,
        contact,
        problemId,
        courseId: courseId ?? null,
        hiddenFrom: hiddenFrom.filter((id) => id !== userId),
        clientToken: clientToken ?? null,
      },
      new Date(now),
    )
    return { no, dueTime: dueAt.getTime() }
  },
}
