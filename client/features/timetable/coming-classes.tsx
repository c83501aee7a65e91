import type { ReactNode } from 'react'
import { useMorePages } from '#client/features/common/use-more-pages.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { movedText } from '#client/features/timetable/day-classes.tsx'
import { comingInput, timetableHref } from '#client/features/timetable/timetable-choice.ts'
import { Button } from '#client/ui/button.tsx'
import { Tag } from '#client/ui/tag.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import type { DueHomework, TimetableClass } from '#shared/contract/my-course.ts'
import { addDays, daysBetween } from '#shared/rules/month-days.ts'
import { dayText, monthDayText, shanghaiParts, timeText } from '#shared/rules/number-text.ts'
import css from './coming-classes.module.css'

type Coming = CallOutput<'GET /api/my-course/list-class-schedule'>

/** '明天　周日' */
function dayWord(time: number, today: string): string {
  const day = dayText(time)
  const word = day === today ? '今天' : day === addDays(today, 1) ? '明天' : monthDayText(time)
  return `${word}　周${shanghaiParts(time).weekday}`
}

function Row({ one, today }: { one: TimetableClass; today: string }): ReactNode {
  const moved = movedText(one)
  return (
    <li className={css.row}>
      <span className={css.day}>{dayWord(one.begDate, today)}</span>
      <time className={css.time} dateTime={new Date(one.begDate).toISOString()}>
        {timeText(one.begDate)}
      </time>
      <a className={css.what} href={timetableHref({ date: dayText(one.begDate) })}>
        <b>{one.title}</b>
        <small>
          {one.courseName}
          {one.sequenceNo === null ? '' : `　第\u00a0${one.sequenceNo}\u00a0讲`}
        </small>
      </a>
      <span className={css.note}>{moved ? <Tag tone="wait">{moved}</Tag> : one.teacherName}</span>
    </li>
  )
}

function DueRow({ one, today }: { one: DueHomework; today: string }): ReactNode {
  const days = daysBetween(today, dayText(one.dueTime))
  return (
    <li className={css.row} data-due="">
      <span className={css.day}>{dayWord(one.dueTime, today)}</span>
      <time className={css.time} dateTime={new Date(one.dueTime).toISOString()}>
        {timeText(one.dueTime)}
      </time>
      <a className={css.what} href={one.url}>
        <b>作业　{one.title}</b>
        <small>{one.courseName}</small>
      </a>
      <span className={css.note}>{days === 0 ? '今天截止' : `还有 ${days} 天`}</span>
    </li>
  )
}

/** Homework that is due before the last class that is shown; all of it where no class follows. */
function dueAmong(homework: readonly DueHomework[], records: readonly TimetableClass[], left: number): DueHomework[] {
  const last = left > 0 ? (records.at(-1)?.begDate ?? 0) : Number.POSITIVE_INFINITY
  return homework.filter(({ dueTime }) => dueTime <= last)
}

/** The classes that come, from now on, and between them what is to be handed in; more of them on demand. */
export function ComingClasses({ coming }: { coming: Coming }): ReactNode {
  const now = useNow(60_000)
  const { records, left, busy, more } = useMorePages(
    'GET /api/my-course/list-class-schedule',
    comingInput,
    coming,
    ({ periodId, scheduleId, begDate }) => `${periodId} ${scheduleId} ${begDate}`,
  )
  const due = dueAmong(coming.homework, records, left)
  if (coming.total === 0 && due.length === 0) return null
  const rows = [
    ...records.map((one) => ({ at: one.begDate, one })),
    ...due.map((homework) => ({ at: homework.dueTime, homework })),
  ].sort((first, second) => first.at - second.at)
  const today = now === undefined ? coming.today : dayText(now)
  return (
    <section className={css.coming} aria-label="接下来">
      <div className={css.head}>
        <h2>接下来</h2>
        <p className="muted s13">
          {coming.total === 0 ? '没有课，有作业要交' : `还有 ${coming.total} 节`}
          {coming.lastBegDate === null ? '' : `，到 ${monthDayText(coming.lastBegDate)}`}
        </p>
      </div>
      <ol className={css.list}>
        {rows.map((row) =>
          'one' in row ? (
            <Row key={`${row.one.periodId} ${row.one.scheduleId} ${row.at}`} one={row.one} today={today} />
          ) : (
            <DueRow key={row.homework.url} one={row.homework} today={today} />
          ),
        )}
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
