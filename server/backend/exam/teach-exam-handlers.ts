import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { TaughtAttempt, teachExamApi } from '#shared/contract/teach-exam.ts'
import { listAnswers } from './answer-store.ts'
import { findAttempt } from './attempt-store.ts'
import { isClosed, receiptOf } from './close.ts'
import { inLayout } from './layout.ts'
import { extendExam, finishMarking, getTaught, markAnswers, releaseExam, remarkAnswers } from './mark.ts'
import {
  countQueue,
  countTaughtPapers,
  listQueue,
  listTaughtPapers,
  listUnsaved,
  type TaughtAttemptRow,
} from './mark-store.ts'
import { listQuestions } from './question-store.ts'
import { toResult } from './result.ts'
import { findSeen } from './result-store.ts'

const timeOf = (date: Date | null): number | null => date?.getTime() ?? null

function toTaught(row: TaughtAttemptRow): TaughtAttempt {
  return {
    id: row.id,
    paperId: row.paperId,
    title: row.title,
    courseName: row.courseName,
    scheduleName: row.scheduleName,
    learner: { id: row.userId, nickname: row.nickname, headImg: row.headImg },
    attemptNo: row.attemptNo,
    state: row.state,
    begunTime: row.begunAt.getTime(),
    deadlineTime: timeOf(row.deadlineAt),
    submitTime: timeOf(row.submittedAt),
    closedBy: row.closedBy,
    toMark: row.toMark,
    score: row.score,
    totalScore: row.totalScore,
    isReleased: row.releasedAt !== null,
  }
}

/** Marking exams. */
export const teachExamHandlers: Handlers<typeof teachExamApi> = {
  async papers(ctx, page, session) {
    const rows = await listTaughtPapers(ctx.db, session, page)
    const records = rows.map(({ beginAt, endAt, ...row }) => ({
      ...row,
      begDate: timeOf(beginAt),
      endDate: timeOf(endAt),
    }))
    return toPage(records, await countTaughtPapers(ctx.db, session), page)
  },

  async queue(ctx, { state, paperId, ...page }, session) {
    const filter = { state, paperId, ...page }
    const rows = await listQueue(ctx.db, session, filter)
    return toPage(rows.map(toTaught), await countQueue(ctx.db, session, filter), page)
  },

  async attempt(ctx, { id }, session) {
    const row = await getTaught(ctx, session, id)
    const { userId, paperId, attemptNo } = row
    const attempt = await findAttempt(ctx.db, userId, { paperId, attemptNo })
    if (!attempt || !isClosed(attempt)) throw new ApiError(Code.Toast, '学员还在作答，交卷以后再看')
    const questions = inLayout(attempt.layout, await listQuestions(ctx.db, [paperId]))
    const answers = new Map((await listAnswers(ctx.db, [id])).map((answer) => [answer.questionId, answer]))
    const late = await listUnsaved(ctx.db, id)
    return {
      ...toTaught(row),
      version: row.version,
      receipt: receiptOf(attempt),
      objectiveScore: row.objectiveScore ?? 0,
      isSeen: (await findSeen(ctx.db, id, new Date(ctx.clock.now()))).isScoreSeen,
      questions: questions.map((question) =>
        toResult(question, answers.get(question.id), { isRevealed: true, isScoreSeen: true }),
      ),
      late: late.map(({ receivedAt, ...one }) => ({ ...one, receivedTime: receivedAt.getTime() })),
    }
  },

  async mark(ctx, input, session) {
    return { version: await markAnswers(ctx, session, input) }
  },

  async finish(ctx, input, session) {
    return { score: await finishMarking(ctx, session, input) }
  },

  async remark(ctx, input, session) {
    return remarkAnswers(ctx, session, input)
  },

  async extend(ctx, input, session) {
    return { deadlineTime: await extendExam(ctx, session, input) }
  },

  async release(ctx, { paperId, id }, session) {
    return { released: await releaseExam(ctx, session, { paperId, id }) }
  },
}
