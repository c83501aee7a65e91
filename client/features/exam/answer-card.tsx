import type { ReactNode } from 'react'
import type { HeldAnswer } from '#client/features/exam/exam-session.ts'
import type { ExamQuestion } from '#shared/contract/exam-fields.ts'
import { isAnswered } from '#shared/rules/exam-answers.ts'
import css from './answer-card.module.css'

interface AnswerCardProps {
  questions: readonly ExamQuestion[]
  answers: ReadonlyMap<number, HeldAnswer>
  unsaved: ReadonlySet<number> | undefined
  currentId: number | undefined
  onGo: (questionId: number) => void
  /** Its name stands over it already. */
  isNamed?: boolean
}

/** Questions that nobody has answered, with their places from 1. */
export function unanswered(
  questions: readonly ExamQuestion[],
  answers: ReadonlyMap<number, HeldAnswer>,
): { id: number; number: number }[] {
  return questions.flatMap(({ id }, index) =>
    isAnswered(answers.get(id)?.answer ?? {}) ? [] : [{ id, number: index + 1 }],
  )
}

/** The answer card: a cell a question; answered, marked, and where one is. */
export function AnswerCard({
  questions,
  answers,
  unsaved,
  currentId,
  onGo,
  isNamed = false,
}: AnswerCardProps): ReactNode {
  const left = unanswered(questions, answers).length
  return (
    <>
      <p className={css.head}>
        {isNamed ? null : <b className="serif">答题卡</b>}
        <span className="s13 muted num">
          答了 {questions.length - left}，还有 {left}
        </span>
      </p>
      <ol className={`${css.cells} num`}>
        {questions.map(({ id }, index) => {
          const held = answers.get(id)
          const isDone = isAnswered(held?.answer ?? {})
          const isFlagged = held?.isFlagged === true
          const isUnsaved = unsaved?.has(id) === true
          const words = [isDone ? '已答' : '没有答', isFlagged ? '有记号' : '', isUnsaved ? '还没保存' : '']
          return (
            <li key={id}>
              <button
                type="button"
                className={css.cell}
                data-done={isDone || undefined}
                data-flagged={isFlagged || undefined}
                data-unsaved={isUnsaved || undefined}
                aria-current={id === currentId ? 'true' : undefined}
                aria-label={`第 ${index + 1} 题，${words.filter((word) => word !== '').join('，')}`}
                onClick={() => onGo(id)}
              >
                {index + 1}
              </button>
            </li>
          )
        })}
      </ol>
      <p className={css.keys} aria-hidden="true">
        <span data-kind="done">已答</span>
        <span data-kind="current">正在答</span>
        <span data-kind="flagged">有记号</span>
      </p>
    </>
  )
}
