import { dayMs } from './day-ms.ts'
import { addDays, dayStart } from './month-days.ts'
import { monthDayText } from './number-text.ts'

/** Hours of a weekday (1 Monday to 7 Sunday), in minutes after midnight in Asia/Shanghai. */
export interface WeekSpan {
  readonly weekday: number
  readonly from: number
  readonly to: number
}

/** A day ('YYYY-MM-DD') that differs: closed, or a make-up day with hours of its own, which is a working day. */
export type ServiceDay =
  | { readonly day: string; readonly name: string; readonly isOpen: false }
  | { readonly day: string; readonly name: string; readonly isOpen: true; readonly from: number; readonly to: number }

/** When the school answers. */
export interface ServiceHours {
  readonly week: readonly WeekSpan[]
  readonly days: readonly ServiceDay[]
}

interface Span {
  readonly from: number
  readonly to: number
}

const minuteMs = 60_000
const shanghaiMs = 8 * 60 * minuteMs
const workingDaysOfWeek = 5
/** Nobody plans hours further ahead than this. */
const mostDays = 800

const dayOf = (at: number): string => new Date(at + shanghaiMs).toISOString().slice(0, 10)
const weekdayOf = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay() || 7

/** The hours of one day, the earlier first. */
function spansOf({ week, days }: ServiceHours, day: string): readonly Span[] {
  const other = days.find((one) => one.day === day)
  if (other) return other.isOpen ? [other] : []
  const weekday = weekdayOf(day)
  return week.filter((span) => span.weekday === weekday).sort((a, b) => a.from - b.from)
}

/** The hours that begin or go on from a moment, in epoch ms, one after the other. */
function* spansFrom(hours: ServiceHours, at: number): Generator<{ begin: number; end: number }> {
  let day = dayOf(at)
  for (let count = 0; count < mostDays; count += 1, day = addDays(day, 1)) {
    const start = dayStart(day)
    for (const { from, to } of spansOf(hours, day)) {
      const end = start + to * minuteMs
      if (end > at) yield { begin: Math.max(at, start + from * minuteMs), end }
    }
  }
}

/** Whether a moment (epoch ms) is within the hours. */
export function isOpen(hours: ServiceHours, at: number): boolean {
  return nextOpening(hours, at) === at
}

/** The next moment within the hours: `at` itself when it is; undefined when there are none in two years. */
export function nextOpening(hours: ServiceHours, at: number): number | undefined {
  const next = spansFrom(hours, at).next()
  return next.done ? undefined : next.value.begin
}

/** When the hours end that `at` is in; undefined outside of them. */
export function closingOf(hours: ServiceHours, at: number): number | undefined {
  const next = spansFrom(hours, at).next()
  return !next.done && next.value.begin === at ? next.value.end : undefined
}

/** Monday to Friday less closed days, plus make-up days. */
export function isWorkingDay({ days }: ServiceHours, day: string): boolean {
  const other = days.find((one) => one.day === day)
  return other ? other.isOpen : weekdayOf(day) <= workingDaysOfWeek
}

/** The end of the `count`-th working day after the day of `at`: what is promised within so many working days is due then. */
export function addWorkingDays(hours: ServiceHours, at: number, count: number): number {
  let day = dayOf(at)
  for (let left = count, tries = 0; left > 0 && tries < mostDays; tries += 1) {
    day = addDays(day, 1)
    if (isWorkingDay(hours, day)) left -= 1
  }
  return dayStart(day) + dayMs
}

/** The moment at which `ms` of service time have gone by since `at`; the closing hour counts as the end of its day, not as the next day's begin. */
export function addServiceTime(hours: ServiceHours, at: number, ms: number): number {
  let left = ms
  let last = at
  for (const { begin, end } of spansFrom(hours, at)) {
    if (end - begin >= left) return begin + left
    left -= end - begin
    last = end
  }
  return last + left
}

const weekdayNames = '一二三四五六日'
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Runs of weekdays: 周一至周六, 周一、周三, 每天. */
function weekdaysText(weekdays: readonly number[]): string {
  if (weekdays.length === weekdayNames.length) return '每天'
  const runs: number[][] = []
  for (const weekday of weekdays) {
    const last = runs.at(-1)
    if (last && last.at(-1) === weekday - 1) last.push(weekday)
    else runs.push([weekday])
  }
  const name = (weekday: number | undefined): string => `周${weekdayNames[(weekday ?? 1) - 1]}`
  return runs.flatMap((run) => (run.length > 2 ? [`${name(run[0])}至${name(run.at(-1))}`] : run.map(name))).join('、')
}

/** The week as people read it: 周一至周六 13:00-22:00；周日 10:00-12:00. Without any hours: 暂停服务. */
export function weekText(week: readonly WeekSpan[]): string {
  const byHours = new Map<string, number[]>()
  for (let weekday = 1; weekday <= weekdayNames.length; weekday += 1) {
    const spans = week.filter((span) => span.weekday === weekday).sort((a, b) => a.from - b.from)
    const text = spans.map(({ from, to }) => `${clock(from)}-${clock(to)}`).join('、')
    if (text !== '') byHours.set(text, [...(byHours.get(text) ?? []), weekday])
  }
  if (byHours.size === 0) return '暂停服务'
  return [...byHours].map(([text, weekdays]) => `${weekdaysText(weekdays)} ${text}`).join('；')
}

/** So many days ahead a day that differs is named beside the hours, today among them. */
const namedDays = 7

/** The days from one on that differ soon, as people read them: 3 月 13 日（校庆）休息；3 月 15 日（补班）10:00-12:00. '' when none does. */
export function nearDaysText(days: readonly ServiceDay[], today: string): string {
  const behind = addDays(today, namedDays)
  return days
    .filter(({ day }) => day >= today && day < behind)
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .map((one) => {
      const date = monthDayText(dayStart(one.day))
      return `${date}（${one.name}）${one.isOpen ? `${clock(one.from)}-${clock(one.to)}` : '休息'}`
    })
    .join('；')
}

function readWeekdays(text: string): number[] | undefined {
  if (text === '每天') return [1, 2, 3, 4, 5, 6, 7]
  const found: number[] = []
  for (const part of text.split('、')) {
    const [first = 0, last = first] = part
      .split('至')
      .map((name) => (name.length === 2 && name.startsWith('周') ? weekdayNames.indexOf(name.slice(1)) + 1 : 0))
    if (first < 1 || last < first || part.split('至').length > 2) return undefined
    for (let weekday = first; weekday <= last; weekday += 1) found.push(weekday)
  }
  return found
}

function readSpan(text: string): Span | undefined {
  const match = /^(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})$/.exec(text)
  if (!match) return undefined
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = match.slice(1).map(Number)
  const span = { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute }
  return fromMinute < 60 && toMinute < 60 && span.from < span.to && span.to <= dayMs / minuteMs ? span : undefined
}

/** Reads what `weekText` writes; undefined when it isn't that. */
export function readWeek(text: string): WeekSpan[] | undefined {
  const week: WeekSpan[] = []
  for (const part of text.split('；')) {
    const [days = '', times = '', ...more] = part.trim().split(' ')
    const weekdays = readWeekdays(days)
    const spans = times.split('、').map(readSpan)
    if (!weekdays || more.length > 0) return undefined
    for (const span of spans) {
      if (!span) return undefined
      for (const weekday of weekdays) week.push({ weekday, ...span })
    }
  }
  return overlaps(week) ? undefined : week
}

/** Whether two spans of a weekday meet. */
export function overlaps(week: readonly WeekSpan[]): boolean {
  return week.some((one, index) =>
    week.slice(index + 1).some((other) => one.weekday === other.weekday && one.from < other.to && other.from < one.to),
  )
}
