import {
  type ComponentProps,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { AnswerCard, unanswered } from '#client/features/exam/answer-card.tsx'
import { CardDialog } from '#client/features/exam/card-dialog.tsx'
import { DeskNotice } from '#client/features/exam/desk-notice.tsx'
import { ExamClock, ShortNews, useTimeLeft } from '#client/features/exam/exam-clock.tsx'
import { ExamQuestion } from '#client/features/exam/exam-question.tsx'
import { ExamSession, type ExamView, type HeldAnswer } from '#client/features/exam/exam-session.ts'
import { partNumbers, questionKindTexts } from '#client/features/exam/exam-words.ts'
import { HandInDialog } from '#client/features/exam/hand-in-dialog.tsx'
import { paperParts, partText } from '#client/features/exam/paper-parts.ts'
import { ReceiptSheet } from '#client/features/exam/receipt-sheet.tsx'
import { SaveLine, SaveNews } from '#client/features/exam/save-line.tsx'
import { useExamKeys } from '#client/features/exam/use-exam-keys.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ExamPaper } from '#shared/contract/exam.ts'
import type { ExamAttempt } from '#shared/contract/exam-fields.ts'
import css from './exam-desk.module.css'

/** The exam of this page, begun once; it ends when the page goes. */
function useExamSession(paperId: number): ExamSession {
  const { api } = useApp()
  const [session] = useState(() => new ExamSession(api, paperId))
  useEffect(() => {
    void session.start()
    return () => session.stop()
  }, [session])
  return session
}

/** Asks before the page goes only while something isn't saved; what the journal keeps over a login isn't asked about. */
function useLeaveWarning({ phase, save }: ExamView): void {
  const isSafe = save?.trouble?.kind === 'session' && save.isKept
  const warns = (phase.kind === 'taking' || phase.kind === 'ending') && (save?.unsaved.size ?? 0) > 0 && !isSafe
  useEffect(() => {
    if (!warns) return
    const handleLeave = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', handleLeave)
    return () => window.removeEventListener('beforeunload', handleLeave)
  }, [warns])
}

interface Walk {
  readonly currentId: number | undefined
  readonly visit: (id: number) => void
  /** To a question, with the focus. */
  readonly go: (id: number) => void
  readonly step: (by: 1 | -1) => void
}

/** Where on the paper one is. */
function useWalk(attempt: ExamAttempt | undefined): Walk {
  const [visited, setVisited] = useState<number>()
  const ids = attempt?.questions.map(({ id }) => id) ?? []
  const currentId = visited ?? ids[0]
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const question = document.getElementById(`question-${wanted.current}`)
    wanted.current = undefined
    question?.focus({ preventScroll: true })
    question?.scrollIntoView({ block: 'nearest' })
  })
  const visit = useCallback((id: number) => setVisited(id), [])
  const [, setTurn] = useState(0)
  const go = (id: number): void => {
    wanted.current = id
    setVisited(id)
    setTurn((turn) => turn + 1)
  }
  return {
    currentId,
    visit,
    go,
    step(by) {
      const next = ids[(currentId === undefined ? -1 : ids.indexOf(currentId)) + by]
      if (next !== undefined) go(next)
    },
  }
}

function Seal({ name, courseName }: { name: string; courseName: string }): ReactNode {
  return (
    <p className={css.seal}>
      <span>
        姓名　<b>{name}</b>
      </span>
      {courseName === '' ? null : (
        <span>
          课程　<b>{courseName}</b>
        </span>
      )}
      <span className="wide-only">密封线内不要答题</span>
    </p>
  )
}

interface SheetProps {
  paper: ExamPaper
  name: string
  view: ExamView
  attempt: ExamAttempt
  walk: Walk
  onChange: (questionId: number, change: Partial<HeldAnswer>) => void
}

/** The paper itself: its parts with their questions. */
function Sheet({ paper, name, view, attempt, walk, onChange }: SheetProps): ReactNode {
  const isOpen = view.phase.kind === 'taking'
  return (
    <>
      <Seal name={name} courseName={paper.courseName} />
      <header className={css.title}>
        <h1>{paper.title}</h1>
        <p className="muted s13 num">
          {paper.questionCount} 题　满分 {paper.totalScore}
          {paper.durationMin === null ? '' : `　${paper.durationMin} 分钟`}
        </p>
      </header>
      {paperParts(attempt.questions).map((part, index) => (
        <section
          key={part.first}
          className={css.part}
          data-current={part.questions.some(({ id }) => id === walk.currentId) || undefined}
          aria-label={questionKindTexts[part.kind]}
        >
          <p className={css.partHead}>
            <b className="serif">
              {partNumbers[index] ?? index + 1}　{questionKindTexts[part.kind]}
            </b>
            <span className="s13 muted num">{partText(part)}</span>
          </p>
          {part.questions.map((question, at) => (
            <ExamQuestion
              key={question.id}
              question={question}
              number={part.first + at}
              held={view.answers.get(question.id)}
              isCurrent={question.id === walk.currentId}
              isOpen={isOpen}
              onChange={onChange}
              onVisit={walk.visit}
            />
          ))}
        </section>
      ))}
    </>
  )
}

type Opened = 'card' | 'handIn' | undefined

interface DeskProps {
  paper: ExamPaper
  name: string
  session: ExamSession
  view: ExamView
  attempt: ExamAttempt
}

interface DeskParts {
  view: ExamView
  session: ExamSession
  walk: Walk
  left: number | undefined
  cardProps: Omit<ComponentProps<typeof AnswerCard>, 'onGo'>
  onOpen: (opened: Opened) => void
}

function HandInButton({ view, onOpen, size }: Pick<DeskParts, 'view' | 'onOpen'> & { size: 's' | 'm' }): ReactNode {
  return (
    <Button
      tone="primary"
      size={size}
      full={size === 'm'}
      disabled={view.phase.kind !== 'taking'}
      onClick={() => onOpen('handIn')}
    >
      交卷
    </Button>
  )
}

/** The narrow head: nothing in it leads away. */
function DeskHead({
  title,
  left,
  view,
  onOpen,
}: Pick<DeskParts, 'left' | 'view' | 'onOpen'> & { title: string }): ReactNode {
  return (
    <header className={`${css.head} no-print`}>
      <div className={`wrap ${css.bar}`}>
        <span className={css.mark} aria-hidden="true">
          考
        </span>
        <b className="one grow">{title}</b>
        <div className={css.narrow}>
          <ExamClock left={left} isSmall />
          <HandInButton view={view} size="s" onOpen={onOpen} />
        </div>
      </div>
    </header>
  )
}

/** Under the question, where only one is shown. */
function Steps({ view: { save }, session, walk, cardProps, onOpen }: DeskParts): ReactNode {
  const { questions, answers } = cardProps
  return (
    <div className={css.steps}>
      {save ? (
        <div className={css.stepSave}>
          <SaveLine save={save} onRetry={() => void session.flush()} />
        </div>
      ) : null}
      <Button tone="text" size="s" onClick={() => walk.step(-1)}>
        上一题
      </Button>
      <Button tone="quiet" size="s" className="num" onClick={() => onOpen('card')}>
        答题卡 {questions.length - unanswered(questions, answers).length} / {questions.length}
      </Button>
      <Button tone="secondary" size="s" onClick={() => walk.step(1)}>
        下一题
      </Button>
    </div>
  )
}

/** Beside the paper: the clock, what is saved, the answer card, the way out. */
function Side({ view, session, walk, left, cardProps, onOpen }: DeskParts): ReactNode {
  const { save, deadlineTime } = view
  return (
    <aside className={css.card} aria-label="答题卡">
      <div className={css.clock}>
        <ExamClock left={left} />
        {save ? <SaveLine save={save} onRetry={() => void session.flush()} /> : null}
      </div>
      <div className={css.answers}>
        <AnswerCard {...cardProps} onGo={walk.go} />
        <HandInButton view={view} size="m" onOpen={onOpen} />
        <p className="s12 faint">
          {deadlineTime === null ? '' : '时间到会自动交，'}切到别的窗口不计。数字键选择，方向键换题，F 做记号。
        </p>
      </div>
    </aside>
  )
}

/** The windows over the paper. */
function Windows({ view, session, walk, cardProps, opened, onOpen }: DeskParts & { opened: Opened }): ReactNode {
  const close = (): void => onOpen(undefined)
  const go = (id: number): void => {
    close()
    // after the window has given the focus back
    window.setTimeout(() => walk.go(id))
  }
  if (opened === 'card') return <CardDialog {...cardProps} save={view.save} onGo={go} onClose={close} />
  if (opened !== 'handIn' || view.phase.kind !== 'taking') return null
  return (
    <HandInDialog
      questions={cardProps.questions}
      answers={cardProps.answers}
      onGo={go}
      onHandIn={() => {
        close()
        void session.handIn()
      }}
      onClose={close}
    />
  )
}

function Desk({ paper, name, session, view, attempt }: DeskProps): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const walk = useWalk(attempt)
  const left = useTimeLeft(session.clock, view.deadlineTime)
  const { answers, save } = view
  const change = useCallback(
    (questionId: number, values: Partial<HeldAnswer>) => session.change(questionId, values),
    [session],
  )
  const question = attempt.questions.find(({ id }) => id === walk.currentId)
  useExamKeys(
    {
      question,
      held: question && answers.get(question.id),
      onChange: change,
      onStep: walk.step,
      onLeaveText: () => walk.currentId !== undefined && walk.go(walk.currentId),
    },
    view.phase.kind === 'taking' && opened === undefined,
  )
  const cardProps = { questions: attempt.questions, answers, unsaved: save?.unsaved, currentId: walk.currentId }
  const parts = { view, session, walk, left, cardProps, onOpen: setOpened }
  return (
    <>
      <DeskHead title={paper.title} {...parts} />
      <div className="wrap">
        <DeskNotice session={session} view={view} />
        <div className={css.desk}>
          <div className={css.paper}>
            <Sheet paper={paper} name={name} view={view} attempt={attempt} walk={walk} onChange={change} />
            <Steps {...parts} />
          </div>
          <Side {...parts} />
        </div>
      </div>
      <ShortNews left={left} />
      {save ? <SaveNews save={save} /> : null}
      <Windows {...parts} opened={opened} />
    </>
  )
}

/** One exam while it is taken: from its begin to the receipt. Whatever it needs is here, so that a cut line stops nothing. */
export function ExamDesk({
  paper,
  name,
  onLeave,
}: {
  paper: ExamPaper
  name: string
  /** Something of it has changed for the pages round it. */
  onLeave: () => void
  /** Called when its code can't be had. */
  onClose: () => void
}): ReactNode {
  const session = useExamSession(paper.id)
  const view = useSyncExternalStore(
    (listener) => session.subscribe(listener),
    () => session.view,
    () => session.view,
  )
  useLeaveWarning(view)
  const { phase, attempt } = view
  const isClosed = phase.kind === 'closed'
  useEffect(() => {
    if (isClosed) onLeave()
  }, [isClosed, onLeave])
  if (phase.kind === 'closed')
    return (
      <div className={`wrap ${css.closed}`}>
        <ReceiptSheet paper={paper} attemptNo={attempt?.attemptNo} questions={attempt?.questions ?? []} {...phase} />
      </div>
    )
  if (phase.kind === 'failed' && !attempt)
    return (
      <div className={`wrap ${css.closed}`}>
        <h1 className="visually-hidden">{paper.title}</h1>
        <ErrorBlock message={phase.message} onRetry={() => void session.begin()} />
      </div>
    )
  if (!attempt)
    return (
      <div className={`wrap ${css.closed}`}>
        <h1 className="visually-hidden">{paper.title}</h1>
        <Skeleton kind="lines" count={8} />
      </div>
    )
  return (
    <div data-own-header="">
      <Desk paper={paper} name={name} session={session} view={view} attempt={attempt} />
    </div>
  )
}
