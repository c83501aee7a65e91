import { createHash } from 'node:crypto'
import type { Database } from '#server/backend/db/database.ts'
import { AttemptClosedBy, AttemptState } from '#shared/contract/enums.ts'
import type { ExamReceipt } from '#shared/contract/exam-fields.ts'
import { canonicalJson } from '#shared/rules/canonical-json.ts'
import { isAnswered, scoreOf } from '#shared/rules/exam-answers.ts'
import { dayText } from '#shared/rules/number-text.ts'
import { type AnswerRow, listAnswers } from './answer-store.ts'
import { type AttemptRow, type Closing, writeClosings } from './attempt-store.ts'
import { findHalfForPart, listQuestions, type QuestionRow } from './question-store.ts'
import { settleAttempts } from './settle.ts'

/** 'KS20261121-000021': the day and the attempt. */
function receiptNoOf({ id }: AttemptRow, submittedAt: Date): string {
  return `KS${dayText(submittedAt.getTime()).replaceAll('-', '')}-${String(id).padStart(6, '0')}`
}

interface Sheet {
  readonly questions: readonly QuestionRow[]
  readonly answers: ReadonlyMap<number, AnswerRow>
  readonly halfForPart: boolean
}

/** What an attempt ends with: counted, sealed and marked as far as nobody is needed for it. */
function closingOf(
  attempt: AttemptRow,
  { questions, answers, halfForPart }: Sheet,
  { submittedAt, closedBy }: Pick<Closing, 'submittedAt' | 'closedBy'>,
): Closing {
  const given = questions.flatMap(({ id }) => {
    const answer = answers.get(id)?.answer
    return answer && isAnswered(answer) ? [{ questionId: id, answer }] : []
  })
  const marks = questions.map(({ id, kind, score, answer: key }) => ({
    questionId: id,
    score: scoreOf({ kind, score, key, halfForPart }, answers.get(id)?.answer ?? {}),
  }))
  const marked = marks.flatMap(({ questionId, score }) => (score === undefined ? [] : [{ questionId, score }]))
  const objectiveScore = marked.reduce((sum, { score }) => sum + score, 0)
  return {
    id: attempt.id,
    submittedAt,
    closedBy,
    receiptNo: receiptNoOf(attempt, submittedAt),
    answeredCount: given.length,
    answersSha256: createHash('sha256').update(canonicalJson(given)).digest('hex'),
    objectiveScore,
    score: marked.length === marks.length ? objectiveScore : null,
    scores: marked.filter(({ questionId }) => answers.has(questionId)),
  }
}

/** Ends attempts that the caller holds; by the clock it is as if at their deadline. What is whole by that may be seen by its learner. */
export async function closeAttempts(
  trx: Database,
  attempts: readonly AttemptRow[],
  closedBy: AttemptClosedBy,
  now: Date,
): Promise<void> {
  if (attempts.length === 0) return
  const ids = attempts.map(({ id }) => id)
  const paperIds = [...new Set(attempts.map(({ paperId }) => paperId))]
  const questions = Map.groupBy(await listQuestions(trx, paperIds), ({ paperId }) => paperId)
  const answers = Map.groupBy(await listAnswers(trx, ids), ({ attemptId }) => attemptId)
  const halfForPart = await findHalfForPart(trx, paperIds)
  const closings = attempts.map((attempt) => {
    const sheet = {
      questions: questions.get(attempt.paperId) ?? [],
      answers: new Map((answers.get(attempt.id) ?? []).map((row) => [row.questionId, row])),
      halfForPart: halfForPart.has(attempt.paperId),
    }
    const submittedAt = closedBy === AttemptClosedBy.clock ? (attempt.deadlineAt ?? now) : now
    return closingOf(attempt, sheet, { submittedAt, closedBy })
  })
  await writeClosings(trx, closings, now)
  await settleAttempts(trx, ids, { now, isTold: closedBy === AttemptClosedBy.clock })
}

/** The receipt of an attempt that is over. */
export function receiptOf(attempt: AttemptRow): ExamReceipt {
  const { receiptNo, submittedAt, closedBy, answeredCount, answersSha256, questionCount } = attempt
  if (receiptNo === null || submittedAt === null || closedBy === null)
    throw new Error('An attempt that is under way has no receipt.')
  return {
    no: receiptNo,
    submitTime: submittedAt.getTime(),
    closedBy,
    answered: answeredCount ?? 0,
    total: questionCount,
    sha256: answersSha256 ?? '',
  }
}

/** Whether it is over, whoever ended it. */
export function isClosed({ state }: AttemptRow): boolean {
  return state !== AttemptState.answering
}
