/** How many: '8,642', from ten thousand on '1.2万', from a hundred million on '1.2亿'. Rounded down, never up. */
export function countText(count: number): string {
  const whole = Math.max(0, Math.floor(count))
  if (whole >= 100_000_000) return `${shortened(whole / 100_000_000)}亿`
  if (whole >= 10_000) return `${shortened(whole / 10_000)}万`
  return withCommas(whole)
}

function shortened(value: number): string {
  const tenths = Math.floor(value * 10 + 1e-9)
  return tenths % 10 === 0 || tenths >= 1000
    ? withCommas(Math.floor(tenths / 10))
    : `${Math.floor(tenths / 10)}.${tenths % 10}`
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** A whole number as it is read: 6980 -> '6,980'. */
export function withCommas(whole: number): string {
  return grouped.format(whole)
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Length of one period as a clock: 2295 s -> '38:15', from an hour on '1:02:03'. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${two(minutes)}:${two(whole % 60)}`
}

/** Length of a whole course in words: '12 小时', under an hour '45 分钟'. */
export function lengthText(seconds: number): string {
  const minutes = Math.max(0, Math.round(seconds / 60))
  if (minutes < 60) return `${minutes} 分钟`
  const hours = minutes / 60
  return hours < 10 && Math.round(hours * 2) % 2 === 1
    ? `${Math.floor(Math.round(hours * 2) / 2)}.5 小时`
    : `${Math.round(hours)} 小时`
}

const shanghaiOffset = 8 * 3600_000
const weekdays = ['日', '一', '二', '三', '四', '五', '六'] as const

interface DayParts {
  year: number
  month: number
  day: number
  weekday: (typeof weekdays)[number]
  hour: number
  minute: number
}

/** The parts of a moment on a clock in Shanghai, which has had no summer time since 1991; the same on every machine. */
export function shanghaiParts(time: number): DayParts {
  const date = new Date(time + shanghaiOffset)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: weekdays[date.getUTCDay()] ?? '日',
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  }
}

/** '2026-11-21' */
export function dayText(time: number): string {
  const { year, month, day } = shanghaiParts(time)
  return `${year}-${two(month)}-${two(day)}`
}

/** '11 月 21 日' */
export function monthDayText(time: number): string {
  const { month, day } = shanghaiParts(time)
  return `${month} 月 ${day} 日`
}

/** '星期六' */
export function weekdayText(time: number): string {
  return `星期${shanghaiParts(time).weekday}`
}

/** '19:30' */
export function timeText(time: number): string {
  const { hour, minute } = shanghaiParts(time)
  return `${two(hour)}:${two(minute)}`
}

/** '21:04:05' */
export function clockTimeText(time: number): string {
  return `${timeText(time)}:${two(new Date(time).getUTCSeconds())}`
}

/** '11 月 21 日 星期六 19:30' */
export function weekdayMomentText(time: number): string {
  return `${monthDayText(time)} ${weekdayText(time)} ${timeText(time)}`
}

/** '11 月 21 日 19:30' */
export function momentText(time: number): string {
  return `${monthDayText(time)} ${timeText(time)}`
}

/** How many were found: a number, or with a plus where there are more. */
export function foundText(count: number, isMore: boolean): string {
  return isMore ? `${count}+` : String(count)
}
