import { type FormEvent, type ReactNode, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { answerText } from '#client/features/exam/answer-text.ts'
import { examListHref } from '#client/features/exam/exam-href.ts'
import { useMarkActions } from '#client/features/exam/mark-actions.ts'
import { ResultQuestion } from '#client/features/exam/result-question.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextArea, TextField } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { AttemptState, QuestionKind, UnsavedReason } from '#shared/contract/enums.ts'
import type { ResultQuestion as Question } from '#shared/contract/exam.ts'
import type { AttemptToMark } from '#shared/contract/teach-exam.ts'
import { homeworkCommentLength } from '#shared/contract/text-lengths.ts'
import { clockTimeText, momentText } from '#shared/rules/number-text.ts'
import css from './mark-desk.module.css'

interface Typed {
  score: string
  comment: string
}

const isToMark = ({ kind, isAnswered }: Question): boolean => kind === QuestionKind.shortAnswer && isAnswered

/** The points that were typed; undefined when they aren't a whole number of the question's. */
function pointsOf({ score }: Typed, question: Question): number | undefined {
  if (!/^\d{1,3}$/.test(score.trim())) return undefined
  const points = Number(score)
  return points <= question.score ? points : undefined
}

/** What is typed on the marking form, and where it goes. What was typed stays when it can't be sent. */
function useMarking(attempt: AttemptToMark) {
  const actions = useMarkActions()
  const questions = attempt.questions.filter(isToMark)
  const [typed, setTyped] = useState<ReadonlyMap<number, Typed>>(
    () =>
      new Map(
        questions.map(({ id, gained, comment }) => [
          id,
          { score: gained === null ? '' : String(gained), comment: comment ?? '' },
        ]),
      ),
  )
  const [version, setVersion] = useState(attempt.version)
  const [wrong, setWrong] = useState<ReadonlySet<number>>(new Set())
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState<'save' | 'finish'>()
  const typedOf = (id: number): Typed => typed.get(id) ?? { score: '', comment: '' }

  const save = async (isWhole: boolean): Promise<number | undefined> => {
    const filled = questions.filter(({ id }) => isWhole || typedOf(id).score.trim() !== '')
    const bad = filled.filter((question) => pointsOf(typedOf(question.id), question) === undefined)
    setWrong(new Set(bad.map(({ id }) => id)))
    if (bad.length > 0) return undefined
    if (filled.length === 0) return version
    const marks = filled.map((question) => ({
      questionId: question.id,
      score: pointsOf(typedOf(question.id), question) ?? 0,
      comment: typedOf(question.id).comment,
    }))
    const next = await actions.mark({ id: attempt.id, version, marks })
    setVersion(next)
    return next
  }
  const run = async (kind: 'save' | 'finish', step: () => Promise<void>): Promise<void> => {
    if (busy) return
    setError(undefined)
    setBusy(kind)
    try {
      await step()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message || '没有发出去，请再试一次')
    } finally {
      setBusy(undefined)
    }
  }
  return {
    typedOf,
    wrong,
    error,
    busy,
    type: (id: number, values: Partial<Typed>) => setTyped(new Map(typed).set(id, { ...typedOf(id), ...values })),
    save: () =>
      run('save', async () => {
        if ((await save(false)) !== undefined) toast('存好了，还没有告诉学员')
      }),
    finish: () =>
      run('finish', async () => {
        const next = await save(true)
        if (next === undefined) return
        const score = await actions.finish(attempt.id, next)
        toast(`批完了，${score} 分`)
        navigate(examListHref({ tab: 'mark' }))
      }),
  }
}

type Marking = ReturnType<typeof useMarking>

function MarkFields({ question, marking }: { question: Question; marking: Marking }): ReactNode {
  const { id, score } = question
  const typed = marking.typedOf(id)
  return (
    <div className={css.fields}>
      <TextField
        label="得分"
        hint={`0 到 ${score}`}
        name={`score-${id}`}
        inputMode="numeric"
        maxLength={3}
        value={typed.score}
        error={marking.wrong.has(id) ? `填 0 到 ${score} 的整数` : undefined}
        onChange={(text) => marking.type(id, { score: text })}
      />
      <TextArea
        label="写给学员的话"
        name={`comment-${id}`}
        rows={2}
        maxLength={homeworkCommentLength}
        value={typed.comment}
        onChange={(comment) => marking.type(id, { comment })}
      />
    </div>
  )
}

/** What came too late, or from a device that no longer wrote: kept for who marks, not counted. */
function Late({ attempt: { late, questions } }: { attempt: AttemptToMark }): ReactNode {
  if (late.length === 0) return null
  return (
    <section className={css.late}>
      <h2 className="h3">没有计入的改动</h2>
      <ul>
        {late.map((one) => {
          const at = questions.findIndex(({ id }) => id === one.questionId)
          const question = questions[at]
          return (
            <li key={`${one.device} ${one.questionId} ${one.receivedTime}`}>
              <b className="num">第 {at + 1} 题</b>
              <span>{question ? answerText(question, one.answer) : ''}</span>
              <span className="muted s13 num">
                {clockTimeText(one.receivedTime)} 收到，
                {one.reason === UnsavedReason.late ? '已经过了时间' : '来自停下的设备'}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Release({ attempt: { id, paperId, isReleased } }: { attempt: AttemptToMark }): ReactNode {
  const { release } = useMarkActions()
  const [busy, setBusy] = useState(false)
  if (isReleased) return <p className="muted">成绩已经放给学员看了。</p>
  const handleClick = async (): Promise<void> => {
    setBusy(true)
    await release(paperId, id)
      .then(() => toast('学员现在能看到这份成绩'))
      .catch(() => toast('没有放出去，请再试一次', 'bad'))
    setBusy(false)
  }
  return (
    <Button tone="secondary" busy={busy} disabled={busy} onClick={() => void handleClick()}>
      现在就让学员看到成绩
    </Button>
  )
}

/** Somebody's attempt, for who may mark it: every question, points and words for the short answers, and the end of it. */
export function MarkDesk({ attempt }: { attempt: AttemptToMark }): ReactNode {
  const { title, courseName, scheduleName, learner, attemptNo, receipt, questions, state, objectiveScore } = attempt
  const marking = useMarking(attempt)
  const waits = state === AttemptState.handedIn
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void marking.finish()
  }
  return (
    <form className={css.desk} method="post" onSubmit={handleSubmit} aria-label="批阅">
      <div className={css.head}>
        <p className="muted">
          {courseName === '' ? '全校' : courseName}
          {scheduleName === null ? '' : ` · ${scheduleName}`}
        </p>
        <h1 className={css.title}>
          {learner.nickname} · {title}
        </h1>
        <p className="muted num">
          第 {attemptNo} 次　{momentText(receipt.submitTime)} 交卷，答了 {receipt.answered} / {receipt.total} 题，客观题{' '}
          {objectiveScore} 分{attempt.score === null ? '' : `，总分 ${attempt.score} / ${attempt.totalScore}`}
        </p>
      </div>
      {questions.map((question, index) => (
        <ResultQuestion key={question.id} question={question} number={index + 1}>
          {waits && isToMark(question) ? <MarkFields question={question} marking={marking} /> : null}
        </ResultQuestion>
      ))}
      <Late attempt={attempt} />
      {marking.error === undefined ? null : (
        <p className={css.error} role="alert">
          {marking.error}
        </p>
      )}
      <div className={css.acts}>
        {waits ? (
          <>
            <Button tone="primary" type="submit" busy={marking.busy === 'finish'} disabled={marking.busy !== undefined}>
              批完，出分
            </Button>
            <Button
              tone="secondary"
              busy={marking.busy === 'save'}
              disabled={marking.busy !== undefined}
              onClick={() => void marking.save()}
            >
              先存着
            </Button>
            <span className="muted s13">出分后不能再改，学员会收到消息。</span>
          </>
        ) : (
          <Release attempt={attempt} />
        )}
      </div>
    </form>
  )
}
