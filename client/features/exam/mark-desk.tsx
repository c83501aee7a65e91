import { type FormEvent, type ReactNode, useState } from 'react'
import { sayFailure } from '#client/features/common/say-failure.ts'
import { answerText } from '#client/features/exam/answer-text.ts'
import { useMarkActions } from '#client/features/exam/mark-actions.ts'
import { ResultQuestion } from '#client/features/exam/result-question.tsx'
import { isToMark, useMarking } from '#client/features/exam/use-marking.ts'
import { Button } from '#client/ui/button.tsx'
import { TextArea, TextField } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { AttemptState, UnsavedReason } from '#shared/contract/enums.ts'
import type { ResultQuestion as Question } from '#shared/contract/exam.ts'
import type { AttemptToMark } from '#shared/contract/teach-exam.ts'
import { homeworkCommentLength } from '#shared/contract/text-lengths.ts'
import { clockTimeText, momentText } from '#shared/rules/number-text.ts'
import css from './mark-desk.module.css'

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

function Release({ attempt: { id, paperId, isSeen } }: { attempt: AttemptToMark }): ReactNode {
  const { release } = useMarkActions()
  const [busy, setBusy] = useState(false)
  if (isSeen) return <p className="muted">学员能看到这份成绩。</p>
  const handleClick = async (): Promise<void> => {
    setBusy(true)
    await release(paperId, id)
      .then(() => toast('学员现在能看到这份成绩'))
      .catch((error) => sayFailure(error, '没有放出去，请再试一次'))
    setBusy(false)
  }
  return (
    <Button tone="secondary" busy={busy} disabled={busy} onClick={() => void handleClick()}>
      现在就让学员看到成绩
    </Button>
  )
}

/** Marks that were wrong, put right: with the reason, which the learner reads. */
function Remark({ marking, onCancel }: { marking: Marking; onCancel: () => void }): ReactNode {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const handleClick = (): void => {
    const isMissing = reason.trim() === ''
    setError(isMissing ? '写下原因，学员会看到' : undefined)
    if (!isMissing) void marking.remark(reason)
  }
  return (
    <div className={css.remark}>
      <TextArea
        label="为什么改"
        name="reason"
        rows={2}
        maxLength={200}
        value={reason}
        error={error}
        onChange={setReason}
      />
      <div className={css.acts}>
        <Button
          tone="primary"
          busy={marking.busy !== undefined}
          disabled={marking.busy !== undefined}
          onClick={handleClick}
        >
          改分
        </Button>
        <Button tone="text" disabled={marking.busy !== undefined} onClick={onCancel}>
          不改了
        </Button>
        <span className="muted s13">学员看得到成绩时，会收到消息和这个原因。</span>
      </div>
    </div>
  )
}

/** What can be done with an attempt that waits. */
function Finish({ marking }: { marking: Marking }): ReactNode {
  return (
    <div className={css.acts}>
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
      <span className="muted s13">出分后学员会收到消息；再要改分，得写明原因。</span>
    </div>
  )
}

function Head({ attempt }: { attempt: AttemptToMark }): ReactNode {
  const { title, courseName, scheduleName, learner, attemptNo, receipt, objectiveScore } = attempt
  return (
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
  )
}

/** Somebody's attempt, for who may mark it: every question, points and words for the short answers, and the end of it. */
export function MarkDesk({ attempt }: { attempt: AttemptToMark }): ReactNode {
  const { questions, state } = attempt
  const marking = useMarking(attempt)
  const [isChanging, setChanging] = useState(false)
  const waits = state === AttemptState.handedIn
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (waits) void marking.finish()
  }
  return (
    <form className={css.desk} method="post" onSubmit={handleSubmit} aria-label="批阅">
      <Head attempt={attempt} />
      {questions.map((question, index) => (
        <ResultQuestion key={question.id} question={question} number={index + 1}>
          {(waits || isChanging) && isToMark(question) ? <MarkFields question={question} marking={marking} /> : null}
        </ResultQuestion>
      ))}
      <Late attempt={attempt} />
      {marking.error === undefined ? null : (
        <p className={css.error} role="alert">
          {marking.error}
        </p>
      )}
      {waits ? (
        <Finish marking={marking} />
      ) : isChanging ? (
        <Remark marking={marking} onCancel={() => setChanging(false)} />
      ) : (
        <div className={css.acts}>
          <Release attempt={attempt} />
          {questions.some(isToMark) ? (
            <Button tone="text" onClick={() => setChanging(true)}>
              有批错的，改分
            </Button>
          ) : null}
        </div>
      )}
    </form>
  )
}
