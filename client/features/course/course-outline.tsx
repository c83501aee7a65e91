import type { MouseEvent, ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import { LiveMark } from '#client/ui/tag.tsx'
import type { Period } from '#shared/contract/course.ts'
import { LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import { liveStatusAt } from '#shared/rules/live-status.ts'
import { clockText, momentText } from '#shared/rules/number-text.ts'
import css from './course-outline.module.css'

const unfolded = 12

export interface CourseOutlineProps {
  periods: readonly Period[]
  /** After hydration; before it the status that came with the data counts. */
  now: number | undefined
  /** The room of a lesson into which the visitor may go now. */
  roomOf: (period: Period) => string | undefined
  /** The way to a lesson's homework, for whoever takes the course. */
  homeworkOf?: ((periodId: number) => { href: string; text: string } | undefined) | undefined
  /** Called with a free lesson's id; the player stands at #trial. */
  onTrial: (id: number) => void
}

function statusOf(period: Period, now: number | undefined): LiveStatus | null {
  if (now === undefined || period.begDate === null || period.endDate === null) return period.liveStatus
  return liveStatusAt(period.begDate, period.endDate, now)
}

type MarkProps = { period: Period } & Omit<CourseOutlineProps, 'periods' | 'homeworkOf'>

function Mark({ period, now, roomOf, onTrial }: MarkProps): ReactNode {
  const status = statusOf(period, now)
  const href = roomOf(period)
  if (href) {
    return (
      <a className={css.trial} href={href} aria-label={`进入教室：${period.name}`}>
        进入教室
      </a>
    )
  }
  if (status === LiveStatus.live) return <LiveMark />
  if (period.playUrl) {
    const handleClick = (event: MouseEvent): void => {
      event.preventDefault()
      onTrial(period.id)
    }
    return (
      // biome-ignore lint/a11y/useValidAnchor: it leads to the player without script, too
      <a className={css.trial} href="#trial" onClick={handleClick} aria-label={`试看：${period.name}`}>
        试看
      </a>
    )
  }
  if (period.isFreeStudy) return <span className={css.free}>免费</span>
  if (status === LiveStatus.ended)
    return <span className="faint">{period.kind === PeriodKind.live ? '回放' : '已结束'}</span>
  return (
    <span className={css.lock}>
      <Icon name="lock" size={14} />
      <span className="visually-hidden">报名后可看</span>
    </span>
  )
}

function Lesson({ period, homeworkOf, ...rest }: { period: Period } & Omit<CourseOutlineProps, 'periods'>): ReactNode {
  const homework = homeworkOf?.(period.id)
  return (
    <li className={css.lesson}>
      <span className={css.number}>{String(period.sequenceNo).padStart(2, '0')}</span>
      <span className={css.name}>
        {period.name}
        {homework ? (
          <a className={css.homework} href={homework.href} aria-label={`${homework.text}：${period.name}`}>
            {homework.text}
          </a>
        ) : null}
      </span>
      <span className={css.time}>
        {period.begDate === null ? clockText(period.duration) : momentText(period.begDate)}
      </span>
      <span className={css.mark}>
        <Mark period={period} {...rest} />
      </span>
    </li>
  )
}

/** The lessons in order with their lengths or times; what is longer than a dozen folds, and unfolds without script. */
export function CourseOutline({ periods, ...rest }: CourseOutlineProps): ReactNode {
  const shown = periods.length > unfolded + 2 ? periods.slice(0, unfolded) : periods
  const folded = periods.slice(shown.length)
  return (
    <div className={css.outline}>
      <ol>
        {shown.map((period) => (
          <Lesson key={period.id} period={period} {...rest} />
        ))}
      </ol>
      {folded.length > 0 ? (
        <details className={css.rest}>
          <summary className="link">展开其余 {folded.length} 讲</summary>
          <ol>
            {folded.map((period) => (
              <Lesson key={period.id} period={period} {...rest} />
            ))}
          </ol>
        </details>
      ) : null}
    </div>
  )
}
