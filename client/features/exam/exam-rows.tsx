import type { ReactNode } from 'react'
import { useNow } from '#client/features/common/use-now.ts'
import { examHref, resultHref } from '#client/features/exam/exam-href.ts'
import {
  attemptsText,
  durationText,
  examStatusTexts,
  examStatusTones,
  isClosing,
  windowText,
} from '#client/features/exam/exam-words.ts'
import { Tag } from '#client/ui/tag.tsx'
import { ExamStatus } from '#shared/contract/enums.ts'
import type { ExamRow } from '#shared/contract/exam-fields.ts'
import { momentText } from '#shared/rules/number-text.ts'
import css from '#client/ui/ruled-rows.module.css'

interface Way {
  text: string
  href: string
  isOutside?: true
}

function wayOf({ id, status, url, canBegin, isWithdrawn }: ExamRow): Way {
  if (url !== null) return { text: '去答题（新窗口）', href: url, isOutside: true }
  if (isWithdrawn && status === ExamStatus.answering) return { text: '看说明', href: examHref(id) }
  if (status === ExamStatus.answering) return { text: '继续答', href: examHref(id) }
  if (status === ExamStatus.open) return { text: '去考试', href: examHref(id) }
  if (status === ExamStatus.handedIn || status === ExamStatus.scored)
    return canBegin ? { text: '再考一次', href: examHref(id) } : { text: '看成绩', href: resultHref(id) }
  return { text: '看说明', href: examHref(id) }
}

const outside = { target: '_blank', rel: 'noopener noreferrer' } as const

function Row({ row, now }: { row: ExamRow; now: number | undefined }): ReactNode {
  const { title, courseName, status, score, totalScore, url, submitTime, deadlineTime, isWithdrawn } = row
  const way = wayOf(row)
  const isOver = status === ExamStatus.handedIn || status === ExamStatus.scored
  const href = isOver ? resultHref(row.id) : way.href
  return (
    <li className={css.row}>
      <p className={css.title}>
        <a href={href} {...(url === null ? {} : outside)}>
          {title}
        </a>
        <Tag tone={examStatusTones[status]}>{examStatusTexts[status]}</Tag>
        {isWithdrawn ? <Tag tone="plain">已撤回</Tag> : null}
      </p>
      <p className={css.from}>
        {courseName === '' ? '全校' : courseName}
        {url === null
          ? ` · ${row.questionCount} 题 · 满分 ${totalScore} · ${durationText(row.durationMin)} · ${attemptsText(row)}`
          : ' · 在别的网站作答'}
      </p>
      <p className={`${css.when} num`} data-pressing={isClosing(row, now) || undefined}>
        {isOver && submitTime !== null
          ? `${momentText(submitTime)} 交卷`
          : status === ExamStatus.answering && deadlineTime !== null
            ? `${momentText(deadlineTime)} 到时间`
            : windowText(row)}
      </p>
      <div className={css.end}>
        {score === null ? null : (
          <p className={css.score}>
            <span className="num">{score}</span> 分
          </p>
        )}
        <a className="more" href={way.href} aria-label={`${way.text}：${title}`} {...(way.isOutside ? outside : {})}>
          {way.text}
        </a>
      </div>
    </li>
  )
}

/** Ruled rows of exams: what it is, of which course, when it can be taken, how it stands. */
export function ExamRows({ rows }: { rows: readonly ExamRow[] }): ReactNode {
  const now = useNow()
  return (
    <ul className={css.rows} aria-label="考试">
      {rows.map((row) => (
        <Row key={row.id} row={row} now={now} />
      ))}
    </ul>
  )
}
