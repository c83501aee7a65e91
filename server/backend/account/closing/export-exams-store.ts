import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { AnswersRevealed } from '#shared/contract/enums.ts'
import type { ExamAnswer } from '#shared/contract/exam-fields.ts'
import { listById, listOf, listsPart, moment } from './export-part.ts'

interface AnswerLine {
  attemptId: number
  questionId: number
  title: string
  attemptNo: number
  stem: string
  answer: ExamAnswer
  savedAt: Date
  score: number | null
  comment: string | null
}

/** A learner's answers in exams, behind the one that was read last; what they gave only where it may be seen by now. */
async function listExportedAnswers(
  db: Database,
  userId: number,
  after: AnswerLine | undefined,
  most: number,
): Promise<AnswerLine[]> {
  const { rows } = await sql<AnswerLine>`
    select w.attempt_id, w.question_id, p.title, a.attempt_no, q.stem, w.answer, w.saved_at,
      case when a.settled_at is not null and p.reveal <> ${sql.lit(AnswersRevealed.never)} then w.score end as score,
      case when a.settled_at is not null or a.released_at is not null then w.comment end as comment
    from exam_answers w join exam_attempts a on a.id = w.attempt_id join exam_papers p on p.id = a.paper_id join exam_questions q on q.id = w.question_id
    where a.user_id = ${userId} and (w.attempt_id, w.question_id) > (${after?.attemptId ?? 0}::bigint, ${after?.questionId ?? 0}::bigint)
    order by w.attempt_id, w.question_id limit ${most}`.execute(db)
  return rows
}

/** Exams that were taken, every answer, and what came too late to count. Scores as far as they may be seen by now. */
export const exams = listsPart('考试.json', {
  考试: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('examAttempts')
        .innerJoin('examPapers', 'examPapers.id', 'examAttempts.paperId')
        .select([
          'examAttempts.id',
          'examPapers.title',
          'examAttempts.attemptNo',
          'examAttempts.begunAt',
          'examAttempts.deadlineAt',
          'examAttempts.submittedAt',
          'examAttempts.receiptNo',
          'examAttempts.answeredCount',
          'examAttempts.answersSha256',
          'examAttempts.score',
          'examAttempts.settledAt',
          'examAttempts.releasedAt',
        ])
        .where('examAttempts.userId', '=', userId)
        .where('examAttempts.id', '>', afterId)
        .orderBy('examAttempts.id')
        .limit(most)
        .execute(),
    (row) => ({
      试卷: row.title,
      第几次: row.attemptNo,
      开始: moment(row.begunAt),
      截止: moment(row.deadlineAt),
      交卷: moment(row.submittedAt),
      回执编号: row.receiptNo,
      答了几题: row.answeredCount,
      答案的SHA256: row.answersSha256,
      分数: row.settledAt === null && row.releasedAt === null ? null : row.score,
    }),
  ),
  答案: listOf<AnswerLine>(listExportedAnswers, (row) => ({
    试卷: row.title,
    第几次: row.attemptNo,
    题目: row.stem,
    回答: row.answer,
    保存时间: moment(row.savedAt),
    得分: row.score,
    评语: row.comment,
  })),
  没有计入的答案: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('examUnsavedAnswers')
        .innerJoin('examAttempts', 'examAttempts.id', 'examUnsavedAnswers.attemptId')
        .innerJoin('examPapers', 'examPapers.id', 'examAttempts.paperId')
        .innerJoin('examQuestions', 'examQuestions.id', 'examUnsavedAnswers.questionId')
        .select([
          'examUnsavedAnswers.id',
          'examPapers.title',
          'examQuestions.stem',
          'examUnsavedAnswers.answer',
          'examUnsavedAnswers.receivedAt',
        ])
        .where('examAttempts.userId', '=', userId)
        .where('examUnsavedAnswers.id', '>', afterId)
        .orderBy('examUnsavedAnswers.id')
        .limit(most)
        .execute(),
    (row) => ({ 试卷: row.title, 题目: row.stem, 回答: row.answer, 收到时间: moment(row.receivedAt) }),
  ),
  延时: listOf<{ paperId: number; title: string; extraMin: number; reason: string; createdAt: Date }>(
    (db, userId, after, most) =>
      db
        .selectFrom('examExtensions')
        .innerJoin('examPapers', 'examPapers.id', 'examExtensions.paperId')
        .select([
          'examExtensions.paperId',
          'examPapers.title',
          'examExtensions.extraMin',
          'examExtensions.reason',
          'examExtensions.createdAt',
        ])
        .where('examExtensions.userId', '=', userId)
        .where('examExtensions.paperId', '>', after?.paperId ?? 0)
        .orderBy('examExtensions.paperId')
        .limit(most)
        .execute(),
    (row) => ({ 试卷: row.title, 分钟: row.extraMin, 原因: row.reason, 时间: moment(row.createdAt) }),
  ),
})
