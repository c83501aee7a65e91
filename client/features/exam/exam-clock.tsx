import { type ReactNode, useEffect, useState } from 'react'
import type { ServerClock } from '#client/features/exam/server-clock.ts'
import { clockText } from '#shared/rules/number-text.ts'
import css from './exam-clock.module.css'

/** The last minutes are red. */
const shortMs = 5 * 60_000

/** Milliseconds that are left, by the server's clock; undefined without an end. */
export function useTimeLeft(clock: ServerClock, deadlineTime: number | null): number | undefined {
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    setNow(clock.now())
    const timer = window.setInterval(() => setNow(clock.now()), 500)
    return () => window.clearInterval(timer)
  }, [clock])
  return deadlineTime === null || Number.isNaN(now) ? undefined : Math.max(0, deadlineTime - now)
}

/** '42:18', from an hour on '1:02:18'; whole seconds that have begun count. */
export function leftText(left: number): string {
  return clockText(Math.ceil(left / 1000))
}

/** What is left of the time. It turns red when it gets short, and hides nothing. */
export function ExamClock({ left, isSmall = false }: { left: number | undefined; isSmall?: boolean }): ReactNode {
  if (left === undefined) return isSmall ? null : <p className="muted s13">这份卷子不限时间</p>
  return (
    <p className={isSmall ? css.small : css.clock} role="timer" aria-label={`还剩 ${leftText(left)}`}>
      {isSmall ? null : <span className="muted s13">还剩</span>}
      <b className={`${css.time} num`} data-short={left <= shortMs || undefined}>
        {leftText(left)}
      </b>
    </p>
  )
}

/** Says once to screen readers that the time gets short. */
export function ShortNews({ left }: { left: number | undefined }): ReactNode {
  const isShort = left !== undefined && left <= shortMs
  return (
    <p className="visually-hidden" aria-live="assertive">
      {isShort ? '剩下不到五分钟，到时间会自动交卷' : ''}
    </p>
  )
}
