import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { sayFailure } from '#client/features/common/say-failure.ts'
import { examHref, examListHref, resultHref } from '#client/features/exam/exam-href.ts'
import { questionKindTexts, spentText } from '#client/features/exam/exam-words.ts'
import { useMistakeActions } from '#client/features/exam/mistake-actions.ts'
import { paperParts } from '#client/features/exam/paper-parts.ts'
import { Receipt } from '#client/features/exam/receipt.tsx'
import { ResultQuestion } from '#client/features/exam/result-question.tsx'
import { Bar } from '#client/ui/bar.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { AnswersRevealed, AttemptClosedBy } from '#shared/contract/enums.ts'
import type { ResultQuestion as Question, ExamResult as Result } from '#shared/contract/exam.ts'
import { momentText } from '#shared/rules/number-text.ts'
import css from './exam-result.module.css'

const isWrong = ({ gained, score }: Question): boolean => gained !== null && gained < score

/** Why something of it isn't seen yet, and when it will be. */
function waitText({ isWaiting, isRevealed, reveal, revealTime, score }: Result): string | undefined {
  const marked = isWaiting ? '简答还在批，批完在消息里告诉你。' : ''
  if (reveal === AnswersRevealed.never) return `${marked}这份卷子不公布答案${score === null ? '' : '，只看分数'}。`
  if (!isRevealed) {
    const what = score === null && !isWaiting ? '分数、答案和讲解' : '答案和讲解'
    return `${marked}${what}${revealTime === null ? '在考试结束后能看。' : ` ${momentText(revealTime)} 起能看。`}`
  }
  return marked === '' ? undefined : marked
}

function Score({ result: { score, totalScore } }: { result: Result }): ReactNode {
  if (score === null)
    return (
      <p className={css.none}>
        <b>还没出分</b>
        <span className="muted s13 num">满分 {totalScore}</span>
      </p>
    )
  return (
    <p className={css.score}>
      <span className="ring">
        <b className="num">
          {score}
          <span className="visually-hidden"> 分</span>
        </b>
      </span>
      <span className="muted s13 num">满分 {totalScore}</span>
    </p>
  )
}

function Parts({ questions }: { questions: readonly Question[] }): ReactNode {
  return (
    <ul className={`${css.parts} num`} aria-label="各部分的得分">
      {paperParts(questions).map(({ kind, first, questions: of, score }) => {
        const known = of.every(({ gained }) => gained !== null)
        const gained = of.reduce((sum, one) => sum + (one.gained ?? 0), 0)
        return (
          <li key={first}>
            <span>{questionKindTexts[kind]}</span>
            <Bar max={score} value={known ? gained : 0} />
            <span>{known ? `${gained} / ${score}` : `满分 ${score}`}</span>
          </li>
        )
      })}
    </ul>
  )
}

function Cells({ questions, average }: { questions: readonly Question[]; average: number | null }): ReactNode {
  const wrong = questions.filter(isWrong).length
  const isKnown = questions.some(({ gained }) => gained !== null)
  return (
    <div>
      <ol className={`${css.cells} num`}>
        {questions.map((question, index) => (
          <li key={question.id}>
            <a
              className={css.cell}
              href={`#result-${question.id}`}
              data-done={(question.isAnswered && !isWrong(question)) || undefined}
              data-wrong={isWrong(question) || undefined}
              aria-label={`第 ${index + 1} 题${isWrong(question) ? '，有错' : question.isAnswered ? '' : '，没有答'}`}
            >
              {index + 1}
            </a>
          </li>
        ))}
      </ol>
      <p className="s13 muted num">
        {isKnown ? (wrong === 0 ? '全对。' : `错 ${wrong} 题，划了红线的就是。`) : ''}
        {average === null ? '' : `大家平均 ${average} 分。`}
      </p>
    </div>
  )
}

/** Into the mistake book by one's own wish; what was wrong is there by itself. */
function AddMistake({ question, number }: { question: Question; number: number }): ReactNode {
  const { add } = useMistakeActions()
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  if (question.key === null) return null
  if (state === 'done') return <p className="s13 muted">在错题本里</p>
  const handleClick = async (): Promise<void> => {
    setState('busy')
    await add(question.id).then(
      () => setState('done'),
      (error) => {
        setState('idle')
        sayFailure(error, '没有放进去，请再试一次')
      },
    )
  }
  return (
    <button
      type="button"
      className={`${css.add} no-print`}
      disabled={state === 'busy'}
      aria-label={`把第 ${number} 题放进错题本`}
      onClick={() => void handleClick()}
    >
      放进错题本
    </button>
  )
}

function Book({ result: { mistakes, isWaiting } }: { result: Result }): ReactNode {
  const title =
    mistakes > 0
      ? `这份卷子有 ${mistakes} 道题在错题本里`
      : isWaiting
        ? '批完后，错的题会到错题本里'
        : '这份卷子没有题在错题本里'
  return (
    <div className={css.book}>
      <div className={css.mark} aria-hidden="true">
        错
      </div>
      <div>
        <b className="serif">{title}</b>
        <p className="s13 muted">
          {mistakes > 0 ? '从明天起隔几天考你一次，记牢了就划掉' : '想再练的题可以自己放进去'}
        </p>
      </div>
      <ButtonLink tone="secondary" size="s" href={examListHref({ tab: 'mistakes' })}>
        翻错题本
      </ButtonLink>
    </div>
  )
}

function Attempts({ result: { id, attemptNo, attemptsUsed } }: { result: Result }): ReactNode {
  if (attemptsUsed < 2) return null
  return (
    <nav className={`${css.attempts} num no-print`} aria-label="各次的成绩">
      {Array.from({ length: attemptsUsed }, (_, index) => index + 1).map((no) => (
        <a key={no} href={resultHref(id, no)} aria-current={no === attemptNo ? 'true' : undefined}>
          第 {no} 次
        </a>
      ))}
    </nav>
  )
}

/** The result of one attempt, as far as its learner may see it; a sheet that can be printed. */
export function ExamResult({ result, name }: { result: Result; name: string | undefined }): ReactNode {
  const { env } = useApp()
  const { title, courseName, questions, receipt, begunTime, attemptNo } = result
  const [onlyWrong, setOnlyWrong] = useState(false)
  const wait = waitText(result)
  const shown = questions
    .map((question, index) => ({ question, number: index + 1 }))
    .filter(({ question }) => !onlyWrong || isWrong(question))
  const hasWrong = questions.some(isWrong)
  return (
    <div className={css.result}>
      <div className={css.head}>
        <div>
          <p className="muted">{courseName === '' ? '全校' : courseName}</p>
          <h1 className={css.title}>{title}</h1>
          <p className="muted num">
            {name === undefined ? '' : `${name}　`}第 {attemptNo} 次　{momentText(receipt.submitTime)} 交卷
            {receipt.closedBy === AttemptClosedBy.clock ? '（到时间自动交）' : ''}，用时{' '}
            {spentText(receipt.submitTime - begunTime)}
          </p>
        </div>
        <div className={`${css.acts} no-print`}>
          <Button tone="quiet" size="s" onClick={() => window.print()}>
            打印答卷
          </Button>
          <ButtonLink tone="quiet" size="s" href={examHref(result.id)}>
            看考试说明
          </ButtonLink>
        </div>
      </div>
      <Attempts result={result} />
      {wait === undefined ? null : <p className={css.wait}>{wait}</p>}
      <div className={css.verdict}>
        <Score result={result} />
        <Parts questions={questions} />
        <Cells questions={questions} average={result.average} />
      </div>
      {result.isRevealed ? <Book result={result} /> : null}
      <div className={css.listHead}>
        <h2 className="h3">{onlyWrong ? '错的题' : '每一题'}</h2>
        {hasWrong ? (
          <button
            type="button"
            className={`${css.add} no-print`}
            aria-pressed={onlyWrong}
            onClick={() => setOnlyWrong(!onlyWrong)}
          >
            {onlyWrong ? '看全部' : '只看错的'}
          </button>
        ) : null}
      </div>
      {shown.map(({ question, number }) => (
        <ResultQuestion key={question.id} question={question} number={number}>
          {isWrong(question) ? null : <AddMistake question={question} number={number} />}
        </ResultQuestion>
      ))}
      <section className={css.receipt}>
        <h2 className="h3">交卷回执</h2>
        <Receipt receipt={receipt} />
        <p className={css.printed}>
          {env.origin}
          {resultHref(result.id, attemptNo)}
        </p>
      </section>
    </div>
  )
}
