import { addDays } from '#shared/rules/month-days.ts'
import { dayText, monthDayText, shanghaiParts, timeText } from '#shared/rules/number-text.ts'

/** '今天 19:30', '明天 20:00', '11 月 25 日 周三 19:30'; without a time of one's own the day is written out. */
export function whenText(time: number, now: number | undefined): string {
  const day = dayText(time)
  const today = now === undefined ? undefined : dayText(now)
  if (day === today) return `今天 ${timeText(time)}`
  if (today !== undefined && day === addDays(today, 1)) return `明天 ${timeText(time)}`
  return `${monthDayText(time)} 周${shanghaiParts(time).weekday} ${timeText(time)}`
}

/** '2029 年 11 月 3 日' */
export function longDayText(time: number): string {
  return `${shanghaiParts(time).year} 年 ${monthDayText(time)}`
}
