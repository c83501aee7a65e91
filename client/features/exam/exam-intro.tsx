import type { ReactNode } from 'react'
import { serverNow } from '#client/browser/server-clock.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { examListHref, resultHref } from '#client/features/exam/exam-href.ts'
import {
  attemptsText,
  durationText,
  examStatusTexts,
  examStatusTones,
  questionKindTexts,
  windowText,
} from '#client/features/exam/exam-words.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { AnswersRevealed, ExamStatus, QuestionKind } from '#shared/contract/enums.ts'
import type { ExamPaper } from '#shared/contract/exam.ts'
import { clockTimeText, momentText, monthDayText } from '#shared/rules/number-text.ts'
import css from './exam-intro.module.css'

const revealTexts: Readonly<Record<AnswersRevealed, string>> = {
  [AnswersRevealed.afterHandingIn]: '交卷后就能看答案和讲解',
  [AnswersRevealed.afterEnd]: '考试结束后能看答案和讲解',
  [AnswersRevealed.never]: '这份卷子不公布答案',
}

function Facts({ paper }: { paper: ExamPaper }): ReactNode {
  const facts = [
    ['考试时间', windowText(paper)],
    ['时长', paper.durationMin === null ? '不限时长' : `${paper.durationMin} 分钟，从开始那一刻算`],
    ['题目', `${paper.questionCount} 题，满分 ${paper.totalScore}`],
    ['次数', attemptsText(paper)],
    ['答案', revealTexts[paper.reveal]],
  ] as const
  return (
    <dl className={css.facts}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Parts({ paper: { parts, halfForPart } }: { paper: ExamPaper }): ReactNode {
  if (parts.length === 0) return null
  return (
    <section className={css.section}>
      <h2 className={css.heading}>考什么</h2>
      <ul className={css.parts}>
        {parts.map(({ kind, count, score }) => (
          <li key={kind}>
            <b>{questionKindTexts[kind]}</b>
            <span className="num">
              {count} 题，共 {score} 分
            </span>
            {kind === QuestionKind.multiple ? (
              <span className="muted s13">{halfForPart ? '少选得一半，选错不得分' : '全部选对才得分'}</span>
            ) : null}
            {kind === QuestionKind.shortAnswer ? <span className="muted s13">可以附照片，由老师批</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The server's clock, second by second; before hydration the moment of the answer. */
function ServerTime({ paper: { serverTime } }: { paper: ExamPaper }): ReactNode {
  const isAlive = useNow(1000) !== undefined
  const time = isAlive ? serverNow() : serverTime
  return (
    <p className={css.clock}>
      <span className="muted s13">学校的时间</span>
      <b className="num">
        {monthDayText(time)} {clockTimeText(time)}
      </b>
      <span className="muted s13">时间以它为准，和这台设备的钟无关。</span>
    </p>
  )
}

function Way({ paper, onBegin }: { paper: ExamPaper; onBegin: () => void }): ReactNode {
  const { status, url, refusal, lastAttemptNo, deadlineTime } = paper
  const result =
    lastAttemptNo === null ? null : (
      <ButtonLink tone="secondary" size="l" href={resultHref(paper.id)}>
        看上次的成绩
      </ButtonLink>
    )
  if (url !== null)
    return (
      <div className={css.acts}>
        <ButtonLink tone="primary" size="l" href={url} target="_blank" rel="noopener noreferrer">
          去答题（新窗口）
        </ButtonLink>
      </div>
    )
  if (refusal !== null)
    return (
      <>
        <p className={css.refusal}>{refusal}</p>
        <div className={css.acts}>
          {result}
          <ButtonLink tone="text" href={examListHref()}>
            回到我的测试
          </ButtonLink>
        </div>
      </>
    )
  return (
    <>
      {status === ExamStatus.answering && deadlineTime !== null ? (
        <p className={css.refusal}>这份卷子正在答，{momentText(deadlineTime)} 到时间，钟一直在走。</p>
      ) : null}
      <div className={css.acts}>
        <Button tone="primary" size="l" onClick={onBegin}>
          {status === ExamStatus.answering ? '继续答' : '开始考试'}
        </Button>
        {result}
      </div>
    </>
  )
}

/** A paper before and between its attempts: the rules, what is asked, the server's time, and the way in. */
export function ExamIntro({ paper, onBegin }: { paper: ExamPaper; onBegin: () => void }): ReactNode {
  const { title, courseName, intro, status, durationMin } = paper
  return (
    <div className={css.intro}>
      <div className={css.head}>
        <p className="muted">{courseName === '' ? '全校' : courseName}</p>
        <h1 className={css.title}>{title}</h1>
        <Tag tone={examStatusTones[status]}>{examStatusTexts[status]}</Tag>
      </div>
      {intro === '' ? null : <p className={css.words}>{intro}</p>}
      <div className={css.columns}>
        <Facts paper={paper} />
        <div>
          <Parts paper={paper} />
        </div>
      </div>
      {paper.url === null ? (
        <section className={css.section}>
          <h2 className={css.heading}>怎么考</h2>
          <ul className={css.rules}>
            <li>点“开始考试”后开始计时（{durationText(durationMin)}），关掉网页钟也在走。</li>
            <li>答案随答随存，断网、关页、换设备都能接着答，到时间会自动交卷。</li>
            <li>同一时间只有一台设备能写；新的打开，旧的就停。</li>
          </ul>
        </section>
      ) : null}
      <ServerTime paper={paper} />
      <Way paper={paper} onBegin={onBegin} />
    </div>
  )
}
