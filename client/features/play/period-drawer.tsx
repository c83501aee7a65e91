import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import { LiveMark } from '#client/ui/tag.tsx'
import { LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import type { PlayPeriod } from '#shared/contract/play-fields.ts'
import { clockText, momentText } from '#shared/rules/number-text.ts'
import { lessonUrl } from '#shared/rules/room-url.ts'
import css from './period-drawer.module.css'

/** Address of a lesson's player or room; in the class of a schedule it stays in it. A class that is over is watched as a film. */
export function lessonHref(
  { id, kind, liveStatus }: Pick<PlayPeriod, 'id' | 'kind' | 'liveStatus'>,
  scheduleId: number | null,
): string {
  return lessonUrl(
    kind === PeriodKind.live && liveStatus === LiveStatus.ended ? PeriodKind.video : kind,
    id,
    scheduleId,
  )
}

/** Whether lessons follow that are only for who has signed up. */
export function hasLockedAfter(periods: readonly PlayPeriod[], currentId: number | null): boolean {
  const at = periods.findIndex(({ id }) => id === currentId)
  return at >= 0 && periods.slice(at + 1).some(({ isLocked }) => isLocked)
}

/** The lesson after this one that this visitor may watch as a film. */
export function nextLesson(periods: readonly PlayPeriod[], currentId: number | null): PlayPeriod | undefined {
  const at = periods.findIndex(({ id }) => id === currentId)
  return at < 0
    ? undefined
    : periods
        .slice(at + 1)
        .find(
          ({ isLocked, kind, liveStatus }) =>
            !isLocked && (kind === PeriodKind.video || liveStatus === LiveStatus.ended),
        )
}

function Mark({ period }: { period: PlayPeriod }): ReactNode {
  if (period.liveStatus === LiveStatus.live) return <LiveMark />
  if (period.isFinished) {
    return (
      <span className={css.done}>
        <Icon name="check" size={14} />
        学完
      </span>
    )
  }
  if (period.isLocked) {
    return (
      <span className={css.lock}>
        <Icon name="lock" size={14} />
        <span className="visually-hidden">报名后可看</span>
      </span>
    )
  }
  if (period.progress >= 0.01) return <span className={css.share}>已学 {Math.floor(period.progress * 100)}%</span>
  if (period.kind === PeriodKind.live && period.liveStatus === LiveStatus.ended)
    return <span className={css.share}>回放</span>
  return period.isFreeStudy ? <span className={css.free}>试看</span> : null
}

function Homework({
  period,
  homeworkOf,
  isBeside,
}: { period: PlayPeriod } & Pick<PeriodDrawerProps, 'homeworkOf' | 'isBeside'>): ReactNode {
  const homework = homeworkOf?.(period.id)
  if (!homework) return null
  return (
    <a
      className={css.homework}
      href={homework.href}
      aria-label={`${homework.text}：${period.name}`}
      {...(isBeside ? { target: '_blank', rel: 'noopener' } : {})}
    >
      {homework.text}
    </a>
  )
}

export interface PeriodDrawerProps {
  periods: readonly PlayPeriod[]
  currentId: number | null
  scheduleId: number | null
  /** The way to a lesson's homework, for whoever takes the course. */
  homeworkOf?: ((periodId: number) => { href: string; text: string } | undefined) | undefined
  /** In a room that one stays in: such ways open beside it. */
  isBeside?: boolean
  /** A tab above it bears its name. */
  isNamed?: boolean
}

/** The course's lessons beside the player: which are open, how far they were watched, which one is on. */
export function PeriodDrawer({
  periods,
  currentId,
  scheduleId,
  homeworkOf,
  isBeside = false,
  isNamed = false,
}: PeriodDrawerProps): ReactNode {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    // Only inside the list: on a phone, where the page scrolls, the picture stays in view.
    if (current && list.current && currentId !== null)
      list.current.scrollTop = current.offsetTop - list.current.clientHeight / 3
  }, [currentId])
  const done = periods.filter(({ isFinished }) => isFinished).length
  return (
    <div className={css.drawer}>
      <div className={css.head}>
        <h2 className={isNamed ? 'visually-hidden' : css.title}>目录</h2>
        <span className="s13 muted">
          {periods.length} 讲{done > 0 ? `　学完 ${done} 讲` : ''}
        </span>
      </div>
      {periods.length === 0 ? <p className={css.empty}>这门课还没有课时</p> : null}
      <ol ref={list} className={css.list}>
        {periods.map((period) => (
          <li key={period.id}>
            <a
              className={css.period}
              href={lessonHref(period, scheduleId)}
              aria-current={period.id === currentId ? 'page' : undefined}
            >
              <span className={css.number}>{String(period.sequenceNo).padStart(2, '0')}</span>
              <span className={css.name}>{period.name}</span>
              <span className={css.note}>
                {period.kind === PeriodKind.video || period.begDate === null
                  ? clockText(period.duration)
                  : momentText(period.begDate)}
              </span>
              <span className={css.mark}>
                <Mark period={period} />
              </span>
            </a>
            <Homework period={period} homeworkOf={homeworkOf} isBeside={isBeside} />
          </li>
        ))}
      </ol>
    </div>
  )
}
