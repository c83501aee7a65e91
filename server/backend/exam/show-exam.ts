import { ExamStatus, PaperState } from '#shared/contract/enums.ts'
import type { ExamRow } from '#shared/contract/exam-fields.ts'
import { momentText } from '#shared/rules/number-text.ts'
import type { OwnExam } from './own-exam-store.ts'

const timeOf = (date: Date | null): number | null => date?.getTime() ?? null

/** What every call says of a paper that was taken back. */
export const withdrawnText = '这份试卷已经撤回，不能再作答'

/** Why nothing can be begun or gone on with, in words; undefined when it can. */
export function refusalOf(exam: OwnExam): string | undefined {
  if (exam.paperState !== PaperState.published) return withdrawnText
  if (exam.url !== null) return '这份试卷在别的网站作答'
  if (exam.status === ExamStatus.answering) return undefined
  if (exam.attemptsUsed >= exam.attemptsAllowed)
    return exam.attemptsAllowed === 1 ? '已经交卷，这场考试只能考一次' : `${exam.attemptsAllowed} 次机会都用完了`
  if (exam.status === ExamStatus.notBegun && exam.beginAt)
    return `${momentText(exam.beginAt.getTime())} 开始，到时间再来`
  if (!exam.isActive) return '学习期已经结束，不能再开始新的考试'
  if (!exam.canBegin) return exam.questionCount === 0 ? '这份试卷还没有题目' : '考试时间已经过了'
  return undefined
}

/** A paper in a list. */
export function toRow(exam: OwnExam): ExamRow {
  return {
    id: exam.id,
    title: exam.title,
    courseId: exam.courseId,
    courseName: exam.courseName,
    begDate: timeOf(exam.beginAt),
    endDate: timeOf(exam.endAt),
    durationMin: exam.durationMin === null ? null : exam.durationMin + exam.extraMin,
    questionCount: exam.questionCount,
    totalScore: exam.totalScore,
    attemptsAllowed: exam.attemptsAllowed,
    attemptsUsed: exam.attemptsUsed,
    status: exam.status,
    score: exam.score,
    deadlineTime: timeOf(exam.deadlineAt),
    submitTime: timeOf(exam.submittedAt),
    url: exam.url,
    canBegin: exam.canBegin,
    isWithdrawn: exam.paperState === PaperState.withdrawn,
  }
}
