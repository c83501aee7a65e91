import type { ReactNode } from 'react'
import { optionLetter } from '#client/features/exam/exam-words.ts'
import { stemParts } from '#client/features/exam/stem-parts.ts'
import { QuestionKind } from '#shared/contract/enums.ts'
import type { ExamAnswer, ExamQuestion as Question } from '#shared/contract/exam-fields.ts'
import { examBlankLength } from '#shared/contract/text-lengths.ts'
import css from './exam-question.module.css'
import shared from './question.module.css'

export interface AnswerProps {
  question: Question
  number: number
  answer: ExamAnswer
  isOpen: boolean
  onAnswer: (answer: ExamAnswer) => void
}

/** The answer after one option was chosen, or taken back. */
export function withOption(kind: QuestionKind, { options = [] }: ExamAnswer, key: number): ExamAnswer {
  if (kind === QuestionKind.single) return { options: [key] }
  return { options: options.includes(key) ? options.filter((one) => one !== key) : [...options, key] }
}

function Choices({ question: { kind, options }, answer, isOpen, onAnswer }: AnswerProps): ReactNode {
  const isMultiple = kind === QuestionKind.multiple
  return (
    <ul className={shared.options} data-multiple={isMultiple || undefined}>
      {options.map(({ key, text }, index) => {
        const isChosen = answer.options?.includes(key) === true
        return (
          <li key={key}>
            <label className={`${shared.option} ${css.option}`} data-chosen={isChosen || undefined}>
              <input
                type={isMultiple ? 'checkbox' : 'radio'}
                className={css.input}
                checked={isChosen}
                disabled={!isOpen}
                onChange={() => onAnswer(withOption(kind, answer, key))}
              />
              <i aria-hidden="true">{optionLetter(index)}</i>
              <span>{text}</span>
            </label>
          </li>
        )
      })}
    </ul>
  )
}

const verdicts = [
  { isTrue: true, sign: '✓', text: '对' },
  { isTrue: false, sign: '✕', text: '错' },
] as const

function TrueFalse({ answer, isOpen, onAnswer }: AnswerProps): ReactNode {
  return (
    <ul className={shared.options}>
      {verdicts.map(({ isTrue, sign, text }) => (
        <li key={text}>
          <label className={`${shared.option} ${css.option}`} data-chosen={answer.isTrue === isTrue || undefined}>
            <input
              type="radio"
              className={css.input}
              checked={answer.isTrue === isTrue}
              disabled={!isOpen}
              onChange={() => onAnswer({ isTrue })}
            />
            <i aria-hidden="true">{sign}</i>
            <span>{text}</span>
          </label>
        </li>
      ))}
    </ul>
  )
}

function Blank({ at, number, answer, isOpen, onAnswer, question }: AnswerProps & { at: number }): ReactNode {
  const handleChange = (text: string): void => {
    const blanks = Array.from({ length: question.blankCount }, (_, index) => answer.blanks?.[index] ?? '')
    blanks[at] = text
    onAnswer(blanks.every((one) => one === '') ? {} : { blanks })
  }
  return (
    <input
      type="text"
      className={css.blank}
      aria-label={`第 ${number} 题第 ${at + 1} 空`}
      autoComplete="off"
      spellCheck={false}
      maxLength={examBlankLength}
      disabled={!isOpen}
      value={answer.blanks?.[at] ?? ''}
      onChange={(event) => handleChange(event.target.value)}
    />
  )
}

function FillIn(props: AnswerProps): ReactNode {
  const { stem, blankCount } = props.question
  const parts = stemParts(stem, blankCount)
  if (parts.length > 1)
    return (
      <p className={shared.stem}>
        {parts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never change their order
          <span key={index}>
            {index > 0 ? <Blank {...props} at={index - 1} /> : null}
            {text}
          </span>
        ))}
      </p>
    )
  return (
    <>
      <p className={shared.stem}>{stem}</p>
      <ol className={css.blanks}>
        {Array.from({ length: blankCount }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blanks have no name but their place
          <li key={at}>
            <span className="s13 muted">第 {at + 1} 空</span>
            <Blank {...props} at={at} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** A question with its way to answer; a short answer's is given by who shows it. */
export function AnswerField(props: AnswerProps & { shortAnswer: ReactNode }): ReactNode {
  const { number, question, shortAnswer } = props
  const { id, kind, stem, picture } = question
  const figure = picture === null ? null : <img className={shared.figure} src={picture} alt={`第 ${number} 题的图`} />
  if (kind === QuestionKind.fillIn)
    return (
      <>
        {figure}
        <FillIn {...props} />
      </>
    )
  return (
    <>
      <p className={`${shared.stem} ${css.stem}`} id={`stem-${id}`}>
        {stem}
        {kind === QuestionKind.multiple ? <small>可以选几项</small> : null}
      </p>
      {figure}
      {kind === QuestionKind.shortAnswer ? (
        shortAnswer
      ) : kind === QuestionKind.trueFalse ? (
        <TrueFalse {...props} />
      ) : (
        <Choices {...props} />
      )}
    </>
  )
}
