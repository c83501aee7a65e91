import { dayText, shanghaiParts } from '#shared/rules/number-text.ts'
import { dayMs } from './day-ms.ts'

/** Days since the epoch on a calendar in Shanghai. */
function calendarDay(time: number): number {
  const { year, month, day } = shanghaiParts(time)
  return Math.round(Date.UTC(year, month - 1, day) / dayMs)
}

/** When a message came, as its list says it: by days of the calendar in Shanghai (spec §9). What lies ahead counts as today. */
export function messageDateText(time: number, now: number): string {
  const days = calendarDay(now) - calendarDay(time)
  if (days <= 0) return '今天'
  if (days === 1) return '昨天'
  if (days === 2) return '前天'
  if (days < 30) return `${days}天前`
  if (days < 360) return `${Math.floor(days / 30)}个月前`
  return dayText(time)
}
