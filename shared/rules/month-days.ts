export { isCalendarText } from '#shared/contract/calendar-text.ts'

const dayMs = 86_400_000
const shanghaiMs = 8 * 3600_000
const weekDays = 7

const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`)
const toDay = (noon: number): string => new Date(noon).toISOString().slice(0, 10)

/** When a day ('YYYY-MM-DD') begins in Shanghai, in epoch ms. */
export function dayStart(day: string): number {
  return noonOf(day) - dayMs / 2 - shanghaiMs
}

/** The day so many days after another one. */
export function addDays(day: string, days: number): string {
  return toDay(noonOf(day) + days * dayMs)
}

/** How many days after `from` another one is; negative when it is before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((noonOf(to) - noonOf(from)) / dayMs)
}

/** The days of the week of a day, Monday first. */
export function weekOf(day: string): string[] {
  const weekday = (new Date(noonOf(day)).getUTCDay() + weekDays - 1) % weekDays
  return Array.from({ length: weekDays }, (_, index) => addDays(day, index - weekday))
}

/** The weeks, Monday first, that a month ('YYYY-MM') touches. */
export function weeksOfMonth(month: string): string[][] {
  const weeks: string[][] = []
  for (
    let week = weekOf(`${month}-01`);
    weeks.length === 0 || week[0]?.startsWith(month);
    week = weekOf(addDays(week[6] ?? '', 1))
  )
    weeks.push(week)
  return weeks
}

/** The month so many months after another one. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const date = new Date(Date.UTC(year, number - 1 + months, 15))
  return toDay(date.getTime()).slice(0, 7)
}
