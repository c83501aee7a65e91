import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { type TimetableChoice, timetableHref } from '#client/features/timetable/timetable-choice.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { addDays, addMonths, isCalendarText, weeksOfMonth } from '#shared/rules/month-days.ts'
import css from './month-grid.module.css'

type Days = CallOutput<'GET /api/my-course/class-schedule-monthly-calendar'>

const weekdays = ['一', '二', '三', '四', '五', '六', '日'] as const

/** Days to another one, by key. */
const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['ArrowUp', -7],
  ['ArrowDown', 7],
])
const monthSteps: ReadonlyMap<string, number> = new Map([
  ['PageUp', -1],
  ['PageDown', 1],
])

interface MonthGridProps {
  choice: TimetableChoice
  /** 'YYYY-MM', the month that is shown. */
  month: string
  /** The day whose classes stand beside it. */
  date: string
  today: string
  days: Days
}

type OnDay = Pick<Days[number], 'count' | 'exam' | 'homework'>
const nothingOnDay: OnDay = { count: 0, exam: 0, homework: 0 }

/** '11 月 21 日，今天，3 节课，有考试，1 份作业到期' */
function dayLabel(day: string, today: string, { count, exam, homework }: OnDay): string {
  const [, month, number] = day.split('-').map(Number)
  return [
    `${month} 月 ${number} 日`,
    day === today ? '今天' : '',
    count > 0 ? `${count} 节课` : '没有课',
    exam > 0 ? '有考试' : '',
    homework > 0 ? `${homework} 份作业到期` : '',
  ]
    .filter((part) => part !== '')
    .join('，')
}

/** Moves the focus from day to day, also beyond the month, whose days then have to be fetched. */
function useDayKeys({ choice, month }: Pick<MonthGridProps, 'choice' | 'month'>, firstDay: string) {
  const table = useRef<HTMLTableElement>(null)
  const [focused, setFocused] = useState<string>()
  const wanted = useRef<string>(undefined)
  const focusDay = (day: string): boolean => {
    const link = table.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)
    link?.focus()
    return link != null
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days of another month have come
  useEffect(() => {
    if (wanted.current !== undefined && focusDay(wanted.current)) wanted.current = undefined
  }, [month])
  const handleKeys = (event: KeyboardEvent<HTMLTableElement>): void => {
    const day = (event.target as HTMLElement).dataset.day
    if (day === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const days = steps.get(event.key)
    const months = monthSteps.get(event.key)
    if (days === undefined && months === undefined) return
    event.preventDefault()
    const to = days === undefined ? `${addMonths(day.slice(0, 7), months ?? 0)}-01` : addDays(day, days)
    if (!isCalendarText(to)) return
    setFocused(to)
    if (days !== undefined && focusDay(to)) return
    wanted.current = to
    navigate(timetableHref({ ...choice, month: to.slice(0, 7), date: choice.date }), { replace: true })
  }
  return { table, tabbable: focused?.startsWith(month) ? focused : firstDay, handleKeys }
}

/** The way to the month before or after, where the calendar has it. */
function MonthStep({ choice, month, step }: Pick<MonthGridProps, 'choice' | 'month'> & { step: -1 | 1 }): ReactNode {
  const to = addMonths(month, step)
  if (!isCalendarText(to)) return null
  return (
    <a className={css.step} href={timetableHref({ ...choice, month: to })} aria-label={step < 0 ? '上一月' : '下一月'}>
      <Icon name={step < 0 ? 'left' : 'right'} size={18} />
    </a>
  )
}

/** What the red dots stand for; nothing in a month that has none. */
function DueDot({ days }: { days: Days }): ReactNode {
  const kinds = [
    days.some(({ exam }) => exam > 0) ? '考试' : '',
    days.some(({ homework }) => homework > 0) ? '作业到期' : '',
  ]
  const text = kinds.filter((kind) => kind !== '').join('、')
  return text === '' ? null : (
    <span>
      <i data-due="" />
      {text}
    </span>
  )
}

/** A month, Monday first; on narrow screens the week of the day, which unfolds. Days are links; arrow keys go from one to the next. */
export function MonthGrid({ choice, month, date, today, days }: MonthGridProps): ReactNode {
  const [isWhole, setWhole] = useState(false)
  const weeks = weeksOfMonth(month)
  const isHere = weeks.some((week) => week.includes(date))
  const counts = new Map(days.map((day) => [day.date, day]))
  const { table, tabbable, handleKeys } = useDayKeys({ choice, month }, isHere ? date : `${month}-01`)
  const [year, number] = month.split('-').map(Number)
  const title = `${year} 年 ${number} 月`
  return (
    <section aria-label={title} data-whole={isWhole || !isHere || undefined} className={css.month}>
      <div className={css.head}>
        <b className="serif">{title}</b>
        {month === today.slice(0, 7) && date === today ? null : (
          <a className={css.back} href={timetableHref({ type: 'live' })}>
            回到今天
          </a>
        )}
        <MonthStep choice={choice} month={month} step={-1} />
        <MonthStep choice={choice} month={month} step={1} />
      </div>
      <table className={css.days} ref={table} onKeyDown={handleKeys}>
        <caption className="visually-hidden">{title}，方向键换日子，回车看那天</caption>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={`星期${name}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]} className={week.includes(date) ? undefined : css.other}>
              {week.map((day) => {
                const on = counts.get(day) ?? nothingOnDay
                return (
                  <td key={day}>
                    <a
                      href={timetableHref({ ...choice, month: undefined, date: day })}
                      className={css.day}
                      data-day={day}
                      data-out={day.startsWith(month) ? undefined : true}
                      data-past={day < today || undefined}
                      data-today={day === today || undefined}
                      data-chosen={day === date || undefined}
                      data-count={on.count > 0 ? Math.min(on.count, 2) : undefined}
                      data-due={on.exam + on.homework > 0 || undefined}
                      aria-current={day === today ? 'date' : undefined}
                      aria-label={`${dayLabel(day, today, on)}${day === date ? '，已选' : ''}`}
                      tabIndex={day === tabbable ? undefined : -1}
                    >
                      {Number(day.slice(8))}
                    </a>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css.legend}>
        <span>
          <i />
          有课
        </span>
        <DueDot days={days} />
        {isHere ? (
          <button type="button" className={css.unfold} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? '只看这一周' : '展开整月'}
          </button>
        ) : null}
      </p>
    </section>
  )
}
