import type { ReactNode } from 'react'
import { useNow } from '#client/features/common/use-now.ts'
import { dueText, isPressing } from '#client/features/homework/homework-words.ts'
import { Tag } from '#client/ui/tag.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { HomeworkState } from '#shared/contract/enums.ts'
import { momentText } from '#shared/rules/number-text.ts'
import css from '#client/ui/ruled-rows.module.css'

type QueueRow = CallOutput<'GET /api/teach/homework/queue'>['records'][number]

/** Ruled rows of what is the caller's to correct, or was corrected. The desk is loaded as a page of its own: only there the microphone is let in. */
export function QueueRows({ rows }: { rows: readonly QueueRow[] }): ReactNode {
  const now = useNow()
  return (
    <ul className={css.rows}>
      {rows.map((row) => {
        const waits = row.state === HomeworkState.waitingCorrection
        const href = `/homework/detail/${row.id}`
        return (
          <li key={row.id} className={css.row}>
            <p className={css.title}>
              <a href={href} target="_top">
                {row.nickname} · {row.title}
              </a>
              {row.roundNo > 1 ? <Tag tone="plain">第 {row.roundNo} 次交</Tag> : null}
              {row.isLate ? <Tag tone="plain">迟交</Tag> : null}
            </p>
            <p className={css.from}>
              {row.courseName} · {row.periodName}
              {row.scheduleName === null ? '' : ` · ${row.scheduleName}`}
            </p>
            <p className={`${css.when} num`} data-pressing={(waits && isPressing(row.answerDueTime, now)) || undefined}>
              {momentText(row.submitTime)} 提交{waits ? `，请在${dueText(row.answerDueTime, now, ' 前批完')}` : ''}
            </p>
            <div className={css.end}>
              {row.score === null ? null : (
                <p className={css.score}>
                  <span className="num">{row.score}</span> 分
                </p>
              )}
              <a
                className="more"
                href={href}
                target="_top"
                aria-label={`${waits ? '批改' : '查看'}：${row.nickname}，${row.title}`}
              >
                {waits ? '批改' : '查看'}
              </a>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
