import { memo, type ReactNode } from 'react'
import { AnswerField } from '#client/features/exam/answer-field.tsx'
import type { HeldAnswer } from '#client/features/exam/exam-session.ts'
import { ShortAnswer } from '#client/features/exam/short-answer.tsx'
import type { ExamQuestion as Question } from '#shared/contract/exam-fields.ts'
import css from './exam-question.module.css'
import shared from './question.module.css'

const nothing: HeldAnswer = { answer: {}, isFlagged: false }

interface ExamQuestionProps {
  question: Question
  /** Its place on the paper, from 1. */
  number: number
  held: HeldAnswer | undefined
  isCurrent: boolean
  /** Answers are taken now. */
  isOpen: boolean
  onChange: (questionId: number, change: Partial<HeldAnswer>) => void
  onVisit: (questionId: number) => void
}

/** One question with its way to answer. Its keys are those of the whole paper. */
export const ExamQuestion = memo(function ExamQuestion({
  question,
  number,
  held = nothing,
  isCurrent,
  isOpen,
  onChange,
  onVisit,
}: ExamQuestionProps): ReactNode {
  const { id } = question
  const flagText = held.isFlagged ? '有记号，点一下去掉' : '做个记号，回头再看'
  const field = {
    question,
    number,
    answer: held.answer,
    isOpen,
    onAnswer: (answer: HeldAnswer['answer']) => onChange(id, { answer }),
  }
  return (
    <article
      id={`question-${id}`}
      className={`${shared.question} ${css.question}`}
      tabIndex={-1}
      data-current={isCurrent || undefined}
      aria-label={`第 ${number} 题`}
      onFocus={() => onVisit(id)}
      onPointerDown={() => onVisit(id)}
    >
      <b className={`${shared.number} num`}>{number}</b>
      <div className={shared.body}>
        <AnswerField {...field} shortAnswer={<ShortAnswer {...field} />} />
        <button
          type="button"
          className={css.flag}
          aria-pressed={held.isFlagged}
          aria-label={`第 ${number} 题：${flagText}`}
          disabled={!isOpen}
          onClick={() => onChange(id, { isFlagged: !held.isFlagged })}
        >
          {flagText}
        </button>
      </div>
    </article>
  )
})
