import type { ReactNode } from 'react'
import { postHref } from '#client/features/forum/forum-address.ts'
import { ForumTime } from '#client/features/forum/forum-time.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { ForumTarget } from '#shared/contract/enums.ts'
import type { OwnReport } from '#shared/contract/forum-report.ts'
import { momentText } from '#shared/rules/number-text.ts'
import css from './report-rows.module.css'

/** What the learner has reported, and what came of it. */
export function ReportRows({ reports }: { reports: readonly OwnReport[] }): ReactNode {
  return (
    <ol>
      {reports.map(({ id, target, postId, title, clause, words, time, dueTime, result }) => (
        <li key={id} className={css.row}>
          <p className={css.head}>
            <b>{target === ForumTarget.comment ? '举报回复' : '举报帖子'}</b>
            <Tag tone={result === null ? 'wait' : 'got'}>{result === null ? '处理中' : '有结果'}</Tag>
            <span className="s12 faint">
              <ForumTime time={time} minute />
            </span>
          </p>
          <p className="muted">{clause}</p>
          {title === '' ? null : (
            <p>
              在 <a href={postHref(postId)}>{title}</a>
            </p>
          )}
          {words === '' ? null : <p className={css.words}>{words}</p>}
          <p>{result ?? `${momentText(dueTime)} 前告诉你结果`}</p>
        </li>
      ))}
    </ol>
  )
}
