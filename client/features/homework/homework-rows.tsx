import type { ReactNode } from 'react'
import { useNow } from '#client/features/common/use-now.ts'
import { homeworkDetailHref } from '#client/features/homework/homework-href.ts'
import {
  dueText,
  homeworkStateTexts,
  homeworkStateTones,
  isPressing,
} from '#client/features/homework/homework-words.ts'
import { Tag } from '#client/ui/tag.tsx'
import { HomeworkState } from '#shared/contract/enums.ts'
import type { HomeworkRow } from '#shared/contract/homework.ts'
import { momentText } from '#shared/rules/number-text.ts'
import css from '#client/ui/ruled-rows.module.css'

function When({ row, now }: { row: HomeworkRow; now: number | undefined }): ReactNode {
  const { state, submitTime, dueTime } = row
  if (state !== HomeworkState.notComplete && submitTime !== null)
    return <p className={css.when}>{momentText(submitTime)} 提交</p>
  if (dueTime === null) return <p className={css.when}>不限时间</p>
  return (
    <p className={`${css.when} num`} data-pressing={isPressing(dueTime, now) || undefined}>
      {dueText(dueTime, now)}
    </p>
  )
}

const actionTexts: Readonly<Record<HomeworkState, string>> = {
  [HomeworkState.notComplete]: '去做',
  [HomeworkState.waitingCorrection]: '查看',
  [HomeworkState.corrected]: '看批改',
}

function actionText({ state, isReturned, isClosed }: HomeworkRow): string {
  if (state === HomeworkState.notComplete && isClosed) return '查看'
  return isReturned ? '再做一次' : actionTexts[state]
}

function Row({ row, now }: { row: HomeworkRow; now: number | undefined }): ReactNode {
  const { state, title, isReturned, isLate, isClosed, score } = row
  return (
    <li className={css.row}>
      <p className={css.title}>
        <a href={homeworkDetailHref(row)}>{title}</a>
        {isReturned ? (
          <Tag tone="due">已退回</Tag>
        ) : (
          <Tag tone={homeworkStateTones[state]}>{homeworkStateTexts[state]}</Tag>
        )}
        {isLate ? <Tag tone="plain">迟交</Tag> : null}
        {isClosed && state === HomeworkState.notComplete ? <Tag tone="plain">已截止</Tag> : null}
      </p>
      <p className={css.from}>
        {row.courseName} · {row.periodName}
        {row.scheduleName === null ? '' : ` · ${row.scheduleName}`}
      </p>
      <When row={row} now={now} />
      <div className={css.end}>
        {state === HomeworkState.corrected && score !== null ? (
          <p className={css.score}>
            <span className="num">{score}</span> 分
          </p>
        ) : null}
        <a className="more" href={homeworkDetailHref(row)} aria-label={`${actionText(row)}：${title}`}>
          {actionText(row)}
        </a>
      </div>
    </li>
  )
}

/** Ruled rows of a learner's homework: what it is, of which lesson, how it stands, and by when. */
export function HomeworkRows({ rows }: { rows: readonly HomeworkRow[] }): ReactNode {
  const now = useNow()
  return (
    <ul className={css.rows}>
      {rows.map((row) => (
        <Row key={`${row.periodId}-${row.scheduleId}`} row={row} now={now} />
      ))}
    </ul>
  )
}
