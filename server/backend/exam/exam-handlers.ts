import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import type { examApi } from '#shared/contract/exam.ts'
import { beginAttempt, getOwnExam, saveBatch, submitAttempt } from './attempt.ts'
import { countMistakes, countOwnExams, listOwnExams } from './own-exam-store.ts'
import { listParts } from './question-store.ts'
import { readResult } from './result.ts'
import { refusalOf, toRow } from './show-exam.ts'

/** What learners do with exams. */
export const examHandlers: Handlers<typeof examApi> = {
  async list(ctx, { id, over, ...page }, { userId }) {
    const now = new Date(ctx.clock.now())
    const isOver = over === undefined ? undefined : over === 2
    const rows = await listOwnExams(ctx.db, userId, { id, isOver, ...page }, now)
    const counts = await countOwnExams(ctx.db, userId, id, now)
    const mistakes = await countMistakes(ctx.db, userId, shanghaiDay(now.getTime()))
    const totals = { all: counts.open + counts.over, over: counts.over, open: counts.open }
    const total = totals[isOver === undefined ? 'all' : isOver ? 'over' : 'open']
    return { ...toPage(rows.map(toRow), total, page), listStatus: { ...counts, ...mistakes } }
  },

  async detail(ctx, { id }, session) {
    const now = new Date(ctx.clock.now())
    const exam = await getOwnExam(ctx.db, session, { id, now })
    return {
      ...toRow(exam),
      intro: exam.intro,
      reveal: exam.reveal,
      halfForPart: exam.halfForPart,
      parts: await listParts(ctx.db, id),
      refusal: refusalOf(exam) ?? null,
      lastAttemptNo: exam.lastAttemptNo,
      serverTime: now.getTime(),
    }
  },

  async begin(ctx, input, session) {
    return beginAttempt(ctx, session, input)
  },

  async save(ctx, input, session) {
    await ctx.limits.take('examSaved', String(session.userId))
    return saveBatch(ctx, session, input)
  },

  async submit(ctx, input, session) {
    return submitAttempt(ctx, session, input)
  },

  async result(ctx, { id, attemptNo }, session) {
    return readResult(ctx, session, { id, attemptNo })
  },
}
