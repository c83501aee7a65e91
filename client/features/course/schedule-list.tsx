import type { ReactNode } from 'react'
import type { Schedule } from '#shared/contract/course.ts'
import { shanghaiParts } from '#shared/rules/number-text.ts'
import css from './schedule-list.module.css'

function day(time: number, withYear: boolean): string {
  const parts = shanghaiParts(time)
  return `${withYear ? `${parts.year} 年 ` : ''}${parts.month} 月 ${parts.day} 日`
}

/** '2026 年 12 月 6 日至 2027 年 10 月 5 日'; the year stands once when both are of the same. */
export function termText(schedule: Pick<Schedule, 'beginDate' | 'endDate'>): string {
  const sameYear = shanghaiParts(schedule.beginDate).year === shanghaiParts(schedule.endDate).year
  return `${day(schedule.beginDate, true)}至 ${day(schedule.endDate, !sameYear)}`
}

/** The terms that are open: name, days, weekly times. */
export function ScheduleList({ schedules }: { schedules: readonly Schedule[] }): ReactNode {
  return (
    <ul>
      {schedules.map((schedule) => (
        <li key={schedule.id} className={css.schedule}>
          <b className="serif">{schedule.name}</b>
          <span>{termText(schedule)}</span>
          {schedule.timeText ? <span className="muted">{schedule.timeText}</span> : null}
        </li>
      ))}
    </ul>
  )
}
