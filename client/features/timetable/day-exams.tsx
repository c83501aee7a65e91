import type { ReactNode } from 'react'
import { ExamStatus } from '#shared/contract/enums.ts'
import type { TimetableExam } from '#shared/contract/my-course.ts'
import { dayText, momentText, timeText } from '#shared/rules/number-text.ts'
import css from './day-exams.module.css'

const statusTexts: Readonly<Record<ExamStatus, string>> = {
  [ExamStatus.notBegun]: '还没开始',
  [ExamStatus.open]: '可以考',
  [ExamStatus.answering]: '正在答',
  [ExamStatus.handedIn]: '已交卷',
  [ExamStatus.scored]: '已出分',
  [ExamStatus.missed]: '没有考',
}

/** '19:30 开考', '21:00 截止', both when they are on the same day; the other end with its day. */
function whenText({ begDate, endDate }: TimetableExam, date: string): string {
  const begins = begDate !== null && dayText(begDate) === date ? `${timeText(begDate)} 开考` : ''
  const ends = endDate === null ? '' : `${dayText(endDate) === date ? timeText(endDate) : momentText(endDate)} 截止`
  return [begins, ends].filter((part) => part !== '').join('，')
}

/** Exams whose window opens or ends on a day: beside its classes, in the second rank. */
export function DayExams({ exams, date }: { exams: readonly TimetableExam[]; date: string }): ReactNode {
  if (exams.length === 0) return null
  return (
    <ul className={css.exams} aria-label="考试">
      {exams.map((exam) => {
        const outside = exam.url.startsWith('/') ? {} : { target: '_blank', rel: 'noopener noreferrer' }
        return (
          <li key={exam.id} className={css.exam}>
            <p>
              <a className={css.title} href={exam.url} {...outside}>
                考试：{exam.title}
                {exam.url.startsWith('/') ? '' : '（新窗口）'}
              </a>
              <span className="muted s13">{statusTexts[exam.status]}</span>
            </p>
            <p className="muted s13 num">
              {exam.courseName === '' ? '' : `${exam.courseName}　`}
              {whenText(exam, date)}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
