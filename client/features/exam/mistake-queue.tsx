import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isComposing } from '#client/browser/is-composing.ts'
import { sayFailure } from '#client/features/common/say-failure.ts'
import { AnswerField } from '#client/features/exam/answer-field.tsx'
import { keyText } from '#client/features/exam/answer-text.ts'
import { examListHref } from '#client/features/exam/exam-href.ts'
import { useMistakeActions } from '#client/features/exam/mistake-actions.ts'
import { AnsweredQuestion } from '#client/features/exam/result-question.tsx'
import { chosenBy, digitOf, isWriting } from '#client/features/exam/use-exam-keys.ts'
import { Bar } from '#client/ui/bar.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { MistakeState, QuestionKind } from '#shared/contract/enums.ts'
import type { ExamAnswer, ExamKey } from '#shared/contract/exam-fields.ts'
import type { Mistake } from '#shared/contract/mistake.ts'
import { examAnswerLength } from '#shared/contract/text-lengths.ts'
import { isAnswered } from '#shared/rules/exam-answers.ts'
import { dayStart } from '#shared/rules/month-days.ts'
import { monthDayText } from '#shared/rules/number-text.ts'
import css from './mistake-queue.module.css'
import shared from './question.module.css'

type Outcome = CallOutput<'POST /api/exam/mistake/answer'>

/** What one sees after an answer: whether it was right, why, and when it comes again. */
function OutcomeText({ outcome }: { outcome: Outcome }): ReactNode {
  const { isRight, state, successes, dueDay } = outcome
  const next =
    state === MistakeState.mastered
      ? `连对 ${successes} 次，这道题从本子里划掉了。`
      : `${monthDayText(dayStart(dueDay))}再考一次。`
  return (
    <p className={isRight ? css.right : css.wrong}>
      <b>{isRight ? '对了。' : '没答对。'}</b>
      {next}
    </p>
  )
}

interface Turn {
  answer: ExamAnswer
  /** Of a short answer, once it was looked at. */
  revealed: { key: ExamKey; explanation: string } | undefined
  outcome: Outcome | undefined
  busy: boolean
  setAnswer: (answer: ExamAnswer) => void
  reveal: () => Promise<void>
  send: (isRight?: boolean) => Promise<void>
}

/** One question of the queue: answered once, whatever is pressed. */
function useTurn({ question }: Mistake, onDone: (isRight: boolean) => void): Turn {
  const actions = useMistakeActions()
  const [answer, setAnswer] = useState<ExamAnswer>({})
  const [revealed, setRevealed] = useState<Turn['revealed']>()
  const [outcome, setOutcome] = useState<Outcome>()
  const [busy, setBusy] = useState(false)
  const [clientKey] = useState(() => crypto.randomUUID())
  const run = async (step: () => Promise<void>): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await step()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      sayFailure(error, error.message || '没有交上去，请再试一次')
    } finally {
      setBusy(false)
    }
  }
  return {
    answer,
    revealed,
    outcome,
    busy,
    setAnswer,
    reveal: () => run(async () => setRevealed(await actions.reveal(question.id))),
    send: (isRight) =>
      run(async () => {
        const judged = isRight === undefined ? {} : { isRight }
        const result = await actions.answer({ questionId: question.id, clientKey, answer, ...judged })
        setOutcome(result)
        onDone(result.isRight)
      }),
  }
}

interface OneProps {
  mistake: Mistake
  number: number
  isLast: boolean
  onDone: (isRight: boolean) => void
  onNext: () => void
}

/** The keys of one question: digits choose, Enter goes on. */
function useTurnKeys(turn: Turn, { mistake: { question }, onNext }: OneProps): void {
  const latest = useRef<(event: KeyboardEvent) => void>(undefined)
  latest.current = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return
    const isShort = question.kind === QuestionKind.shortAnswer
    const isButton = event.target instanceof Element && event.target.closest('button, a') !== null
    if (event.key === 'Enter' && !isButton) {
      if (event.target instanceof HTMLTextAreaElement) return
      event.preventDefault()
      if (turn.outcome) onNext()
      else if (isShort && !turn.revealed) void turn.reveal()
      else if (!isShort && isAnswered(turn.answer)) void turn.send()
      return
    }
    if (turn.outcome || isWriting(event.target)) return
    const digit = digitOf(event.key)
    const answer = digit === undefined ? undefined : chosenBy(question, turn.answer, digit)
    if (!answer) return
    event.preventDefault()
    turn.setAnswer(answer)
  }
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => latest.current?.(event)
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

function ShortAnswerField({ turn, number }: { turn: Turn; number: number }): ReactNode {
  return (
    <textarea
      className={shared.lines}
      rows={3}
      aria-label={`第 ${number} 题的回答`}
      placeholder="先自己答一遍，再看参考答案"
      maxLength={examAnswerLength}
      value={turn.answer.text ?? ''}
      onChange={(event) => turn.setAnswer({ text: event.target.value })}
    />
  )
}

function Ways({ turn, props }: { turn: Turn; props: OneProps }): ReactNode {
  const { isLast, onNext, mistake } = props
  const { busy } = turn
  if (turn.outcome)
    return (
      <Button tone="primary" onClick={onNext}>
        {isLast ? '做完了' : '下一题（回车）'}
      </Button>
    )
  if (mistake.question.kind !== QuestionKind.shortAnswer)
    return (
      <Button tone="primary" busy={busy} disabled={busy || !isAnswered(turn.answer)} onClick={() => void turn.send()}>
        对答案（回车）
      </Button>
    )
  if (!turn.revealed)
    return (
      <Button tone="primary" busy={busy} disabled={busy} onClick={() => void turn.reveal()}>
        看参考答案（回车）
      </Button>
    )
  return (
    <>
      <Button tone="primary" busy={busy} disabled={busy} onClick={() => void turn.send(true)}>
        我答对了
      </Button>
      <Button tone="secondary" disabled={busy} onClick={() => void turn.send(false)}>
        没答对
      </Button>
    </>
  )
}

function One(props: OneProps): ReactNode {
  const { mistake, number, onDone } = props
  const { question, paperTitle, courseName } = mistake
  const turn = useTurn(mistake, onDone)
  useTurnKeys(turn, props)
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const { outcome, revealed } = turn
  const key = outcome?.key ?? revealed?.key
  const explanation = outcome?.explanation ?? revealed?.explanation ?? ''
  return (
    <article className={css.one} ref={box} tabIndex={-1} aria-label={`第 ${number} 题`}>
      <p className="muted s13">
        {courseName === '' ? '' : `${courseName} · `}
        {paperTitle}
      </p>
      {outcome ? (
        <AnsweredQuestion question={question} answer={turn.answer} answerKey={outcome.key} number={number} />
      ) : (
        <AnswerField
          question={question}
          number={number}
          answer={turn.answer}
          isOpen={!turn.busy}
          onAnswer={turn.setAnswer}
          shortAnswer={<ShortAnswerField turn={turn} number={number} />}
        />
      )}
      <div role="status">
        {outcome ? <OutcomeText outcome={outcome} /> : null}
        {key && (outcome || revealed) ? (
          <p className={shared.key}>
            <b>{question.kind === QuestionKind.shortAnswer ? '参考答案' : '正确答案'}</b>　{keyText(question, key)}
          </p>
        ) : null}
        {explanation === '' ? null : (
          <p className={shared.why}>
            <b>讲解</b>　{explanation}
          </p>
        )}
      </div>
      <div className={css.acts}>
        <Ways turn={turn} props={props} />
      </div>
    </article>
  )
}

/** Today's queue: a question at a time, by keyboard or mouse. What is left over is no debt. */
export function MistakeQueue({
  questions,
  doneToday,
}: {
  questions: readonly Mistake[]
  doneToday: number
  /** Called when its code can't be had. */
  onClose: () => void
}): ReactNode {
  const { refresh, dropQueue } = useMistakeActions()
  const drop = useRef(dropQueue)
  useEffect(() => () => drop.current(), [])
  // as it was when it was begun: what is answered leaves the server's list
  const [all] = useState(questions)
  const [at, setAt] = useState(0)
  const [results, setResults] = useState<readonly boolean[]>([])
  const mistake = all[at]
  if (!mistake) {
    const right = results.filter((one) => one).length
    return (
      <div className={css.end}>
        <p className="h3">今天的 {doneToday + results.length} 题做完了</p>
        <p className="muted num">
          这一轮 {results.length} 题，对了 {right} 题。答错的明天再来，答对的隔得更久。
        </p>
        <ButtonLink tone="secondary" href={examListHref({ tab: 'mistakes' })}>
          回错题本
        </ButtonLink>
      </div>
    )
  }
  return (
    <section aria-label="今天的错题">
      <p className={`${css.count} num`}>
        第 {at + 1} / {all.length} 题
        <Bar max={all.length} value={results.length} label="做完的题" />
      </p>
      <One
        key={mistake.question.id}
        mistake={mistake}
        number={at + 1}
        isLast={at === all.length - 1}
        onDone={(isRight) => {
          setResults((before) => [...before, isRight])
          void refresh()
        }}
        onNext={() => setAt(at + 1)}
      />
    </section>
  )
}
