import { shanghaiDay, shanghaiTime } from '#server/backend/base/shanghai-day.ts'
import { dayMs } from '#shared/rules/day-ms.ts'

/** The end of the `count`-th day from Monday to Friday after the day of `at`, in Shanghai. */
export function addWorkingDays(at: number, count: number): number {
  let day = shanghaiTime(shanghaiDay(at), 0)
  for (let left = count; left > 0; ) {
    day += dayMs
    const weekday = new Date(day + 8 * 3_600_000).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return day + dayMs
}
