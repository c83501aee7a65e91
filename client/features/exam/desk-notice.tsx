import type { ReactNode } from 'react'
import { answerText } from '#client/features/exam/answer-text.ts'
import { examListHref } from '#client/features/exam/exam-href.ts'
import type { ExamSession, ExamView, Offer } from '#client/features/exam/exam-session.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Tag } from '#client/ui/tag.tsx'
import css from './desk-notice.module.css'

const endTexts = {
  offline: '网络断了，连上就交',
  server: '学校的服务器没有回应，正在重试',
  session: '登录已经结束，登录后再交',
  taken: '别的设备或窗口在写这份卷子',
} as const

function Ending({ session, view: { phase } }: { session: ExamSession; view: ExamView }): ReactNode {
  if (phase.kind !== 'ending') return null
  const { byClock, trouble } = phase
  return (
    <div className={css.notice} role="status">
      <p>
        <b>{byClock ? '时间到了，正在交卷。' : '正在交卷。'}</b>
        {trouble ? ('message' in trouble ? trouble.message : endTexts[trouble.kind]) : ''}
      </p>
      {trouble ? (
        <div className={css.acts}>
          <Button tone="secondary" size="s" onClick={() => void session.handIn(byClock)}>
            现在重试
          </Button>
          {byClock ? null : (
            <Button tone="text" size="s" onClick={() => session.resume()}>
              回去接着答
            </Button>
          )}
        </div>
      ) : null}
    </div>
  )
}

function Taken({ session, unsent }: { session: ExamSession; unsent: number }): ReactNode {
  return (
    <div className={css.notice} role="alert">
      <p>
        <Tag tone="wait">已停</Tag> 这份卷子在别的设备或窗口里打开了，这里停了，那边接着存。
        {unsent > 0 ? `这里还有 ${unsent} 题没来得及保存，回到这里时可以挑着带过来。` : '保存过的答案都在。'}
      </p>
      <div className={css.acts}>
        <Button tone="secondary" size="s" onClick={() => void session.begin()}>
          在这里继续
        </Button>
      </div>
    </div>
  )
}

/** The school has taken the paper back: what was saved stays, and it may be tried again when the school gives it out anew. */
function Withdrawn({ session, message, unsent }: { session: ExamSession; message: string; unsent: number }): ReactNode {
  return (
    <div className={css.notice} role="alert">
      <p>
        <Tag tone="wait">已停</Tag> {message}。
        {unsent > 0 ? `还有 ${unsent} 题没来得及保存，保存过的都在。` : '保存过的答案都在。'}
      </p>
      <div className={css.acts}>
        <ButtonLink tone="secondary" size="s" href={examListHref()}>
          回到我的测试
        </ButtonLink>
        <Button tone="text" size="s" onClick={() => void session.begin()}>
          再看看能不能答
        </Button>
      </div>
    </div>
  )
}

function Offers({ session, view }: { session: ExamSession; view: ExamView }): ReactNode {
  const { offers, attempt, answers } = view
  if (offers.length === 0 || !attempt) return null
  const all = (isTaken: boolean): void => {
    for (const offer of offers) session.settle(offer, isTaken)
  }
  return (
    <section className={css.notice} aria-label="没来得及保存的答案">
      <p>
        <b>有 {offers.length} 题在别的窗口或上一次登录里没来得及保存。</b>
        它们没有自动合进来，要用哪个由你定。
      </p>
      <ul className={css.offers}>
        {offers.map((offer) => (
          <Kept
            key={`${offer.entry.device} ${offer.questionId}`}
            offer={offer}
            session={session}
            view={{ ...view, answers }}
          />
        ))}
      </ul>
      {offers.length > 1 ? (
        <div className={css.acts}>
          <Button tone="secondary" size="s" onClick={() => all(true)}>
            全部用没保存的
          </Button>
          <Button tone="text" size="s" onClick={() => all(false)}>
            都不要
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function Kept({ offer, session, view }: { offer: Offer; session: ExamSession; view: ExamView }): ReactNode {
  const questions = view.attempt?.questions ?? []
  const at = questions.findIndex(({ id }) => id === offer.questionId)
  const question = questions[at]
  if (!question) return null
  const now = view.answers.get(offer.questionId)?.answer ?? {}
  return (
    <li>
      <p>
        <b className="num">第 {at + 1} 题</b>　没保存的：{answerText(question, offer.answer)}
        <br />
        <span className="muted">现在的：{answerText(question, now)}</span>
      </p>
      <div className={css.acts}>
        <Button
          tone="quiet"
          size="s"
          onClick={() => session.settle(offer, true)}
          aria-label={`第 ${at + 1} 题用没保存的`}
        >
          用没保存的
        </Button>
        <Button
          tone="text"
          size="s"
          onClick={() => session.settle(offer, false)}
          aria-label={`第 ${at + 1} 题留现在的`}
        >
          留现在的
        </Button>
      </div>
    </li>
  )
}

/** What stands over the paper when something is to be decided, or goes on. */
export function DeskNotice({ session, view }: { session: ExamSession; view: ExamView }): ReactNode {
  const { phase } = view
  return (
    <>
      <Ending session={session} view={view} />
      {phase.kind === 'taken' ? <Taken session={session} unsent={phase.unsent} /> : null}
      {phase.kind === 'withdrawn' ? (
        <Withdrawn session={session} message={phase.message} unsent={phase.unsent} />
      ) : null}
      {phase.kind === 'failed' ? (
        <div className={css.notice} role="alert">
          <p>{phase.message}</p>
          <div className={css.acts}>
            <Button tone="secondary" size="s" onClick={() => void session.begin()}>
              重试
            </Button>
          </div>
        </div>
      ) : null}
      {phase.kind === 'taking' ? <Offers session={session} view={view} /> : null}
    </>
  )
}
