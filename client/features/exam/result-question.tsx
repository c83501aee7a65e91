import type { ReactNode } from 'react'
import { answerText, keyText } from '#client/features/exam/answer-text.ts'
import { optionLetter } from '#client/features/exam/exam-words.ts'
import { stemParts } from '#client/features/exam/stem-parts.ts'
import { QuestionKind } from '#shared/contract/enums.ts'
import type { ResultQuestion as Question } from '#shared/contract/exam.ts'
import type { ExamAnswer, ExamKey, ExamQuestion } from '#shared/contract/exam-fields.ts'
import shared from './question.module.css'
import css from './result-question.module.css'

interface Shown {
  question: ExamQuestion
  answer: ExamAnswer
  /** What is right; null while it may not be seen. */
  answerKey: ExamKey | null
}

function markOf(isChosen: boolean, isRight: boolean | undefined): 'ok' | 'wrong' | 'missed' | 'chosen' | undefined {
  if (isRight === undefined) return isChosen ? 'chosen' : undefined
  if (isRight) return isChosen ? 'ok' : 'missed'
  return isChosen ? 'wrong' : undefined
}

const markWords = { ok: '选对了', wrong: '选错了', missed: '应选', chosen: '选的' } as const

function Options({ question, answer, answerKey: right }: Shown): ReactNode {
  const isTrueFalse = question.kind === QuestionKind.trueFalse
  const options = isTrueFalse
    ? [
        { key: 1, sign: '✓', text: '对', isChosen: answer.isTrue === true, isRight: right?.isTrue },
        {
          key: 0,
          sign: '✕',
          text: '错',
          isChosen: answer.isTrue === false,
          isRight: right ? right.isTrue === false : undefined,
        },
      ]
    : question.options.map(({ key, text }, index) => ({
        key,
        sign: optionLetter(index),
        text,
        isChosen: answer.options?.includes(key) === true,
        isRight: right ? right.options?.includes(key) === true : undefined,
      }))
  return (
    <ul className={shared.options} data-multiple={question.kind === QuestionKind.multiple || undefined}>
      {options.map(({ key, sign, text, isChosen, isRight }) => {
        const mark = markOf(isChosen, isRight)
        return (
          <li key={key} className={`${shared.option} ${css.option}`} data-mark={mark}>
            <i aria-hidden="true">{sign}</i>
            <span>
              {text}
              {mark ? <span className="visually-hidden">（{markWords[mark]}）</span> : null}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function FilledStem({ question, answer }: Shown): ReactNode {
  const parts = stemParts(question.stem, question.blankCount)
  const typed = (at: number): string => answer.blanks?.[at] || '　'
  if (parts.length === 1)
    return (
      <p className={shared.stem}>
        {question.stem}
        {Array.from({ length: question.blankCount }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blanks have no name but their place
          <span key={at} className={css.blank}>
            {typed(at)}
          </span>
        ))}
      </p>
    )
  return (
    <p className={shared.stem}>
      {parts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never change their order
        <span key={index}>
          {index > 0 ? <span className={css.blank}>{typed(index - 1)}</span> : null}
          {text}
        </span>
      ))}
    </p>
  )
}

/** A question with what was answered and, as far as it may be seen, what is right. */
export function AnsweredQuestion({ number, ...shown }: Shown & { number: number }): ReactNode {
  const { question, answer } = shown
  const figure =
    question.picture === null ? null : (
      <img className={shared.figure} src={question.picture} alt={`第 ${number} 题的图`} />
    )
  if (question.kind === QuestionKind.fillIn)
    return (
      <>
        {figure}
        <FilledStem {...shown} />
      </>
    )
  return (
    <>
      <p className={shared.stem}>{question.stem}</p>
      {figure}
      {question.kind === QuestionKind.shortAnswer ? (
        <div className={css.text}>
          <p>{answer.text || (answer.files?.length ? '' : '没有答')}</p>
          {answer.files?.length ? (
            <ul className={css.photos} aria-label={`第 ${number} 题的照片`}>
              {answer.files.map((url, index) => (
                <li key={url}>
                  <a
                    href={url}
                    target="_blank"
                    rel="noopener noreferrer"
                    aria-label={`照片 ${index + 1}，在新窗口打开`}
                  >
                    <img src={url} alt="" loading="lazy" />
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      ) : (
        <Options {...shown} />
      )}
    </>
  )
}

/** '得 2 分，满分 5', '没有答，0 分', nothing while it isn't known. */
function Gained({ question: { gained, score, isAnswered, kind } }: { question: Question }): ReactNode {
  if (gained === null)
    return (
      <span className="muted">
        {isAnswered ? (kind === QuestionKind.shortAnswer ? '等老师批' : '已答') : '没有答'}，满分 {score}
      </span>
    )
  const isFull = gained === score
  return (
    <span className={isFull ? css.right : css.wrong}>
      {isAnswered ? '' : '没有答，'}得 {gained} 分{isFull ? '' : `，满分 ${score}`}
    </span>
  )
}

/** One question of a result: the answer, what is right, why, and what the teacher says. */
export function ResultQuestion({
  question,
  number,
  children,
}: {
  question: Question
  number: number
  /** What can be done with it. */
  children?: ReactNode
}): ReactNode {
  const { id, kind, answer, key, explanation, comment } = question
  return (
    <article id={`result-${id}`} className={`${shared.question} ${css.question}`} aria-label={`第 ${number} 题`}>
      <b className={`${shared.number} num`}>{number}</b>
      <div className={shared.body}>
        <AnsweredQuestion question={question} answer={answer} answerKey={key} number={number} />
        <p className={`${css.verdict} num`}>
          <Gained question={question} />
          {key && kind !== QuestionKind.shortAnswer ? (
            <span className="muted s13">
              作答 {answerText(question, answer)}，正确答案 <b className={css.right}>{keyText(question, key)}</b>
            </span>
          ) : null}
        </p>
        {key && kind === QuestionKind.shortAnswer && key.text ? (
          <p className={shared.key}>
            <b>参考答案</b>　{key.text}
          </p>
        ) : null}
        {comment === null || comment === '' ? null : (
          <p className={shared.why}>
            <b>老师</b>　{comment}
          </p>
        )}
        {explanation === null || explanation === '' ? null : (
          <p className={shared.why}>
            <b>讲解</b>　{explanation}
          </p>
        )}
        {children}
      </div>
    </article>
  )
}
