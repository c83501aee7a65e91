import type { TagTone } from '#client/ui/tag.tsx'
import { ExamStatus, QuestionKind } from '#shared/contract/enums.ts'
import type { ExamRow } from '#shared/contract/exam-fields.ts'
import { dayText, momentText, timeText } from '#shared/rules/number-text.ts'

/** What the state of an exam is called. */
export const examStatusTexts: Readonly<Record<ExamStatus, string>> = {
  [ExamStatus.notBegun]: '未开始',
  [ExamStatus.open]: '可以考',
  [ExamStatus.answering]: '正在答',
  [ExamStatus.handedIn]: '已交卷',
  [ExamStatus.scored]: '已出分',
  [ExamStatus.missed]: '没有考',
}

export const examStatusTones: Readonly<Record<ExamStatus, TagTone>> = {
  [ExamStatus.notBegun]: 'plain',
  [ExamStatus.open]: 'got',
  [ExamStatus.answering]: 'due',
  [ExamStatus.handedIn]: 'wait',
  [ExamStatus.scored]: 'got',
  [ExamStatus.missed]: 'plain',
}

export const questionKindTexts: Readonly<Record<QuestionKind, string>> = {
  [QuestionKind.single]: '单选',
  [QuestionKind.multiple]: '多选',
  [QuestionKind.trueFalse]: '判断',
  [QuestionKind.fillIn]: '填空',
  [QuestionKind.shortAnswer]: '简答',
}

/** The number of a part of a paper, as papers have them. */
export const partNumbers = ['一', '二', '三', '四', '五'] as const

/** What an option is called by its place: A, B, C … */
export function optionLetter(index: number): string {
  return String.fromCharCode(65 + index)
}

/** '11 月 21 日 19:30 – 21:00', '11 月 30 日 20:00 截止', '不限时间'. */
export function windowText({ begDate, endDate }: Pick<ExamRow, 'begDate' | 'endDate'>): string {
  if (begDate !== null && endDate !== null)
    return `${momentText(begDate)} – ${dayText(begDate) === dayText(endDate) ? timeText(endDate) : momentText(endDate)}`
  if (begDate !== null) return `${momentText(begDate)} 开始`
  return endDate === null ? '不限时间' : `${momentText(endDate)} 截止`
}

const hourMs = 3_600_000

/** Whether a paper that can be taken is short of time: it closes within a day. `now` undefined: not known yet. */
export function isClosing({ endDate, status }: Pick<ExamRow, 'endDate' | 'status'>, now: number | undefined): boolean {
  if (endDate === null || now === undefined) return false
  return (status === ExamStatus.open || status === ExamStatus.answering) && endDate - now < 24 * hourMs
}

/** '60 分钟', '不限时长' */
export function durationText(minutes: number | null): string {
  return minutes === null ? '不限时长' : `${minutes} 分钟`
}

/** '考过 1 / 2 次' */
export function attemptsText({
  attemptsUsed,
  attemptsAllowed,
}: Pick<ExamRow, 'attemptsUsed' | 'attemptsAllowed'>): string {
  return attemptsUsed === 0 ? `可以考 ${attemptsAllowed} 次` : `考过 ${attemptsUsed} / ${attemptsAllowed} 次`
}

/** '59 分', '1 小时 5 分', '40 秒' */
export function spentText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} 秒`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} 分` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`
}
