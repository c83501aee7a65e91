import type { ReactNode } from 'react'
import { useMorePages } from '#client/features/common/use-more-pages.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { movedText } from '#client/features/timetable/day-classes.tsx'
import { comingInput, timetableHref } from '#client/features/timetable/timetable-choice.ts'
import { Button } from '#client/ui/button.tsx'
import { Tag } from '#client/ui/tag.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import type { TimetableClass } from '#shared/contract/my-course.ts'
import { addDays } from '#shared/rules/month-days.ts'
import { dayText, monthDayText, shanghaiParts, timeText } from '#shared/rules/number-text.ts'
import css from './coming-classes.module.css'

type Coming = CallOutput<'GET /api/my-course/list-class-schedule'>

function dayWord(begDate: number, today: string): string {
  const day = dayText(begDate)
  if (day === today) return '今天'
  return day === addDays(today, 1) ? '明天' : monthDayText(begDate)
}

function Row({ one, today }: { one: TimetableClass; today: string }): ReactNode {
  const moved = movedText(one)
  return (
    <li className={css.row}>
      <span className={css.day}>
        {dayWord(one.begDate, today)}　周{shanghaiParts(one.begDate).weekday}
      </span>
      <time className={css.time} dateTime={new Date(one.begDate).toISOString()}>
        {timeText(one.begDate)}
      </time>
      <a className={css.what} href={timetableHref({ date: dayText(one.begDate) })}>
        <b>{one.title}</b>
        <small>
          {one.courseName}
          {one.sequenceNo === null ? '' : `　第 ${one.sequenceNo} 讲`}
        </small>
      </a>
      <span className={css.note}>{moved ? <Tag tone="wait">{moved}</Tag> : one.teacherName}</span>
    </li>
  )
}

/** The classes that come, from now on; more of them on demand. */
export function ComingClasses({ coming }: { coming: Coming }): ReactNode {
  const now = useNow(60_000)
  const { records, left, busy, more } = useMorePages(
    'GET /api/my-course/list-class-schedule',
    comingInput,
    coming,
    ({ periodId, scheduleId, begDate }) => `${periodId} ${scheduleId} ${begDate}`,
  )
  if (coming.total === 0) return null
  const today = now === undefined ? coming.today : dayText(now)
  return (
    <section className={css.coming} aria-label="接下来">
      <div className={css.head}>
        <h2>接下来</h2>
        <p className="muted s13">
          还有 {coming.total} 节{coming.lastBegDate === null ? '' : `，到 ${monthDayText(coming.lastBegDate)}`}
        </p>
      </div>
      <ol className={css.list}>
        {records.map((one) => (
          <Row key={`${one.periodId} ${one.scheduleId} ${one.begDate}`} one={one} today={today} />
        ))}
      </ol>
      {left > 0 ? (
        <p className={css.more}>
          <Button tone="text" busy={busy} onClick={() => void more()}>
            加载更多，还有 {left} 节
          </Button>
        </p>
      ) : records.length > comingInput.pageSize ? (
        <p className={`${css.more} s13 faint`}>都在这里了</p>
      ) : null}
    </section>
  )
}
