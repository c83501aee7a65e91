import type { ExamAnswer } from '#shared/contract/exam-fields.ts'
import { listById, listOf, listsPart, moment } from './export-part.ts'

interface MistakeLine {
  questionId: number
  title: string
  stem: string
  state: number
  dueOn: string
  successes: number
  lapses: number
  wrongAnswer: ExamAnswer | null
  createdAt: Date
}

const states = ['待复习', '已掌握', '已收起'] as const

/** The mistake book, and each answer that was given in it. */
export const mistakes = listsPart('错题本.json', {
  错题: listOf<MistakeLine>(
    (db, userId, after, most) =>
      db
        .selectFrom('mistakes')
        .innerJoin('examQuestions', 'examQuestions.id', 'mistakes.questionId')
        .innerJoin('examPapers', 'examPapers.id', 'mistakes.paperId')
        .select([
          'mistakes.questionId',
          'examPapers.title',
          'examQuestions.stem',
          'mistakes.state',
          'mistakes.dueOn',
          'mistakes.successes',
          'mistakes.lapses',
          'mistakes.wrongAnswer',
          'mistakes.createdAt',
        ])
        .where('mistakes.userId', '=', userId)
        .where('mistakes.questionId', '>', after?.questionId ?? 0)
        .orderBy('mistakes.questionId')
        .limit(most)
        .execute(),
    (row) => ({
      试卷: row.title,
      题目: row.stem,
      状态: states[row.state - 1],
      下次复习: row.dueOn,
      连续答对: row.successes,
      答错次数: row.lapses,
      当时的回答: row.wrongAnswer,
      收入时间: moment(row.createdAt),
    }),
  ),
  复习: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('mistakeReviews')
        .innerJoin('examQuestions', 'examQuestions.id', 'mistakeReviews.questionId')
        .select([
          'mistakeReviews.id',
          'examQuestions.stem',
          'mistakeReviews.answer',
          'mistakeReviews.isRight',
          'mistakeReviews.reviewedAt',
        ])
        .where('mistakeReviews.userId', '=', userId)
        .where('mistakeReviews.id', '>', afterId)
        .orderBy('mistakeReviews.id')
        .limit(most)
        .execute(),
    (row) => ({ 题目: row.stem, 回答: row.answer, 答对: row.isRight, 时间: moment(row.reviewedAt) }),
  ),
})
