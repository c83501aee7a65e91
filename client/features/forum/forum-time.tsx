import type { ReactNode } from 'react'
import { dayText, timeText } from '#shared/rules/number-text.ts'

/** A moment as it stands in the forum: the day, and where it matters the minute. */
export function ForumTime({ time, minute = false }: { time: number; minute?: boolean }): ReactNode {
  return (
    <time dateTime={new Date(time).toISOString()}>{minute ? `${dayText(time)} ${timeText(time)}` : dayText(time)}</time>
  )
}
