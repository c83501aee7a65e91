import type { ReactNode } from 'react'
import { markHref } from '#client/features/exam/exam-href.ts'
import { Button } from '#client/ui/button.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { AttemptClosedBy, AttemptState } from '#shared/contract/enums.ts'
import type { TaughtAttempt } from '#shared/contract/teach-exam.ts'
import { momentText } from '#shared/rules/number-text.ts'
import css from '#client/ui/ruled-rows.module.css'

function whenText({ state, begunTime, deadlineTime, submitTime, closedBy, toMark }: TaughtAttempt): string {
  if (state === AttemptState.answering)
    return `${momentText(begunTime)} 开始${deadlineTime === null ? '' : `，${momentText(deadlineTime)} 到时间`}`
  const handedIn = `${momentText(submitTime ?? begunTime)} ${closedBy === AttemptClosedBy.clock ? '到时间自动交' : '交卷'}`
  return state === AttemptState.handedIn && toMark > 0 ? `${handedIn}，${toMark} 道简答没批` : handedIn
}

/** Ruled rows of attempts of others: what is to be marked, was scored, or is under way. */
export function MarkRows({
  rows,
  onExtend,
}: {
  rows: readonly TaughtAttempt[]
  onExtend: (attempt: TaughtAttempt) => void
}): ReactNode {
  return (
    <ul className={css.rows} aria-label="答卷">
      {rows.map((row) => {
        const { id, learner, title, attemptNo, state, score, totalScore, isReleased } = row
        const name = `${learner.nickname} · ${title}`
        const isUnderWay = state === AttemptState.answering
        return (
          <li key={id} className={css.row}>
            <p className={css.title}>
              {isUnderWay ? <span>{name}</span> : <a href={markHref(row)}>{name}</a>}
              {attemptNo > 1 ? <Tag tone="plain">第 {attemptNo} 次</Tag> : null}
              {isReleased ? <Tag tone="got">成绩已放出</Tag> : null}
            </p>
            <p className={css.from}>
              {row.courseName === '' ? '全校' : row.courseName}
              {row.scheduleName === null ? '' : ` · ${row.scheduleName}`}
            </p>
            <p className={`${css.when} num`}>{whenText(row)}</p>
            <div className={css.end}>
              {score === null ? null : (
                <p className={css.score}>
                  <span className="num">{score}</span> / {totalScore}
                </p>
              )}
              {isUnderWay ? (
                <Button tone="text" size="s" aria-label={`加时：${name}`} onClick={() => onExtend(row)}>
                  加时
                </Button>
              ) : (
                <a
                  className="more"
                  href={markHref(row)}
                  aria-label={`${state === AttemptState.handedIn ? '批阅' : '查看'}：${name}`}
                >
                  {state === AttemptState.handedIn ? '批阅' : '查看'}
                </a>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
